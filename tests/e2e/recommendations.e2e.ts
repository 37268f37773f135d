import type { Page } from '@playwright/test'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import { expectAccessible } from './accessible.ts'
import { openGoogle } from './google-door.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilAtRest, untilFilled } from './screen.ts'

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  await untilAtRest(page, ACCOUNT)
})

test('filtered, read to the evidence, dismissed with a reason, and gone after the next sync', async ({
  page,
  product,
}) => {
  const all = await pending(page)
  const one = all.at(-1)!
  await openList(page)
  await page.getByLabel('Categoría').selectOption(one.categoria)
  await expect(page).toHaveURL(new RegExp(`cat=${one.categoria}`))
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one.id}`)
  const drawer = page.getByRole('dialog', { name: one.titulo })
  for (const part of ['Qué hemos visto', 'Por qué no es casualidad', 'Qué esperar al mes'])
    await expect(drawer.getByRole('heading', { name: part })).toBeVisible()
  await drawer.getByRole('button', { name: 'Descartar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Descartar recomendación' })
  await dialog.getByLabel('Motivo').selectOption('Los datos no me convencen')
  await dialog.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByLabel('Avisos')).toContainText('Recomendación descartada')
  expect((await pending(page)).map(({ id }) => id)).not.toContain(one.id)
  await product.dev('sync', { customerId: ACCOUNT })
  expect((await pending(page)).map(({ id }) => id)).not.toContain(one.id)
})

test('previewed, applied in Google Ads, undone: Google says the same at every step', async ({
  page,
  product,
}) => {
  const google = await openGoogle(page)
  const one = (await pending(page)).find(isBudget)!
  const before = await google.budgets()
  const waysAreTold = Promise.withResolvers<void>()
  await page.route('**/promesa', async (route) => {
    await waysAreTold.promise
    await route.continue()
  })
  await openChange(page, one)
  const dialog = page.getByRole('dialog', { name: 'Aplicar en Google Ads' })
  await expect(dialog).toContainText('Presupuesto al día')
  await expect(dialog).toContainText('al mes')
  await expect(dialog.getByRole('button', { name: /^Aplicar/ })).toBeDisabled()
  waysAreTold.resolve()
  await expect(dialog.getByRole('status')).toHaveCount(0)
  await expectAccessible(page)
  expect(await google.budgets(), 'a preview changes nothing').toEqual(before)
  await dialog.getByRole('button', { name: 'Aplicar', exact: true }).click()
  await expect(page.getByLabel('Avisos')).toContainText('Recomendación aplicada')
  expect(await google.budgets()).not.toEqual(before)

  await page.getByRole('tab', { name: 'Historial de aplicadas' }).click()
  // Newest first; its title may name newer amounts than the list did before the syncs.
  const card = page.getByRole('article').first()
  await expect(card).toContainText('Mejorado (previsto)')
  await expect(card).toContainText(/Quedan \d+ días/)
  await card.getByRole('button', { name: /^Deshacer:/ }).click()
  await expect(card).toContainText('Deshecha')
  expect(await google.budgets()).toEqual(before)
  await product.dev('sync', { customerId: ACCOUNT })
  expect((await pending(page)).map(({ id }) => id)).toContain(one.id)
})

test('in a read-only account nothing is applied, and the dialog says why', async ({ page }) => {
  const one = (await pending(page)).find(isBudget)!
  await openList(page)
  await page.getByText('Qué se puede cambiar desde aquí').click()
  const readOnly = page.getByRole('checkbox', { name: /Solo lectura/ })
  await readOnly.click()
  await expect(page.getByLabel('Avisos')).toContainText('Límites guardados')
  await openChange(page, one)
  const dialog = page.getByRole('dialog', { name: 'Aplicar en Google Ads' })
  await expect(dialog.getByRole('alert')).toContainText('solo lectura')
  await expect(dialog.getByRole('button', { name: 'Aplicar', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByText('Qué se puede cambiar desde aquí').click()
  await readOnly.click()
  await expect(readOnly).not.toBeChecked()
})

test('ads whose page is gone are paused, and go on again', async ({ page }) => {
  const google = await openGoogle(page)
  const dead = (await pending(page)).filter(({ rule }) => rule === 'dead-landing-pages')
  const one = dead.find(({ evidence }) => evidence.change?.operations.length)!
  const { page: address } = one.evidence.table.rows[0]!
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one.id}`)
  const drawer = page.getByRole('dialog', { name: one.titulo })
  await expect(drawer).toContainText('No existe (404 o 410)')
  await expect(drawer).toContainText('Vista por última vez')
  await openChange(page, one)
  const dialog = page.getByRole('dialog', { name: 'Aplicar en Google Ads' })
  await dialog.getByRole('button', { name: 'Aplicar', exact: true }).click()
  await expect(page.getByLabel('Avisos')).toContainText('Recomendación aplicada')
  expect(new Set(await google.adsTo(String(address)))).toEqual(new Set(['PAUSED']))
  await page.getByRole('tab', { name: 'Historial de aplicadas' }).click()
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: /^Deshacer:/ }).click()
  await expect(card).toContainText('Deshecha')
  expect(new Set(await google.adsTo(String(address)))).toEqual(new Set(['ENABLED']))
  await page.getByText('Objetivos y palabras de esta cuenta').click()
  await expect(page.getByText(/Hasta ahora, \d+ páginas abiertas, la última /)).toBeVisible()
})

const isBudget = ({ evidence }: Recommendation) =>
  evidence.change?.operations.some((operation) => 'campaignBudgetOperation' in operation) ?? false

async function openList(page: Page) {
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  await expect(page.getByRole('tab', { name: 'Pendientes' })).toBeVisible()
}

/** On any page of the list. */
async function openChange(page: Page, one: Recommendation) {
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one.id}&do=aplicar`)
}

async function pending(page: Page): Promise<Recommendation[]> {
  const answer = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Recommendation[]
}
