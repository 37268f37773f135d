// `npm start` and `npm run dev`: installs what is missing, builds what changed, serves.
import { getHeapStatistics } from 'node:v8'
import { childEnvironment, installDependencies, startNode, superviseUntilExit } from './install.mjs'

/** With more than 2 GB to grow into, V8 lets what is in use grow fourfold before it looks again; a first start took 860 MB then, 650 so. */
const MOST_HEAP_MB = 1536

await installDependencies()
const children = process.argv.includes('--dev') ? startDevelopment() : await startProduct()
process.exit(await superviseUntilExit(children))

async function startProduct() {
  const build = startNode(['scripts/build.ts'])
  const code = await superviseUntilExit([build])
  if (code !== 0) process.exit(code)
  const heapMb = Math.min(MOST_HEAP_MB, Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20))
  const heap = ['--max-semi-space-size=16', `--max-old-space-size=${heapMb}`]
  const args = [...heap, 'dist/server/serve.js', ...process.argv.slice(2)]
  // glibc keeps what each thread freed in up to sixteen places, 10 MB of an idle process; other systems know no such name.
  return [startNode(args, { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' })]
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
