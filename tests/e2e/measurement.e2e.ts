import type { Page } from '@playwright/test'
import type { getPromise } from '#features/recommendations/contract/changes.ts'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, keepOnly, untilFilled } from './screen.ts'

// Weeks pass here, and every other story wants today.
test.use({ world: 'weeks later' })
test.setTimeout(900_000)

test('applied, and 45 days later the measured verdict stands where the forecast was', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  const list = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  const one = ((await list.json()) as Recommendation[]).find(
    ({ campaignId, evidence }) => campaignId !== null && evidence.change !== null,
  )!
  const applied = await page.request.post(`/api/recomendaciones/${one.id}/aplicar`, {
    data: {},
    headers: { origin: product.url },
  })
  expect(applied.ok(), await applied.text()).toBe(true)
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rtab=historial`)
  const card = page.getByRole('article').filter({ hasText: one.titulo })
  await expect(card).toContainText('Midiendo, faltan 43 días')
  await expect(card).toContainText('(previsto)')

  // What is open would ask on with a session that ends while the weeks pass.
  await page.goto('about:blank')
  await keepOnly(page, product, ACCOUNT)
  await product.dev('clock', { advanceDays: 45 })
  await product.dev('sync', { customerId: ACCOUNT })
  await signIn(page, product, 'demo')
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rtab=historial`)
  await expect(card).toContainText(/Mejorado|Sin cambios|Empeorado|No concluyente/)
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
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // The charts are drawn anew for the width that they find.
    const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(scrollWidth).toBeLessThanOrEqual(width)
  }
})

test('in two halves: the dialog says what it will tell, a coin falls, and the second follows the verdict', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  const list = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  const one = await firstInHalves(page, (await list.json()) as Recommendation[])
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one.id}&do=aplicar`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /En dos mitades/ }).check()
  await expect(dialog).toContainText(/cambios? ahora, por sorteo, y \d+ el/)
  await expect(dialog).toContainText(/Ahora se hará/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Aplicar en dos mitades' }).click()
  await expect(page.getByText(/^Primera mitad: /)).toBeVisible({ timeout: 60_000 })
  await page.goto('/dashboard/results?periodo=todo')
  const row = page.getByRole('article').filter({ hasText: one.titulo })
  await expect(row).toContainText(/aplicada la primera, segunda mitad el/)
  await expect(row.getByRole('button', { name: /^No hacer la segunda mitad/ })).toBeVisible()

  await page.goto('about:blank')
  await product.dev('clock', { advanceDays: 45 })
  await product.dev('sync', { customerId: ACCOUNT })
  await signIn(page, product, 'demo')
  await expect(async () => {
    await page.goto('/dashboard/results?periodo=todo')
    await expect(row).toContainText(/las dos están aplicadas|la segunda no se hace/, {
      timeout: 5_000,
    })
  }).toPass({ timeout: 120_000 })
  await expect(row).toContainText(/Mejorado|Sin cambios|Empeorado|No concluyente/)
  await expect(row).toContainText('Comparado por sorteo')
})

/** A card that has parts enough. */
async function firstInHalves(page: Page, all: readonly Recommendation[]): Promise<Recommendation> {
  for (const one of all.filter(({ evidence }) => (evidence.change?.operations.length ?? 0) >= 12)) {
    const promise = await page.request.get(`/api/recomendaciones/${one.id}/promesa`)
    if (((await promise.json()) as ReplyOf<typeof getPromise>).halves) return one
  }
  throw new Error('no card has parts enough to be applied in halves')
}
