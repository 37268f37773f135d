import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkLayout } from './check-layout.ts'
import { CIRCLE_LIMITS } from './layout-rules.ts'

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
          "import { useState } from 'react'\nimport { call } from '#kit/api.ts'\n",
        'src/features/accounts/accounts.test.ts':
          "import { start } from '../../../simulators/google-ads/start.ts'\n",
        'src/account-data/tenant-tables.ts': "import { db } from '#platform/db/client.ts'\n",
        'src/changes/plan.ts': "import { owned } from '#account-data/owned-account.ts'\n",
        'src/features/sync/actions.ts': "import { plan } from '#changes/plan.ts'\n",
        'src/server/app.ts': "import { routes } from '#features/accounts/routes.ts'\n",
        'src/web/routes.tsx':
          "import { AccountsPage } from '#features/accounts/ui/accounts-page.tsx'\n",
        'simulators/google-ads/clock.ts': "import { createServer } from 'node:http'\n",
        'scripts/serve.mjs': "await import('../simulators/start.ts')\n",
      }),
    ).toEqual([])
  })

  test('may mention forbidden words in a comment', () => {
    const text = '// unlike console.log( and process.env, this is fine\n/* new Date() */\n'
    expect(problemsOf({ 'src/engine/rank.ts': text })).toEqual([])
  })

  test('may say in a text what a comment may not', () => {
    expect(problemsOf({ 'src/engine/rank.ts': "export const text = 'nobody'\n" })).toEqual([])
    expect(problemsOf({ 'src/engine/rank.ts': `/** ${'Who'}ever asks. */\n` })).toEqual([
      'src/engine/rank.ts: Whoever: comments are plain technical English: say what or when',
    ])
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
    ['src/platform/http.ts', '#account-data/tenant-tables.ts'],
    ['src/account-data/tenant-tables.ts', '#changes/plan.ts'],
    ['src/account-data/tenant-tables.ts', '#features/sync/contract.ts'],
    ['src/changes/plan.ts', '#features/sync/contract.ts'],
    ['src/kit/api.ts', '../features/auth/contract.ts'],
    ['src/kit/api.ts', 'fastify'],
    ['src/features/auth/contract.ts', './actions.ts'],
    ['src/features/auth/contract.ts', 'zod'],
    ['src/features/auth/ui/login-page.tsx', '../queries.ts'],
    ['src/features/auth/ui/login-page.tsx', '#features/sync/ui/progress.tsx'],
    ['src/features/auth/ui/login-page.tsx', '#account-data/tenant-tables.ts'],
    ['src/features/auth/contract.ts', '#changes/plan.ts'],
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

describe('import circles', () => {
  function circlesOf(files: Record<string, string>) {
    problemsOf(files)
    return checkLayout(root).circles
  }

  test('files that load each other are one circle, however long the way round', () => {
    expect(
      circlesOf({
        'src/kit/a.ts': "import { b } from './b.ts'\n",
        'src/kit/b.ts': "export * from './c.ts'\n",
        'src/kit/c.ts': "import type { D } from './d.ts'\nimport { a, type A } from './a.ts'\n",
        'src/kit/d.ts': "import { a } from '#kit/a.ts'\n",
        'simulators/mail/e.ts': "import '../../src/kit/a.ts'\nawait import('./f.ts')\n",
        'simulators/mail/f.ts': "import './e.ts'\n",
      }),
    ).toEqual({
      byValue: [
        ['simulators/mail/e.ts', 'simulators/mail/f.ts'],
        ['src/kit/a.ts', 'src/kit/b.ts', 'src/kit/c.ts'],
      ],
      byType: [['src/kit/a.ts', 'src/kit/b.ts', 'src/kit/c.ts', 'src/kit/d.ts']],
    })
  })

  test('one that only types close is told apart', () => {
    expect(
      circlesOf({
        'src/engine/rule.ts': "import { words } from './words.ts'\n",
        'src/engine/words.ts': "import type { Finding } from './rule.ts'\n",
        'src/engine/tests.test.ts': "import './tests.test.ts'\n",
      }),
    ).toEqual({ byValue: [], byType: [['src/engine/rule.ts', 'src/engine/words.ts']] })
  })

  test.each([
    ['import', CIRCLE_LIMITS.byValue, 'import each other while they run'],
    ['import type', CIRCLE_LIMITS.byType, 'import each other by type'],
  ])('`%s`: %i circles pass, one more does not', (word, limit, because) => {
    const pair = (n: number) => ({
      [`src/kit/a${n}.ts`]: `import { b } from './b${n}.ts'\n`,
      [`src/kit/b${n}.ts`]: `${word} { a } from './a${n}.ts'\n`,
    })
    const pairs = Array.from({ length: limit }, (_, n) => pair(n))
    expect(problemsOf(Object.assign({}, ...pairs))).toEqual([])
    const problems = problemsOf(pair(limit))
    expect(problems).toHaveLength(limit + 1)
    expect(problems).toContain(
      `src/kit/a${limit}.ts, src/kit/b${limit}.ts: ${because} (${limit + 1}, limit ${limit})`,
    )
  })
})

describe('names and sizes', () => {
  test.each([
    ['src/features/auth/helpers.ts', 'not one of the names a feature may hold'],
    ['src/features/auth/rules/deep/er.ts', 'not one of the names a feature may hold'],
    ['src/features/auth/drawing/page.ts', 'not one of the names a feature may hold'],
    ['src/kit/DateRange.tsx', 'file names are kebab-case'],
    ['src/kit/index.ts', 'no barrels'],
  ])('%s: %s', (path, problem) => {
    expect(problemsOf({ [path]: '' })).toEqual([`${path}: ${problem}`])
  })

  test('a feature may have a room that is listed for it', () => {
    expect(problemsOf({ 'src/features/reports/drawing/page.ts': '' })).toEqual([])
  })

  test('a name stands as a file or as a folder, not as both', () => {
    const files = {
      'src/features/auth/contract.ts': '',
      'src/features/auth/contract/form-shapes.ts': '',
      'src/features/auth/routes.ts': '',
      'src/features/sync/contract.ts': '',
    }
    expect(problemsOf(files)).toEqual([
      'src/features/auth/contract.ts: a file or a folder of this name, not both',
    ])
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
    ['src/web/routes.tsx', "import { Link } from 'react-router'", 'router is src/kit/router'],
    ['src/kit/card.tsx', '<p dangerouslySetInnerHTML={x} />', 'the page forbids'],
  ])('%s: %s', (path, text, problem) => {
    expect(problemsOf({ [path]: `${text}\n` })).toEqual([expect.stringContaining(problem)])
  })
})
