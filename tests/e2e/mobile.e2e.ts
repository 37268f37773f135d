import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, openFirstEvidence, untilFilled } from './screen.ts'

test.use({
  viewport: { width: 375, height: 740 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'no-preference' },
})

test('the menu leads to an account whose page fits the screen', async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  await page.goto('/dashboard')
  await expect(page.getByRole('complementary', { name: 'Menú del panel' })).toBeHidden()
  await page.getByRole('button', { name: 'Abrir menú' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menú del panel' })
  await menu.getByLabel('Cuenta activa').selectOption(ACCOUNT)
  await expect(menu).toBeHidden()

  await expect(page.getByRole('heading', { name: 'Zapatería Alameda', level: 1 })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  const campaign = page.locator('#campaigns').getByRole('link').first()
  await expect(campaign).toBeVisible()
  await expectNoOverflow(page)
  await campaign.tap()
  await expect(page.getByRole('heading', { name: 'Grupos de anuncios' })).toBeVisible()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Volver' }).tap()
  // The way back takes a moment, and closes a row that was opened before it.
  await expect(page.getByRole('heading', { name: 'Grupos de anuncios' })).toHaveCount(0)

  await openFirstEvidence(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Cerrar' }).tap()
  await page.getByRole('button', { name: /^Periodo: / }).tap()
  const calendar = page.getByRole('dialog', { name: 'Elegir periodo' })
  await expect(calendar.getByRole('button', { name: 'Este mes' })).toBeInViewport()
  await expectNoOverflow(page)
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 900 } })

  test('the menu is icons until it is pointed at or tabbed into, and nothing in it moves up or down', async ({
    page,
    product,
  }) => {
    await signIn(page, product, 'demo')
    await untilFilled(page, ACCOUNT)
    await page.goto(`/dashboard/accounts/${ACCOUNT}`)
    const menu = page.getByRole('complementary', { name: 'Menú del panel' })
    const results = menu.getByRole('link', { name: 'Resultados' })
    const box = async (of: Locator) => (await of.boundingBox())!
    await page.mouse.move(600, 400)
    await expect.poll(async () => (await box(menu)).width).toBe(60)
    await expectNoOverflow(page)
    const firstDeed = page
      .locator('#recommendations')
      .getByRole('button', { name: /^(Aplicar|Ver): / })
    await expect(firstDeed.first(), 'what to do is on the first screen').toBeInViewport()
    await expectFiguresBesideNames(page.locator('#campaigns').getByRole('listitem'))
    const { y } = await box(results)

    await menu.hover({ position: { x: 20, y: 60 } })
    await expect.poll(async () => (await box(menu)).width).toBe(232)
    await expect(menu.getByText('Resultados')).toBeVisible()
    expect((await box(results)).y).toBe(y)
    await page.mouse.move(600, 400)
    await expect.poll(async () => (await box(menu)).width).toBe(60)

    await menu.getByLabel('Cuenta activa').focus()
    await expect.poll(async () => (await box(menu)).width).toBe(232)
    await results.press('Enter')
    await expect(page.getByRole('heading', { name: 'Resultados', level: 1 })).toBeVisible()
    await expect
      .poll(async () => (await box(menu)).width, 'it folds once the page is there')
      .toBe(60)
    await expectNoOverflow(page)
  })
})

/** A line for each row, and what is one column of a table has one right edge. */
async function expectFiguresBesideNames(rows: Locator) {
  await expect(rows.first()).toBeVisible()
  const drawn = await rows.evaluateAll((items) =>
    items.map((item) => {
      const name = item.querySelector('a')!.getBoundingClientRect()
      const figures = [...item.querySelectorAll('dd')].map((one) => one.getBoundingClientRect())
      return { name, figures }
    }),
  )
  const edges = drawn.map(({ figures }) => figures.map(({ right }) => Math.round(right)))
  expect(edges[0]!.length).toBeGreaterThan(2)
  for (const of of edges) expect(of).toEqual(edges[0])
  for (const { name, figures } of drawn)
    for (const { left, top, bottom } of figures) {
      expect(left).toBeGreaterThanOrEqual(name.right)
      expect(Math.abs((top + bottom) / 2 - (name.top + name.bottom) / 2)).toBeLessThan(8)
    }
}

async function expectNoOverflow(page: Page) {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(excess, 'pixels beyond the screen').toBeLessThanOrEqual(0)
}
