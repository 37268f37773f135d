// `npm start` and `npm run dev`: installs what is missing, builds what changed, serves.
import { getHeapStatistics } from 'node:v8'
import { childEnvironment, installDependencies, startNode, superviseUntilExit } from './install.mjs'

/** With more than 2 GB to grow into, V8 lets what is in use grow fourfold before it looks again; a first start took 860 MB then, 650 so. */
const MOST_HEAP_MB = 1536
/** Three times this is kept. Jobs, whose young live longer, have a thread of their own here; where they have none the units give 16. */
const YOUNG_HEAP_MB = 8
/**
 * Of glibc; other systems know no such names. What each thread freed is kept in up to sixteen places, 10 MB of an idle process; and from
 * which size on memory goes back at once would grow with what is freed, to 32 MB, were it not set, if only to what it is at first.
 */
const KEEPING_LITTLE = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

await installDependencies()
const children = process.argv.includes('--dev') ? startDevelopment() : await startProduct()
process.exit(await superviseUntilExit(children))

async function startProduct() {
  const build = startNode(['scripts/build.ts'])
  const code = await superviseUntilExit([build])
  if (code !== 0) process.exit(code)
  const heapMb = Math.min(MOST_HEAP_MB, Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20))
  const heap = [`--max-semi-space-size=${YOUNG_HEAP_MB}`, `--max-old-space-size=${heapMb}`]
  const args = [...heap, 'dist/server/serve.js', ...process.argv.slice(2)]
  const kept = Object.entries(KEEPING_LITTLE).map(([name, own]) => [name, process.env[name] ?? own])
  return [startNode(args, Object.fromEntries(kept))]
}

function startDevelopment() {
  const origin = childEnvironment().APP_ORIGIN ?? 'http://localhost:5173'
  console.log(`Desarrollo: ${origin} recarga la pantalla y el servidor al guardar`)
  return [
    // The page comes from Vite's port, so the server must take that for its own origin.
    startNode(['--watch', '--watch-preserve-output', 'scripts/serve.mjs'], { APP_ORIGIN: origin }),
    startNode(['node_modules/vite/bin/vite.js', '--clearScreen=false']),
  ]
}
