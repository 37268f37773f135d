import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPlaywright, readVitest } from './read-reports.ts'

const CACHE = join(import.meta.dirname, '../node_modules/.cache')
const BIN = join(import.meta.dirname, '../node_modules/.bin')
let folder = ''

// Below node_modules, so that the runners are found and the project's own runs do not find it.
beforeAll(() => {
  mkdirSync(CACHE, { recursive: true })
  folder = mkdtempSync(join(CACHE, 'reports-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('of Vitest: what passed, what failed and why, and a file that cannot be loaded', async () => {
  write('is.test.ts', [
    "import { expect, test } from 'vitest'",
    "test('holds', () => expect(1).toBe(1))",
    "test('differs', () => expect('5 €').toBe('6 €'))",
    "test('is long', () => expect(['x'.repeat(9000), ...Array(99).keys()].join('\\n')).toBe(''))",
    "test.skip('waits', () => {})",
  ])
  write('broken.test.ts', ["import './not-there.ts'"])
  write('vitest.config.ts', ['export default {}'])
  const { counts, failures } = readVitest(
    await report('vitest', ['run', '--root', folder, '--reporter=json', '--outputFile=out.json']),
  )
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 1 })
  expect(failures).toHaveLength(3)
  expect(failures.join()).toMatch(/is\.test\.ts > differs\n\s+AssertionError: .*5 €.*6 €/)
  expect(failures.join()).not.toMatch(/\n\s+at .*node_modules\/vitest/)
  expect(failures.join().length).toBeLessThan(3000)
  expect(failures.join()).toMatch(/broken\.test\.ts\n.*not-there/)
})

test('of Playwright: what passed, what failed and why, also within a group, and what did only when tried again', async () => {
  write('is.e2e.mjs', [
    "import { expect, test } from '@playwright/test'",
    "test('holds', () => expect(1).toBe(1))",
    "test.describe('group', () => {",
    "  test('differs', () => expect('5 €').toBe('6 €'))",
    "  test('settles', ({}, { retry }) => expect(retry).toBe(1))",
    '})',
  ])
  // By itself Playwright would empty the folder of the stories that run beside this.
  const config = {
    testMatch: '*.e2e.mjs',
    retries: 1,
    outputDir: join(folder, 'results'),
    reporter: [['json', { outputFile: join(folder, 'out.json') }]],
  }
  write('playwright.config.mjs', [`export default ${JSON.stringify(config)}`])
  const { counts, failures, unsteady } = readPlaywright(
    await report('playwright', ['test', '-c', folder]),
  )
  expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(unsteady).toHaveLength(1)
  expect(unsteady[0]).toMatch(/^- is\.e2e\.mjs:5 > settles\n[\s\S]*Received: 0/)
  expect(failures).toHaveLength(1)
  expect(failures[0]).toMatch(/^- is\.e2e\.mjs:4 > differs\n/)
  expect(failures[0]).toMatch(/Expected: "6 €"[\s\S]*Received: "5 €"/)
})

function write(name: string, lines: readonly string[]) {
  writeFileSync(join(folder, name), lines.join('\n'))
}

/** What the runner wrote; that tests fail ends it with a code, as it should. */
async function report(runner: string, args: readonly string[]): Promise<string> {
  rmSync(join(folder, 'out.json'), { force: true })
  await new Promise((done) => execFile(join(BIN, runner), args, done))
  return readFileSync(join(folder, 'out.json'), 'utf8')
}
