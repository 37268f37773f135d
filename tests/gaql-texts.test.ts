import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const GAQL = /\bSELECT\s+(\$\{|[a-z_]+\.[a-z_]+)/

/** That file's texts are checked field by field beside it; a query elsewhere would escape the check. */
test('every GAQL text stands in the one file whose texts are checked', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !file.includes('.test.') && GAQL.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(files).toEqual(['src/platform/google-ads/queries.ts'])
})
