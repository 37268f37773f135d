// Which tests reach a database, and which of those run on a server as well: the others would only run a second time. Those
// that reach none are a step of their own (scripts/run-tests.ts).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsIn, projectFile, withoutComments } from './read-imports.ts'

const ROOT = join(import.meta.dirname, '..')
/** What opens one for a test, on a server where one is named. */
const DOOR = 'tests/database.ts'

/** What the tests of `tests/` that are skipped without a server read. */
const SERVER = 'process.env.TEST_DATABASE_URL'

/** How code asks more of an engine than statements: which one it is, to tidy its tables, to tell other processes. */
const SEES_ENGINE = /\.storage\b/

/** Two things at once, as Stripe's events and what caused them: on the one connection of PGlite each waits for the other. */
const AT_ONCE = /\bPromise\.all|\bdeliverEvents\(/

/** Paths from the root; of the tests beside the code, which are about one feature or room each, and those of a server alone. */
export function databaseTests(): string[] {
  const beside = pathsIn('src/**/*.test.ts').filter((path) => reachesDoor(path, new Set()))
  const ofServer = pathsIn('tests/*.test.ts').filter((path) => codeOf(path).includes(SERVER))
  return [...beside, ...ofServer].sort()
}

/** Paths from the root, beside those of `tests/`, which are of the whole product. */
export function embeddedTests(): string[] {
  return [...databaseTests().filter((path) => !path.startsWith('tests/')), 'tests/']
}

/** Paths from the root; the interface's among them. */
export function testsWithoutDatabase(): string[] {
  const reaching = new Set(databaseTests())
  return pathsIn('{src,simulators,scripts,bench,eval}/**/*.test.{ts,tsx}')
    .filter((path) => !reaching.has(path))
    .sort()
}

/** Without those of a feature that only need a store: neither its code sees the engine, nor do they do two things at once. */
export function serverTests(): string[] {
  const seeing = new Set(
    pathsIn('src/features/*/**/!(*.test).ts')
      .filter((path) => SEES_ENGINE.test(codeOf(path)))
      .map(featureOf),
  )
  return databaseTests().filter((path) => {
    const feature = featureOf(path)
    return !feature || seeing.has(feature) || AT_ONCE.test(codeOf(path))
  })
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/[^/]+/.exec(path)?.[0]
}

function codeOf(path: string): string {
  return withoutComments(readFileSync(join(ROOT, path), 'utf8'))
}

function pathsIn(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
}

/** Along what tests share, for the product opens none by itself. */
function reachesDoor(path: string, seen: Set<string>): boolean {
  if (path === DOOR) return true
  if (seen.has(path)) return false
  seen.add(path)
  return importsIn(codeOf(path)).some(({ specifier }) => {
    const imported = projectFile(path, specifier)
    return imported?.startsWith('tests/') && reachesDoor(imported, seen)
  })
}
