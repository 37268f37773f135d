import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../tests/find-chromium.ts'

/** Event Timing rounds to 8 ms and keeps to itself what took less than 16. */
const SHORTEST_MS = 16
const REPORT_MS = 250

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('there is no Chromium')
  return await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/** A page of its own context: nothing is cached. `cookie`: 'name=value'. */
export async function openPage(
  browser: Browser,
  { origin, cookie }: { origin: string; cookie?: string },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
  })
  const [name = '', value = ''] = cookie?.split('=') ?? []
  if (cookie) await context.addCookies([{ name, value, url: origin }])
  await context.addInitScript({ path: join(import.meta.dirname, 'recorder.js') })
  return await context.newPage()
}

export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Milliseconds until the next paint of every click and key that `act` made, as Chromium reports them. */
export async function interactionsOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate('recorder.takeInteractions()')
  await act()
  await sleep(REPORT_MS)
  const durations = await page.evaluate<number[]>('recorder.takeInteractions()')
  return durations.length > 0 ? durations : [SHORTEST_MS]
}

/** Milliseconds from the click until a table of this caption with `rows` rows is painted. */
export async function clickUntilPainted(
  page: Page,
  target: Locator,
  table: { caption: string; rows: number },
): Promise<number> {
  await page.evaluate(`recorder.awaitTable('${table.caption}', ${table.rows})`)
  await target.click()
  return await page.evaluate<number>('recorder.painted')
}
