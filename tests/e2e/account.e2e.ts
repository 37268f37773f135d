import type { Page } from '@playwright/test'
import { expect, type Product, signIn, test } from './product.ts'
import { ACCOUNT, amount, lastMonth, untilFilled } from './screen.ts'

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
})

test('cards, days and campaigns show the same totals as the API', async ({ page, product }) => {
  await chooseRange(page, 'Último mes')
  const metrics = await figures(page, product, lastMonth())
  await expect(cards(page).getByRole('listitem')).toHaveCount(8)
  expect(metrics.spend).toBeGreaterThan(0)
  // Until the new range is read, the figures of the old one may stand there.
  for (const [title, value] of [
    ['Gasto', metrics.spend],
    ['Impresiones', metrics.impressions],
    ['Clics', metrics.clicks],
    ['Conversiones', metrics.conversions],
    ['Coste por conversión', metrics.costPerConversion],
  ] as const)
    await expect.poll(() => cardAmount(page, title), title).toBeCloseTo(value, 2)

  const campaigns = page.getByRole('table', { name: 'Campañas' })
  const totals = campaigns.locator('tfoot').getByRole('cell')
  await expect(totals.first()).toBeVisible()
  const titles = await campaigns.getByRole('columnheader').allTextContents()
  const total = async (title: string) =>
    amount(await totals.nth(titles.indexOf(title)).textContent())
  await expect.poll(() => total('Coste')).toBeCloseTo(metrics.spend, 2)
  await expect.poll(() => total('Clics')).toBe(metrics.clicks)
  await expect.poll(() => total('Impresiones')).toBe(metrics.impressions)

  await card(page, 'Gasto').click()
  await page.getByRole('button', { name: 'Ver como tabla' }).click()
  const days = page.getByRole('table', { name: 'Gasto por día' }).locator('tbody tr')
  await expect(days.first()).toBeVisible()
  const spends = await days.locator('td:nth-child(2)').allTextContents()
  expect(spends.length).toBeGreaterThanOrEqual(28)
  const sum = spends.reduce((total, spend) => total + amount(spend), 0)
  // Every day on screen is rounded to the cent.
  expect(Math.abs(sum - metrics.spend)).toBeLessThan(0.005 * spends.length)

  await page.reload()
  expect(new URL(page.url()).searchParams.get('range')).toBe('last_month')
  await expect(page.getByRole('button', { name: 'Ver como gráfico' })).toBeVisible()
  await expect.poll(() => cardAmount(page, 'Gasto')).toBeCloseTo(metrics.spend, 2)
})

test('what a rested-on link shows first is read before it is followed', async ({ page }) => {
  await page.goto('/dashboard/accounts')
  const link = page.locator(`a[href="/dashboard/accounts/${ACCOUNT}"]`).last()
  await expect(link).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const reads = ['/api/account-metrics/', '/api/account-trend/', '/api/recomendaciones/']
  await link.hover()
  for (const path of reads) await expect.poll(() => asked).toContain(`${path}${ACCOUNT}`)
  await page.waitForLoadState('networkidle')
  await link.click()
  await expect(cards(page).getByRole('listitem')).toHaveCount(8)
  await expect.poll(() => cardAmount(page, 'Gasto')).toBeGreaterThan(0)
  for (const path of reads)
    expect(
      asked.filter((one) => one === `${path}${ACCOUNT}`),
      path,
    ).toHaveLength(1)

  const code = page.waitForRequest(/\/assets\/results-page-[\w-]+\.js$/)
  await page.getByRole('link', { name: 'Resultados' }).focus()
  await code
})

test('the chart follows the metric of card and list', async ({ page }) => {
  await page.getByLabel('Métrica del gráfico').selectOption('Clics')
  await expect(page.getByRole('heading', { name: 'Clics por día' })).toBeVisible()
  await expect(card(page, 'Clics')).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/metric=clicks/)
  const summary = page.locator('figcaption')
  await expect(summary).toContainText('Clics')
  await card(page, 'CTR').click()
  await expect(page.getByRole('heading', { name: 'CTR por día' })).toBeVisible()
  await expect(summary).toContainText('CTR')
})

test('campaigns: search, sort, page, ad groups, back, and a shared link', async ({
  page,
  context,
}) => {
  const table = page.getByRole('table', { name: 'Campañas' })
  const rows = table.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(10)
  const pages = page.getByRole('navigation', { name: 'Páginas de Campañas' })
  await pages.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(pages.getByRole('button', { name: 'Página 2 de 2' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await table.getByRole('button', { name: 'Coste', exact: true }).click()
  await expect(page).toHaveURL(/sort=-cost/)
  const at = (await table.getByRole('columnheader').allTextContents()).indexOf('Coste')
  // The address changes a moment before the rows do.
  await expect(async () => {
    const costs = await Promise.all(
      (await rows.all()).map(async (row) =>
        amount(await row.getByRole('cell').nth(at).textContent()),
      ),
    )
    expect(costs).toHaveLength(10)
    expect(costs).toEqual(costs.toSorted((a, b) => b - a))
  }).toPass()

  const name = (await rows.first().getByRole('link').textContent()) ?? ''
  await page.getByRole('searchbox', { name: 'Buscar campañas...' }).fill(name)
  await expect(page).toHaveURL(/q=/)
  await expect(rows.first()).toContainText(name)
  await rows.first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Grupos de anuncios' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Nivel' })).toContainText(name)
  const adGroups = page.getByRole('table', { name: 'Grupos de anuncios' })
  await expect(adGroups.locator('tbody').getByRole('row').first()).toBeVisible()

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('navigation', { name: 'Nivel' })).toContainText(name)
  await other.close()

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Campañas', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/sort=-cost/)
  await expect(rows.first()).toContainText(name)
})

test('a campaign is opened and left with the keyboard alone', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Campañas' })
  await expect(table.getByRole('row').first()).toBeVisible()
  await table.getByRole('columnheader').first().getByRole('button').focus()
  const first = table.locator('tbody').getByRole('link').first()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await first.evaluate((link) => link === document.activeElement)) break
  }
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  const adGroups = page.getByRole('table', { name: 'Grupos de anuncios' })
  await expect(adGroups).toBeVisible()
  await expect(page.locator('#campaigns')).toBeFocused()

  const group = adGroups.locator('tbody').getByRole('link').nth(1)
  await group.press('Enter')
  const back = page.getByRole('button', { name: 'Volver' })
  await expect(page.getByRole('heading', { name: /^Anuncios \(/ })).toBeVisible()
  await back.press('Enter')
  await expect(group, 'the row that was opened').toBeFocused()
  await back.press('Enter')
  await expect(first).toBeFocused()
})

test('printed, the chart keeps a room of its own, no higher than it is drawn', async ({ page }) => {
  const chart = page.getByRole('slider', { name: /por día/ }).locator('svg')
  await expect(chart).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const rooms = await chart.evaluate((drawing) => {
    const room = drawing.parentElement?.parentElement
    return [drawing, room].map((one) => one?.getBoundingClientRect().height)
  })
  expect(rooms[1]).toBeCloseTo(rooms[0] ?? 0, 0)
})

async function chooseRange(page: Page, name: string) {
  await page.getByRole('button', { name: /^Periodo: / }).click()
  await page.getByRole('dialog', { name: 'Elegir periodo' }).getByRole('button', { name }).click()
  await expect(page).toHaveURL(/range=/)
}

function cards(page: Page) {
  return page.getByRole('list', { name: 'Métricas' })
}

function card(page: Page, title: string) {
  return cards(page)
    .getByRole('button')
    .filter({ has: page.getByText(title, { exact: true }) })
}

/** The figure under the title; waits until it is there. */
async function cardAmount(page: Page, title: string): Promise<number> {
  await expect(card(page, title)).toContainText(/\d/)
  return amount(await card(page, title).locator(':scope > span').nth(1).textContent())
}

async function figures(page: Page, { url }: Product, search: string) {
  const answer = await page.request.get(`${url}/api/account-metrics/${ACCOUNT}${search}`)
  return (await answer.json()) as Record<
    'spend' | 'impressions' | 'clicks' | 'conversions' | 'costPerConversion',
    number
  >
}
