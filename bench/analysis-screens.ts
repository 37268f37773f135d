import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { readConfig } from '../src/platform/config.ts'
import { openContext } from '../src/server/open-context.ts'
import { dayInZone } from '../src/shared/dates.ts'
import { type AccountPlan, addAccount, campaignIdOf, fillAccount } from './analysis-account.ts'
import type { Bench, BenchStage } from './bench.ts'
import { clickUntilPainted, interactionsOf, openBrowser, openPage, slowDown } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { atMost, type Figure, median, noted } from './figure.ts'
import { startMinimalSite } from './minimal-site.ts'
import { createPerson } from './person.ts'
import { startServerProcess } from './server-process.ts'

/** The first campaign has 10,000 keywords, the others 1,000 each. */
const PLAN: Omit<AccountPlan, 'lastDay'> = {
  campaigns: 10,
  groupsPerCampaign: 10,
  keywordsPerGroup: 100,
  keywordsPerFirstGroup: 1_000,
  days: 30,
  busyPercent: 31,
}
const GROUPS_TABLE = { caption: 'Grupos de anuncios', rows: 10 }

/** What a person at the analysis screens waits for, in Chromium, beside a page without any library. */
export const analysisScreens: Bench = async (stage) => {
  buildWeb()
  const dataDir = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const { cookie, path } = await prepareAccount(dataDir)
  const server = await startServerProcess(dataDir, (await stage.google()).environment)
  const minimal = await startMinimalSite()
  const browser = await openBrowser()
  const product: Site = {
    browser,
    cookie,
    origin: server.origin,
    drillDown: { path },
    keywords: { path: `${path}?campaign=${campaignIdOf(1)}&ksize=all`, controls: productControls },
  }
  const simplest: Site = {
    browser,
    origin: minimal.origin,
    drillDown: { path: '/' },
    keywords: { path: '/', controls: minimalControls },
  }
  try {
    return [
      ...(await tableFigures(product, simplest)),
      ...(await drillDownFigures(product, simplest, stage)),
    ]
  } finally {
    await browser.close()
    minimal.close()
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

type Controls = { headers: Locator; search: Locator; filter?: () => Promise<void> }
type Site = {
  browser: Browser
  origin: string
  cookie?: string
  drillDown: { path: string }
  keywords: { path: string; controls: (page: Page) => Controls }
}

async function prepareAccount(dataDir: string): Promise<{ cookie: string; path: string }> {
  const { ctx, close } = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }))
  const person = await createPerson(ctx)
  const plan = { ...PLAN, lastDay: dayInZone(ctx.clock.now(), 'Europe/Madrid') }
  const { googleCustomerId } = await addAccount(person.ctx, plan)
  await fillAccount(ctx, plan)
  await close()
  return { cookie: person.cookie, path: `/dashboard/accounts/${googleCustomerId}` }
}

const SCREENS = {
  full: { rate: 1, target: 32, settleMs: 150 },
  throttled: { rate: 4, target: 96, settleMs: 400 },
} as const

/** Worst interaction of a page load with fewer than fifty, which is what INP means (web.dev/articles/inp). */
async function tableFigures(product: Site, minimal: Site): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { rate, target, settleMs } of Object.values(SCREENS)) {
    const at = rate === 1 ? '' : `, ${rate}× CPU throttle`
    const limit = await tableInteractions(minimal, rate, settleMs)
    const ours = await tableInteractions(product, rate, settleMs)
    for (const kind of ['sort', 'filter'] as const) {
      const figure = (samples: number[], value: number) => ({
        value,
        unit: 'ms',
        n: samples.length,
      })
      const [best, own] = [limit[kind], ours[kind]]
      figures.push(
        noted(`${kind} 10,000 rows, minimal page${at}`, figure(best, Math.max(...best))),
        noted(`${kind} 10,000 rows, median${at}`, figure(own, median(own))),
        atMost(`${kind} 10,000 rows, INP${at}`, target, figure(own, Math.max(...own))),
      )
    }
  }
  return figures
}

async function tableInteractions(site: Site, rate: number, settleMs: number) {
  const page = await openPage(site.browser, site)
  await page.goto(site.keywords.path)
  await page.waitForLoadState('networkidle')
  const { headers, search, filter } = site.keywords.controls(page)
  await headers.first().waitFor()
  await headers.first().scrollIntoViewIfNeeded()
  await slowDown(page, rate)
  const sort = await interactionsOf(page, async () => {
    for (const header of await headers.all())
      for (let click = 0; click < 2; click++) {
        await header.click()
        await sleep(settleMs)
      }
  })
  const filtered = await interactionsOf(page, async () => {
    await search.click()
    await page.keyboard.type('sandalias de', { delay: settleMs })
    await sleep(settleMs)
    for (let left = 0; left < 'sandalias de'.length; left++)
      await page.keyboard.press('Backspace', { delay: settleMs })
    await filter?.()
    await sleep(settleMs)
  })
  await page.context().close()
  return { sort, filter: filtered }
}

/** From a click on a campaign to its painted ad groups: the first of a fresh browser, and the next ones. */
async function drillDownFigures(
  product: Site,
  minimal: Site,
  { full }: BenchStage,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const site of [minimal, product]) {
    const firsts: number[] = []
    const warm: number[] = []
    for (let visit = 0; visit < (full ? 15 : 7); visit++) {
      const [first = Number.NaN, ...next] = await drillDown(site, visit)
      firsts.push(first)
      warm.push(...next)
    }
    const first = { value: median(firsts), unit: 'ms', n: firsts.length }
    const again = { value: median(warm), unit: 'ms', n: warm.length }
    if (site === minimal)
      figures.push(
        noted('drill-down, first, minimal page', first),
        noted('drill-down, warm, minimal page', again),
      )
    else
      figures.push(
        atMost('drill-down, first', 120, first),
        noted('drill-down, first, worst', { ...first, value: Math.max(...firsts) }),
        atMost('drill-down, warm', 50, again),
      )
  }
  return figures
}

/** Opens another campaign in every visit, then it again and again. */
async function drillDown(site: Site, visit: number): Promise<number[]> {
  const page = await openPage(site.browser, site)
  await page.goto(site.drillDown.path)
  await page.waitForLoadState('networkidle')
  const name = `Campaña ${2 + (visit % 9)}`
  const times: number[] = []
  for (let click = 0; click < 6; click++) {
    const link = page.getByRole('link', { name, exact: true })
    times.push(await clickUntilPainted(page, link, GROUPS_TABLE))
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Volver' }).click()
    await link.waitFor()
    await sleep(SCREENS.full.settleMs)
  }
  await page.context().close()
  return times
}

function productControls(page: Page): Controls {
  const panel = page.locator('#keywords')
  return {
    headers: panel.locator('thead button').filter({ visible: true }),
    search: panel.getByRole('searchbox'),
    filter: async () => {
      await panel.getByRole('button', { name: 'Filtrar' }).click()
      const form = panel.getByRole('dialog', { name: 'Filtrar' })
      await form.getByLabel('Columna').selectOption('clicks')
      await form.getByLabel('Valor').fill('8')
      await form.getByRole('button', { name: 'Añadir filtro' }).click()
      await panel.getByRole('button', { name: /^Quitar el filtro/ }).click()
    },
  }
}

function minimalControls(page: Page): Controls {
  return { headers: page.locator('thead button'), search: page.getByLabel('Buscar') }
}
