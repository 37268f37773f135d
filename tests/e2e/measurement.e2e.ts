import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { getPromise } from '#features/recommendations/contract/changes.ts'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { expectAccessible } from './accessible.ts'
import { expect, type Product, signIn, test } from './product.ts'
import { ACCOUNT, keepOnly, untilFilled } from './screen.ts'

// Weeks pass here, and every other story wants today.
test.use({ world: 'weeks later' })
test.setTimeout(900_000)

test('applied, and weeks later the measured verdict stands where the forecast was', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  const list = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  const one = ((await list.json()) as Recommendation[]).find(
    ({ campaignId, evidence }) =>
      campaignId !== null && (evidence.change?.operations.length ?? 0) > 0,
  )!
  const applied = await page.request.post(`/api/recomendaciones/${one.id}/aplicar`, {
    data: {},
    headers: { origin: product.url },
  })
  expect(applied.ok(), await applied.text()).toBe(true)
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rtab=historial`)
  const card = page.getByRole('article').filter({ hasText: one.titulo })
  await expect(card).toContainText('Quedan 43 días')
  await expect(card).toContainText('(previsto)')

  await keepOnly(page, product, ACCOUNT)
  // Which look decides (4, 8 or 12 weeks) depends on the figures of the day the test runs on; the last one does.
  for (const days of [45, 28, 28]) {
    // What is open would ask on with a session that ends while the weeks pass.
    await page.goto('about:blank')
    await product.dev('clock', { advanceDays: days })
    await signIn(page, product, 'demo')
    await page.goto(`/dashboard/accounts/${ACCOUNT}?rtab=historial`)
    await expect(card).toContainText(/Mejorado|Sin cambios|Empeorado|No concluyente/)
    await expect(card).not.toContainText('Se medirá')
    if (!(await card.textContent())?.includes('Midiendo')) break
  }
  await expect(card).not.toContainText('Midiendo')
  await expect(card).not.toContainText('(previsto)')
  await expect(card).toContainText(/entre .*% y .*%|no se puede precisar/)
  await expect(page.getByText('Cómo se han cumplido las previsiones')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Resultados' }).click()
  await expect(page.getByRole('region', { name: 'Resultado de todo' })).toContainText(
    '1 aplicada: 1 ',
  )
  const row = page.getByRole('article').filter({ hasText: one.titulo })
  await expect(row).toContainText(/Mejorado|Sin cambios|Empeorado|No concluyente|Midiéndose/)
  await expect(row.getByRole('button', { name: /^Deshacer/ })).toBeVisible()
  await expectAccessible(page)
  await expectPicture(page)
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // The charts are drawn anew for the width that they find.
    const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(scrollWidth).toBeLessThanOrEqual(width)
  }
})

/** A PNG twice as fine as it is large, with more on it than its ground. */
async function expectPicture(page: Page) {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar imagen' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^resultados-\d+-\S+\.png$/)
  const bytes = readFileSync(await download.path())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2_400, 1_260])
  expect(bytes.length).toBeGreaterThan(40_000)
}

test('in two halves: the one that waits is made at once, and both are taken back', async ({
  page,
  product,
}) => {
  const { one, dialog } = await openHalves(page, product)
  await applyHalves(page, dialog)
  const row = page.getByRole('article').filter({ hasText: one.titulo }).first()
  await expect(row).toContainText('Hecha antes, ya no se podrán comparar.')
  await row.getByRole('button', { name: /^Hacer ya la segunda mitad/ }).click()
  await expect(row).toContainText('las dos están aplicadas')
  await expect(row.getByRole('button', { name: /la segunda mitad/ })).toHaveCount(0)
  await row.getByRole('button', { name: /^Deshacer/ }).click()
  await expect(row).toContainText(/Deshecha/)
  // So many changes are as many as a day allows.
  await page.goto('about:blank')
  await product.dev('clock', { advanceDays: 1 })
})

test('in two halves: the dialog says what it will tell, a coin falls, and the second follows the verdict', async ({
  page,
  product,
}) => {
  const { one, dialog } = await openHalves(page, product)
  await expect(dialog).toContainText(/cambios? ahora, por sorteo, y unos \d+ el/)
  await expect(dialog).toContainText(/Ahora se hará/)
  await expectAccessible(page)
  await applyHalves(page, dialog)
  const row = page.getByRole('article').filter({ hasText: one.titulo }).first()
  await expect(row).toContainText(/aplicada la primera, segunda mitad el/)
  await row.getByRole('button', { name: /^No hacer la segunda mitad/ }).click()
  const question = page.getByRole('dialog', { name: '¿No hacer la segunda mitad?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()

  // Which look decides (4, 8 or 12 weeks) depends on the figures of the day the test runs on; the last one does.
  const decided = /las dos están aplicadas|la segunda no se hace/
  for (const days of [45, 32, 32]) {
    const before = (await row.textContent()) ?? ''
    await page.goto('about:blank')
    await product.dev('clock', { advanceDays: days })
    await signIn(page, product, 'demo')
    await expect(async () => {
      await page.goto('/dashboard/results?periodo=todo')
      // However long the page takes to be drawn; only what it says is asked for anew.
      await expect(row).toBeVisible()
      await expect(row).toContainText(otherThan(before), { timeout: 5_000 })
    }).toPass({ timeout: 240_000 })
    if (decided.test((await row.textContent()) ?? '')) break
  }
  await expect(row).toContainText(decided)
  await expect(row).toContainText(/Mejorado|Sin cambios|Empeorado|No concluyente/)
  await expect(row).toContainText('Comparado por sorteo')
})

/** Decided, or the second half put off to another day than the row said before. */
function otherThan(before: string): RegExp {
  const day = /segunda mitad el (\d+ \S+ \d+)/.exec(before)?.[1] ?? 'no day'
  return new RegExp(
    `las dos están aplicadas|la segunda no se hace|segunda mitad el (?!${day})\\d+ \\S+ \\d+`,
  )
}

async function openHalves(page: Page, product: Product) {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  const list = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  const one = await firstInHalves(page, (await list.json()) as Recommendation[])
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one.id}&do=aplicar`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /En dos mitades/ }).check()
  return { one, dialog }
}

/** Ends where the results are. */
async function applyHalves(page: Page, dialog: Locator) {
  await dialog.getByRole('button', { name: 'Aplicar en dos mitades' }).click()
  await expect(page.getByText(/^Primera mitad: /)).toBeVisible()
  await page.goto('/dashboard/results?periodo=todo')
}

/** A card that has parts enough. */
async function firstInHalves(page: Page, all: readonly Recommendation[]): Promise<Recommendation> {
  for (const one of all.filter(({ evidence }) => (evidence.change?.operations.length ?? 0) >= 12)) {
    const promise = await page.request.get(`/api/recomendaciones/${one.id}/promesa`)
    if (((await promise.json()) as ReplyOf<typeof getPromise>).halves) return one
  }
  throw new Error('no card has parts enough to be applied in halves')
}
