import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { build } from 'vite'
import { buildFirstView } from './build-first-view.ts'

// Beside the output folder, not inside: everything inside is served.
const FINGERPRINT_FILE = 'dist/web.inputs'
const INPUTS = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/addresses-only.ts',
  'scripts/build-first-view.ts',
  'scripts/precompress.ts',
  'scripts/prerender.ts',
]
const INPUT_FOLDERS = ['public', 'src/web', 'src/kit', 'src/shared', 'src/features']
/** Of a feature only its screens and contracts reach the browser. */
const NOT_IN_BROWSER = /\.test\.tsx?$|^src\/features\/[^/]+\/(?!ui\/|contract)/

/** Builds dist/web and dist/first-view unless the last build was made from the same inputs. */
async function buildWeb(root: string): Promise<void> {
  const fingerprint = fingerprintOf(root)
  const file = join(root, FINGERPRINT_FILE)
  if (existsSync(join(root, 'dist/web/index.html')) && existsSync(file)) {
    if (readFileSync(file, 'utf8') === fingerprint) return
  }
  const startedAt = Date.now()
  process.stdout.write('Construyendo la parte del navegador… ')
  // A build that dies in the middle must not count as done.
  rmSync(file, { force: true })
  await build({ root, logLevel: 'warn' })
  await buildFirstView(root)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(file, fingerprint)
  console.log(`lista en ${((Date.now() - startedAt) / 1000).toFixed(1).replace('.', ',')} s`)
}

function fingerprintOf(root: string): string {
  const hash = createHash('sha256')
  for (const path of inputFiles(root)) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function inputFiles(root: string): string[] {
  const inFolders = INPUT_FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap(
    (folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((path) => !NOT_IN_BROWSER.test(path)),
  )
  return [...INPUTS, ...inFolders.sort()]
}

await buildWeb(join(import.meta.dirname, '..'))
