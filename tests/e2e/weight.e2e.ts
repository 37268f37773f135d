import type { Page } from '@playwright/test'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

/** Of code, compressed as it travels: what the slowest phone we care about has to wait for. */
const MOST_SCRIPT_BYTES = 110 * 1024
const MOST_REQUESTS = 20
/** Cumulative layout shift; web.dev calls 0.1 good, a page whose boxes are reserved needs none. */
const MOST_SHIFT = 0.01

type Shift = { value: number; moved: string[] }

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  await page.addInitScript(recordShifts)
})

test('the first view of the dashboard is light', async ({ page }) => {
  await openDashboard(page)
  const loaded = await page.evaluate(() =>
    [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].map((entry) => {
      const { name, encodedBodySize, decodedBodySize } = entry as PerformanceResourceTiming
      return { path: new URL(name).pathname, encodedBodySize, decodedBodySize }
    }),
  )
  const scripts = loaded.filter(({ path }) => path.endsWith('.js'))
  const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  const paths = loaded.map(({ path }) => path)
  const present = `${paths.length} requests, ${(bytes / 1024).toFixed(1)} KiB of code`
  test.info().annotations.push({ type: 'weight', description: present })
  expect(bytes, 'some code has come').toBeGreaterThan(20 * 1024)
  for (const { path, encodedBodySize, decodedBodySize } of scripts)
    if (decodedBodySize > 2048)
      expect(encodedBodySize, `${path} is compressed`).toBeLessThan(decodedBodySize / 2)
  expect(bytes, present).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
  expect(paths.length, `${present}:\n${paths.join('\n')}`).toBeLessThanOrEqual(MOST_REQUESTS)
})

for (const [width, height] of [
  [375, 740],
  [1440, 900],
] as const)
  test(`nothing moves while the dashboard fills, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openDashboard(page)
    await expectStill(page)
  })

async function openDashboard(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /^Ver Detalles/ }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cartera' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Cargando la cartera' })).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

async function expectStill(page: Page) {
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(MOST_SHIFT)
}

/** Runs in the page, before anything of it. */
function recordShifts() {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[])
      shifts.push({
        value: entry.value,
        moved: entry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)),
      })
  }).observe({ type: 'layout-shift', buffered: true })
}
