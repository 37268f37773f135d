import type { Page } from '@playwright/test'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

/** Of code, compressed as it travels: what the slowest phone we care about has to wait for. */
const MOST_SCRIPT_BYTES = 95 * 1024
const MOST_REQUESTS = 8
/** What waits for a first view that has not come by then is fetched all the same. */
const WAITS_AT_MOST_MS = 5_000
/** A word that a figure of one more digit pushes aside; a line that moves is fifty times as much. */
const UNSEEN = 0.001
/** Of a screen whose lists are of unknown length; a block that is pushed down is ten times as much. */
const HARDLY_SEEN = 0.02
type Shift = { value: number; moved: string[] }

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  await untilResting(page)
  await page.addInitScript(recordShifts)
})

test('the first view of the dashboard is light, also with decisions put off and away', async ({
  page,
  product,
}) => {
  const rows = await inboxRows(page)
  const [away, off] = rows.slice(-2).map(({ id }) => id)
  const headers = { origin: product.url }
  const decide = async (call: string, data: object) => {
    const answer = await page.request.post(`/api/recomendaciones/${call}`, { data, headers })
    expect(answer.status(), call).toBe(200)
  }
  try {
    await expectLight(page)
    await decide('descartar-varias', { ids: [away] })
    await decide('posponer', { ids: [off], dias: 3 })
    await expectLight(page)
    await expect(page.getByText(/^Hoy: .*descartada/)).toBeAttached()
    await expect(page.getByText(/pospuestas?, la próxima vuelve el/)).toBeAttached()
  } finally {
    await decide('recuperar', { ids: [away, off] })
  }
  await expect
    .poll(async () => (await inboxRows(page)).map(({ id }) => id))
    .toEqual(expect.arrayContaining([away, off]))
})

for (const [width, height] of [
  [375, 740],
  [1440, 900],
] as const)
  test(`nothing moves while the dashboard fills, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openDashboard(page)
    await expect(page.getByRole('heading', { name: /^Hoy, / })).toBeVisible()
    await expectStill(page)

    await page.route('**/api/import/*', async (route) => {
      await page.getByLabel('Nombre de la cuenta').waitFor()
      await page.waitForTimeout(500)
      await route.continue()
    })
    await page.goto('/dashboard/import')
    await expect(page.getByText('Hasta 50 MB')).toBeVisible()
    await expectStill(page)
  })

for (const [width, height] of [
  [375, 740],
  [1280, 800],
] as const)
  test(`nothing moves while an account is synced, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto(`/dashboard/accounts/${ACCOUNT}`)
    const sync = page.getByRole('button', { name: 'Actualizar', exact: true })
    await expect(sync).toBeEnabled({ timeout: 240_000 })
    await expect(page.getByRole('heading', { name: /^Campañas/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => Object.assign(window, { shifts: [] }))
    await sync.click()
    await expect(page.getByRole('progressbar', { name: /sincronización/ })).toBeVisible()
    await expect(sync).toBeEnabled({ timeout: 240_000 })
    await expectStill(page)
  })

for (const [width, height] of [
  [375, 740],
  [768, 1024],
  [1280, 800],
] as const)
  test(`nothing moves when the lists of a campaign or a group come late, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    if (width === 768) await expectPlaceOfDecisions(page)
    await page.goto(`/dashboard/accounts/${ACCOUNT}`)
    const lists = page.locator('#campaigns')
    const rows = lists.locator('td, li').getByRole('link')
    await rows.first().waitFor()
    await page.waitForLoadState('networkidle')
    await lists.evaluate((block) => block.scrollIntoView())
    // From the menu, which lies open over the rows while it is pointed at.
    await page.mouse.move(width / 2, height / 2)
    const waiting = page.getByRole('status', { name: /^Cargando/ })
    for (const level of ['Grupos de anuncios', /^Anuncios \(/]) {
      const come = Promise.withResolvers<void>()
      await page.route(/\/api\/(campaigns|ad-groups)\/\d+\//, async (route) => {
        await come.promise
        await route.continue()
      })
      await rows.first().click()
      await expect(page.getByRole('navigation', { name: 'Nivel' })).toBeVisible()
      await expect(waiting).toHaveCount(1)
      await page.waitForTimeout(1_000)
      await page.evaluate(() => Object.assign(window, { shifts: [] }))
      come.resolve()
      await expect(lists.getByRole('heading', { name: level })).toBeVisible()
      await expect(waiting).toHaveCount(0)
      await expectStill(page, HARDLY_SEEN)
      await page.unroute(/\/api\/(campaigns|ad-groups)\/\d+\//)
    }
  })

/** Come to from another screen, an account is drawn before its decisions have come, which stand above its figures there. */
async function expectPlaceOfDecisions(page: Page) {
  await page.goto('/dashboard')
  const come = Promise.withResolvers<void>()
  const decisions = new RegExp(`/api/recomendaciones/${ACCOUNT}$`)
  await page.route(decisions, async (route) => {
    await come.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Ver Detalles de Zapatería Alameda' }).click()
  await expect(page.getByRole('list', { name: 'Métricas' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Cargando recomendaciones' })).toBeVisible()
  await page.waitForTimeout(1_000)
  await page.evaluate(() => Object.assign(window, { shifts: [] }))
  come.resolve()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expectStill(page, HARDLY_SEEN / 2)
  await page.unroute(decisions)
}

async function inboxRows(page: Page): Promise<{ id: string }[]> {
  const inbox = await page.request.get('/api/hoy')
  return ((await inbox.json()) as { rows: { id: string }[] }).rows
}

async function expectLight(page: Page) {
  // On a machine too busy for that, once more.
  await expect(async () => {
    await openDashboard(page)
    expect(await settledAt(page)).toBeLessThan(WAITS_AT_MOST_MS)
  }).toPass()
  const loaded = await page.evaluate(() => {
    const [settled] = performance.getEntriesByName('pujante settled')
    return [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ]
      .filter(({ startTime }) => startTime < (settled?.startTime ?? Number.POSITIVE_INFINITY))
      .map((entry) => {
        const { name, encodedBodySize, decodedBodySize } = entry as PerformanceResourceTiming
        return { path: new URL(name).pathname, encodedBodySize, decodedBodySize }
      })
  })
  const scripts = loaded.filter(({ path }) => path.endsWith('.js'))
  const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  const paths = loaded.map(({ path }) => path)
  const present = `${paths.length} requests, ${(bytes / 1024).toFixed(1)} KiB of code: ${paths.join(' ')}`
  test.info().annotations.push({ type: 'weight', description: present })
  expect(bytes, 'some code has come').toBeGreaterThan(20 * 1024)
  for (const { path, encodedBodySize, decodedBodySize } of scripts)
    if (decodedBodySize > 2048)
      expect(encodedBodySize, `${path} is compressed`).toBeLessThan(decodedBodySize / 2)
  expect(bytes, present).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
  // What the page names ahead must be what the screen asks for, or it would come twice.
  expect(new Set(paths).size, paths.join('\n')).toBe(paths.length)
  expect(paths.length, present).toBeLessThanOrEqual(MOST_REQUESTS)
}

/** While accounts are synced the page follows them, each by a stream of its own. */
async function untilResting(page: Page) {
  await expect
    .poll(
      async () => {
        const list = await page.request.get('/api/google-accounts')
        const accounts = (await list.json()) as { hasSyncNews: boolean }[]
        return accounts.some(({ hasSyncNews }) => hasSyncNews)
      },
      { timeout: 240_000, intervals: [1_000] },
    )
    .toBe(false)
}

function settledAt(page: Page) {
  return page.evaluate(() => performance.getEntriesByName('pujante settled')[0]?.startTime)
}

async function openDashboard(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /^Ver Detalles/ }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cartera' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Cargando la cartera' })).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

async function expectStill(page: Page, most = UNSEEN) {
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThan(most)
}

/** Runs in the page, before anything of it. Cumulative layout shift, also of what follows a click. */
function recordShifts() {
  const page = Object.assign(window, { shifts: [] as Shift[] })
  type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
  const named = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return `${element?.tagName}.${element?.getAttribute('class')} ${node?.textContent?.slice(0, 40)}`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[])
      page.shifts.push({
        value: entry.value,
        moved: entry.sources.map(({ node }) => named(node)),
      })
  }).observe({ type: 'layout-shift', buffered: true })
}
