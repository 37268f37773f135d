import { join } from 'node:path'
import type { Plugin } from 'vite'

const OURS = join(import.meta.dirname, '../src/web/fetch-first.ts')

/** Dynamic imports go through `src/web/fetch-first.ts`, which says why; Vite's own helper preloads what may fail, and fails for good. */
export function fetchFirst(): Plugin {
  return {
    name: 'fetch-first',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { fetchFirst as __vitePreload } from ${JSON.stringify(OURS)}`,
    },
  }
}
