import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { addressesOnly } from './addresses-only.ts'

const LATER = '\0react-without-later-parts'
const OF_SCREENS = /\/src\/.*\.tsx$/
/** A part that never comes; what stands in its place until then is drawn. */
const REACT = `export * from 'react'
import { use } from 'react'
const never = new Promise(() => {})
export const lazy = () => function Later() { use(never) }`

/** The program as the server draws it: one module, with React for production in it. */
export async function buildFirstView(root: string, outDir = 'dist/first-view'): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [addressesOnly(), withoutLaterParts()],
    publicDir: false,
    ssr: { noExternal: true },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    // Also where a test builds it: React for development is three times as slow, and explains itself in the markup.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: join(root, 'src/web/first-view.tsx'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: true,
      rolldownOptions: {
        // Packages say which of their files are for browsers; here all of them are drawn without one.
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
      },
      reportCompressedSize: false,
    },
  })
}

/**
 * A screen's parts that are downloaded later would be there or not as another request had needed them: on the server
 * they never are, as in a browser's first drawing.
 */
function withoutLaterParts(): Plugin {
  return {
    name: 'without-later-parts',
    enforce: 'pre',
    resolveId: (id, importer = '') => (id === 'react' && OF_SCREENS.test(importer) ? LATER : null),
    load: (id) => (id === LATER ? REACT : null),
  }
}
