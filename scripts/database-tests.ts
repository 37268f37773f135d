// Which tests reach a database: those run on a server as well, the others would only run a second time.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsIn, projectFile, withoutComments } from './read-imports.ts'

const ROOT = join(import.meta.dirname, '..')
/** What opens one for a test, on a server where one is named. */
const DOOR = 'tests/database.ts'

/** What the tests of `tests/` that are skipped without a server read. */
const SERVER = 'process.env.TEST_DATABASE_URL'

/** Paths from the root; of the tests beside the code, which are about one feature or room each, and those of a server alone. */
export function databaseTests(): string[] {
  const beside = testsIn('src/**/*.test.ts').filter((path) => reachesDoor(path, new Set()))
  const ofServer = testsIn('tests/*.test.ts').filter((path) =>
    readFileSync(join(ROOT, path), 'utf8').includes(SERVER),
  )
  return [...beside, ...ofServer].sort()
}

function testsIn(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
}

/** Along what tests share, for the product opens none by itself. */
function reachesDoor(path: string, seen: Set<string>): boolean {
  if (path === DOOR) return true
  if (seen.has(path)) return false
  seen.add(path)
  const code = withoutComments(readFileSync(join(ROOT, path), 'utf8'))
  return importsIn(code).some(({ specifier }) => {
    const imported = projectFile(path, specifier)
    return imported?.startsWith('tests/') && reachesDoor(imported, seen)
  })
}
