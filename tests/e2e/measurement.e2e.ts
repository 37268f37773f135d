import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
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
