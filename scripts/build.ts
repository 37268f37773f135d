// What `npm start` builds first: the browser's part, and the program itself as a few files. `--only=web|server` builds one.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

type Part = {
  title: string
  inputs: string[]
  inputFolders: string[]
  /** Of these folders, what makes no difference to it. */
  without: RegExp
  /** A file of what is built. */
  built: string
  /** Its builder is loaded only where there is something to build: Vite takes half a second. */
  build: (root: string) => Promise<void>
}

const PARTS = {
  web: {
    title: 'la parte del navegador',
    inputs: [
      'index.html',
      'vite.config.ts',
      'package-lock.json',
      'scripts/addresses-only.ts',
      'scripts/build-first-view.ts',
      'scripts/build-web.ts',
      'scripts/precompress.ts',
      'scripts/prerender.ts',
    ],
    inputFolders: ['public', 'src/web', 'src/kit', 'src/shared', 'src/features'],
    // Of a feature only its screens and contracts reach the browser.
    without: /\.test\.tsx?$|^src\/features\/[^/]+\/(?!ui\/|contract)/,
    built: 'dist/web/index.html',
    build: async (root) => (await import('./build-web.ts')).buildWeb(root),
  },
  server: {
    title: 'el programa',
    inputs: ['package-lock.json'],
    inputFolders: ['scripts', 'simulators', 'src'],
    without: /\.test\.tsx?$|^src\/(web|kit)\/|^src\/features\/[^/]+\/ui\//,
    built: 'dist/server/serve.js',
    build: async (root) => (await import('./build-server.ts')).buildServer(root),
  },
} satisfies Record<string, Part>

/** Builds each part unless its last build was made from the same inputs. */
export async function buildParts(root: string, names: readonly (keyof typeof PARTS)[]) {
  for (const name of names) {
    const part: Part = PARTS[name]
    const fingerprint = fingerprintOf(root, part)
    // Beside what is built, not inside: everything inside dist/web is served.
    const file = join(root, `dist/${name}.inputs`)
    const isBuilt = existsSync(join(root, part.built)) && existsSync(file)
    if (isBuilt && readFileSync(file, 'utf8') === fingerprint) continue
    const startedAt = Date.now()
    process.stdout.write(`Construyendo ${part.title}… `)
    // A build that dies in the middle must not count as done.
    rmSync(file, { force: true })
    await part.build(root)
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(file, fingerprint)
    console.log(`listo en ${((Date.now() - startedAt) / 1000).toFixed(1).replace('.', ',')} s`)
  }
}

function fingerprintOf(root: string, part: Part): string {
  const hash = createHash('sha256')
  for (const path of inputFiles(root, part)) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function inputFiles(root: string, { inputs, inputFolders, without }: Part): string[] {
  const inFolders = inputFolders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((path) => !without.test(path)),
    )
  return [...inputs, ...inFolders.sort()]
}

if (import.meta.main) {
  const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)
  const all = Object.keys(PARTS) as (keyof typeof PARTS)[]
  await buildParts(
    join(import.meta.dirname, '..'),
    all.filter((name) => !only || name === only),
  )
}
