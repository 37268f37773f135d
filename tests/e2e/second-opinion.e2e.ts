import type { GoogleRecommendation } from '#features/second-opinion/contract.ts'
import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
})

test('a recommendation of Google: its verdict, its numbers, applied in Google Ads, and gone', async ({
  page,
}) => {
  const open = async () => {
    const reply = await page.request.get(`/api/segunda-opinion/${ACCOUNT}`)
    return ((await reply.json()) as { recomendaciones: GoogleRecommendation[] }).recomendaciones
  }
  await expect.poll(async () => (await open()).length).toBeGreaterThan(3)
  const budget = (await open()).find(({ tipo }) => tipo === 'CAMPAIGN_BUDGET')!
  const name = `${budget.titulo} · ${budget.campaignName}`
  await page.goto(`/dashboard/accounts/${ACCOUNT}#second-opinion`)
  // What the server drew goes once the program takes its place.
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  const block = page.locator('#second-opinion')
  await block.scrollIntoViewIfNeeded()
  const card = block.getByRole('article').filter({ hasText: budget.razon })
  await expect(card).toContainText('Google promete')
  await card.getByRole('button', { name: `Ver los números: ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Cada conversión de más')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expect(dialog).toContainText('al mes')
  await expect(dialog).toContainText('no ofrece deshacer')
  await dialog.getByRole('button', { name: 'Aplicar en Google Ads' }).click()
  await expect(page.getByLabel('Avisos')).toContainText('Aplicada en Google Ads')
  await expect(card).toHaveCount(0)
  expect((await open()).map(({ id }) => id)).not.toContain(budget.id)
})

test('what Google changed by itself is announced, shown and switched off', async ({ page }) => {
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  await page.getByRole('button', { name: 'Ver qué ha cambiado' }).click()
  const block = page.locator('#second-opinion')
  await expect(block.getByRole('tab', { name: 'Cambios automáticos' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(block.getByRole('article').first()).toContainText(/Midiendo, faltan \d+ días/)
  await expectAccessible(page)
  await block.getByRole('button', { name: 'Desactivar: Añadir un anuncio adaptable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByLabel('Avisos')).toContainText('Google ya no la aplicará sola')
  await expect(block.getByText('1 tipo activo')).toBeVisible()
})
