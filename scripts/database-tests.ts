// Which tests reach a database: those run on a server as well, the others would only run a second time.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsIn, projectFile, withoutComments } from './read-imports.ts'

const ROOT = join(import.meta.dirname, '..')
/** What opens one for a test, on a server where one is named. */
const DOOR = 'tests/database.ts'

/** Paths from the root; of the tests beside the code, which are about one feature or room each. */
export function databaseTests(): string[] {
  return globSync('src/**/*.test.ts', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => reachesDoor(path, new Set()))
    .sort()
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
