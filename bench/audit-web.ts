// `npm run audit:web -- http://localhost:3000`: what the screens of a running server with its demonstration data weigh,
// measure and cost, on a simulated phone (Lighthouse, median of five) and in Chromium; a miss is printed as missed.
//   --runs N · --tables also sorting and filtering of 10,000 rows, on a server of its own
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { logIn } from '../scripts/page-picture.ts'
import { analysisScreens } from './analysis-screens.ts'
import { atLeast, atMost, type Figure, noted } from './figure.ts'
import { startGoogleSide } from './google-side.ts'
import { openAuditor, type PageAudit } from './lighthouse.ts'
import { startReactSite } from './react-site.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    tables: { type: 'boolean', default: false },
  },
})
const origin = positionals[0] ?? 'http://localhost:3000'
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 375, height: 812 }

await auditAll(Number(options.runs))

async function auditAll(runs: number): Promise<void> {
  const auditor = await openAuditor()
  if (!auditor) return
  const { browser, audit } = auditor
  const simple = await startReactSite()
  try {
    const state = await logIn(browser, origin)
    const [session] = state.cookies
    const cookie = `${session?.name}=${session?.value}`
    const account = await firstAccount(browser, state)
    show(audited('minimal React page', await audit(`${simple.origin}/`, runs), false))
    show(audited('landing', await audit(`${origin}/`, runs), true))
    show(audited('Overview', await audit(`${origin}/dashboard`, runs, cookie), true))
    show(audited('account', await audit(origin + account, runs, cookie), true))
    show(await measured(browser, state, account))
    if (options.tables) show(await tables())
  } finally {
    simple.close()
    await browser.close()
  }
}

function audited(name: string, page: PageAudit, isAsked: boolean): Figure[] {
  const score = (what: string, value: number, least: number) => {
    const figure = { value, unit: '', n: 1 }
    return isAsked ? atLeast(`${name}: ${what}`, least, figure) : noted(`${name}: ${what}`, figure)
  }
  const time = (what: string, value: number, most: number) => {
    const figure = { value, unit: 'ms', n: 1 }
    return isAsked ? atMost(`${name}: ${what}`, most, figure) : noted(`${name}: ${what}`, figure)
  }
  for (const id of page.failed) process.stdout.write(`  ${name}: ${id}\n`)
  return [
    score('performance', page.performance, 98),
    time('LCP', page.lcpMs, 1_600),
    time('blocking', page.blockingMs, 100),
    score('accessibility', page.accessibility, 100),
    score('best practices', page.bestPractices, 100),
    noted(`${name}: layout shift`, { value: page.layoutShift, unit: '', n: 1 }),
  ]
}

type State = Awaited<ReturnType<typeof logIn>>

async function firstAccount(browser: Browser, storageState: State): Promise<string> {
  const context = await browser.newContext({ baseURL: origin, storageState })
  const list = await context.request.get('/api/google-accounts')
  const accounts = (await list.json()) as { accountId: string; accountType: string }[]
  await context.close()
  const found = accounts.find(({ accountType }) => accountType === 'STANDARD')
  return `/dashboard/accounts/${found?.accountId}`
}

/** Heights, scripts before anything is touched, and clicks. */
async function measured(browser: Browser, storageState: State, account: string): Promise<Figure[]> {
  const at = async (path: string, viewport: typeof WIDE, look: (page: Page) => Promise<number>) => {
    const context = await browser.newContext({ baseURL: origin, storageState, viewport })
    const page = await context.newPage()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const value = await look(page)
    await context.close()
    return value
  }
  const campaign = await at(account, WIDE, campaignNumber)
  const inside = `${account}?campaign=${campaign}`
  const px = (value: number) => ({ value, unit: 'px', n: 1 })
  const kib = (value: number) => ({ value: value / 1024, unit: 'KiB', n: 1 })
  return [
    atMost('account, height at 1440', 2_400, px(await at(account, WIDE, heightOf))),
    atMost('campaign, height at 1440', 1_900, px(await at(inside, WIDE, heightOf))),
    atMost('account, height at 375', 3_200, px(await at(account, PHONE, heightOf))),
    noted('Overview, height at 375', px(await at('/dashboard', PHONE, heightOf))),
    atMost(
      'Overview, scripts of the first view',
      95,
      kib(await at('/dashboard', WIDE, scriptBytes)),
    ),
    atMost('account, scripts before a touch', 110, kib(await at(account, WIDE, scriptBytes))),
    atMost('five best changes: clicks', 3, {
      value: await at('/dashboard', WIDE, clicksForFive),
      unit: '',
      n: 1,
    }),
  ]
}

async function campaignNumber(page: Page): Promise<number> {
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const link = page.locator('#campaigns a[href*="campaign="]').first()
  await link.waitFor()
  const href = (await link.getAttribute('href')) ?? ''
  return Number(new URL(href, origin).searchParams.get('campaign'))
}

async function heightOf(page: Page): Promise<number> {
  // What stands below the first view is drawn once that is there.
  await page.evaluate('new Promise((done) => setTimeout(done, 2_500))')
  await page.waitForLoadState('networkidle')
  return await page.evaluate<number>('document.documentElement.scrollHeight')
}

async function scriptBytes(page: Page): Promise<number> {
  return await page.evaluate<number>(`(() => {
    const [settled] = performance.getEntriesByName('pujante settled')
    return performance.getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < (settled?.startTime ?? Infinity))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  })()`)
}

/** Up to the button that would send them, and one for that. */
async function clicksForFive(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^Elegir las 5/ }).click()
  await page
    .getByRole('button', { name: /^Aplicar 5/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Aplicar/ })
    .waitFor()
  return 3
}

async function tables(): Promise<Figure[]> {
  let google: ReturnType<typeof startGoogleSide> | undefined
  const stage = {
    full: false,
    google: () => {
      google ??= startGoogleSide()
      return google
    },
    history: () => Promise.reject(new Error('these screens need no history')),
  }
  const figures = await analysisScreens(stage)
  await (await google)?.close()
  return figures
}

function show(figures: readonly Figure[]): void {
  for (const { bench, value, unit, target, pass } of figures) {
    const verdict = pass === null ? '' : pass ? 'pass' : 'MISS'
    const limit = target === null ? '' : String(target)
    process.stdout.write(
      `${bench.padEnd(44)}${`${value} ${unit}`.padStart(14)}${limit.padStart(8)}  ${verdict}\n`,
    )
  }
}
