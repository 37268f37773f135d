import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkLayout } from './check-layout.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layout-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function problemsOf(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkLayout(root).problems
}

describe('a project that keeps the rules', () => {
  test('has no problem', () => {
    expect(
      problemsOf({
        'src/shared/dates.ts': "export const day = new Intl.DateTimeFormat('en-CA')\n",
        'src/platform/config.ts': 'export const port = process.env.PORT\n',
        'src/engine/rules/wasted-terms.ts':
          "import { ratio } from '#shared/metrics.ts'\nimport cdf from '@stdlib/stats-base-dists-beta-cdf'\n",
        'src/features/accounts/contract.ts':
          "import * as z from 'zod/mini'\nimport { SyncProgress } from '../sync/contract.ts'\n",
        'src/features/accounts/actions/connect-account.ts':
          "import { sql } from 'drizzle-orm'\nimport { listAccounts } from '../queries.ts'\n",
        'src/features/accounts/ui/accounts-page.tsx':
          "import { Link } from 'react-router'\nimport { call } from '#kit/api.ts'\n",
        'src/features/accounts/accounts.test.ts':
          "import { start } from '../../../simulators/google-ads/start.ts'\n",
        'src/server/app.ts': "import { routes } from '#features/accounts/routes.ts'\n",
        'src/web/routes.tsx':
          "import { AccountsPage } from '#features/accounts/ui/accounts-page.tsx'\n",
        'simulators/google-ads/clock.ts': "import { createServer } from 'node:http'\n",
        'scripts/serve.ts': "await import('../simulators/start.ts')\n",
      }),
    ).toEqual([])
  })

  test('may mention forbidden words in a comment', () => {
    const text = '// unlike console.log( and process.env, this is fine\n/* new Date() */\n'
    expect(problemsOf({ 'src/engine/rank.ts': text })).toEqual([])
  })

  test('may say "from" before a quote in a text', () => {
    const text = "export const range = 'it came from ' + 'here' + start\n"
    expect(problemsOf({ 'src/engine/wording.ts': text })).toEqual([])
  })
})

describe('imports', () => {
  const cases: [importer: string, specifier: string][] = [
    ['src/shared/money.ts', '#platform/config.ts'],
    ['src/shared/money.ts', 'node:fs'],
    ['src/shared/money.ts', 'zod'],
    ['src/engine/rank.ts', '#platform/context.ts'],
    ['src/engine/rank.ts', '#features/sync/contract.ts'],
    ['src/engine/rank.ts', 'node:crypto'],
    ['src/platform/http.ts', '#features/auth/contract.ts'],
    ['src/platform/http.ts', '../engine/rank.ts'],
    ['src/kit/api.ts', '../features/auth/contract.ts'],
    ['src/kit/api.ts', 'fastify'],
    ['src/features/auth/contract.ts', './actions.ts'],
    ['src/features/auth/contract.ts', 'zod'],
    ['src/features/auth/ui/login-page.tsx', '../queries.ts'],
    ['src/features/auth/ui/login-page.tsx', '#features/sync/ui/progress.tsx'],
    ['src/features/auth/ui/login-page.tsx', 'drizzle-orm'],
    ['src/features/auth/actions.ts', '#features/sync/actions.ts'],
    ['src/features/auth/actions.ts', './ui/login-page.tsx'],
    ['src/features/auth/actions.ts', '#kit/api.ts'],
    ['src/features/auth/actions.ts', '../../../simulators/google-ads/clock.ts'],
    ['src/server/app.ts', '#features/auth/ui/login-page.tsx'],
    ['src/server/main.ts', '../../simulators/start.ts'],
    ['src/web/routes.tsx', '#features/auth/queries.ts'],
    ['src/web/routes.tsx', '../server/app.ts'],
    ['simulators/google-ads/server.ts', '../../src/shared/dates.ts'],
  ]
  test.each(cases)('%s may not import %s', (importer, specifier) => {
    const problem = [`${importer}: may not import ${specifier}`]
    expect(problemsOf({ [importer]: `import { x } from '${specifier}'\n` })).toEqual(problem)
    expect(problemsOf({ [importer]: `const x = await import('${specifier}')\n` })).toEqual(problem)
    expect(problemsOf({ [importer]: `export {\n  x,\n} from '${specifier}'\n` })).toEqual(problem)
  })
})

describe('names and sizes', () => {
  test.each([
    ['src/features/auth/helpers.ts', 'not one of the names a feature may hold'],
    ['src/features/auth/rules/deep/er.ts', 'not one of the names a feature may hold'],
    ['src/kit/DateRange.tsx', 'file names are kebab-case'],
    ['src/kit/index.ts', 'no barrels'],
  ])('%s: %s', (path, problem) => {
    expect(problemsOf({ [path]: '' })).toEqual([`${path}: ${problem}`])
  })

  test('a file of 400 lines passes, one of 401 does not', () => {
    expect(problemsOf({ 'src/engine/a.ts': 'a\n'.repeat(400) })).toEqual([])
    expect(problemsOf({ 'src/engine/a.ts': 'a\n'.repeat(401) })).toEqual([
      'src/engine/a.ts: 401 lines, the limit is 400',
    ])
  })

  test('median and p90 leave the tests out', () => {
    problemsOf({ 'src/engine/a.ts': 'a\n'.repeat(10), 'src/engine/a.test.ts': 'a\n'.repeat(300) })
    expect(checkLayout(root)).toMatchObject({ medianLines: 10, p90Lines: 10 })
  })
})

describe('texts', () => {
  test.each([
    ['src/platform/jobs.ts', 'process.env.PORT', 'only src/platform/config.ts reads'],
    ['simulators/smtp/server.ts', 'process.env.PORT', 'only src/platform/config.ts reads'],
    ['src/kit/money.ts', 'price.toFixed(2)', 'numbers and dates are formatted in'],
    ['src/kit/money.ts', 'price.toLocaleString()', 'numbers and dates are formatted in'],
    ['src/kit/money.ts', 'new Intl.NumberFormat()', 'numbers and dates are formatted in'],
    ['src/server/main.ts', "console.log('x')", 'write through ctx.log'],
    ['src/web/main.tsx', 'export default 1', 'no default exports'],
    ['src/engine/rank.ts', 'const today = new Date()', 'decisions are pure'],
    ['src/features/sync/rules.ts', 'const seed = Math.random()', 'decisions are pure'],
    ['src/kit/card.tsx', '<p dangerouslySetInnerHTML={x} />', 'the page forbids'],
  ])('%s: %s', (path, text, problem) => {
    expect(problemsOf({ [path]: `${text}\n` })).toEqual([expect.stringContaining(problem)])
  })
})
