import type { Page } from '@playwright/test'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import { openGoogle } from './google-door.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

// A world of its own, for what another person changes stays changed. What is refused is a 409, which the browser reports.
test.use({ world: 'meanwhile', expectedErrors: [/status of 409/] })

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  await product.dev('sync', { customerId: ACCOUNT })
})

test('changed in Google while its dialog is open: refused with both values, nothing overwritten', async ({
  page,
}) => {
  const google = await openGoogle(page)
  const { one, budgets } = await applicableBudgets(page)
  const [place] = budgets
  const history = await applied(page)
  const before = await Promise.all(budgets.map(({ name }) => google.budget(name)))
  const dialog = await openDialog(page, one)
  await expect(dialog).toContainText('Presupuesto al día')
  const theirs = before[0]! + 1_230_000
  await google.setBudget(place!.name, theirs)

  await dialog.getByRole('button', { name: 'Aplicar', exact: true }).click()
  await expect(dialog.getByRole('alert').first()).toContainText(/era .+ al analizarlo y ahora es/)
  await expect(dialog.getByRole('alert').first()).toContainText('marta.demo@gmail.test')
  await expect(page.getByLabel('Avisos')).toContainText('Error al aplicar la recomendación')
  await expect(dialog.getByRole('button', { name: 'Aplicar', exact: true })).toBeDisabled()
  expect(await Promise.all(budgets.map(({ name }) => google.budget(name)))).toEqual([
    theirs,
    ...before.slice(1),
  ])
  expect((await pending(page)).map(({ id }) => id)).toContain(one.id)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  const more = page.getByRole('button', { name: /^Ver (la|las \d+) restantes?$/ })
  const row = page.getByRole('listitem').filter({ hasText: one.titulo })
  await expect(page.getByRole('button', { name: /^Aplicar: / }).first()).toBeVisible()
  if (await more.isVisible()) await more.click()
  await row.getByRole('button', { name: `Aplicar: ${one.titulo}` }).click()
  await row.getByRole('button', { name: 'Aplicar', exact: true }).click()
  await expect(page.getByLabel('Avisos')).toContainText(
    'Error al aplicar la recomendación. Por favor, inténtalo de nuevo.',
  )
  await expect(row.getByRole('alert').first()).toContainText(/era .+ al analizarlo y ahora es/)
  expect(await applied(page), 'nothing in the history').toEqual(history)
  await google.setBudget(place!.name, before[0]!)
})

test('changed in Google after it was applied: not undone over anybody’s head, and the notice says why', async ({
  page,
}) => {
  const google = await openGoogle(page)
  const { one, budgets } = await applicableBudgets(page)
  const dialog = await openDialog(page, one)
  await dialog.getByRole('button', { name: 'Aplicar', exact: true }).click()
  await expect(page.getByLabel('Avisos')).toContainText('Recomendación aplicada')
  const theirs = budgets.map(({ micros }) => micros + 2_340_000)
  for (const [i, { name }] of budgets.entries()) await google.setBudget(name, theirs[i]!)

  await page.getByRole('tab', { name: 'Historial de aplicadas' }).click()
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: /^Deshacer:/ }).click()
  const notice = page.getByLabel('Avisos')
  await expect(notice).toContainText('No se pudo deshacer el cambio')
  await expect(notice).toContainText(/quedó en .+ y alguien lo ha cambiado después a/)
  await expect(notice).toContainText('No se deshace para no pisarlo')
  expect(await Promise.all(budgets.map(({ name }) => google.budget(name)))).toEqual(theirs)
  await expect(card).toContainText('Aplicada')
  await expect(card.getByRole('button', { name: /^Deshacer:/ })).toBeEnabled()
})

test('one of several changes fails: told item by item, and what was made is undone', async ({
  page,
  product,
}) => {
  const google = await openGoogle(page)
  const { one, texts } = await applicableNegatives(page)
  const count = async () =>
    (await Promise.all(texts.map(google.negatives))).reduce((sum, found) => sum + found, 0)
  const { length } = one.evidence.change?.operations ?? []
  expect(await count()).toBe(0)
  const dialog = await openDialog(page, one)
  await expect(dialog.getByRole('listitem')).toHaveCount(length)
  await product.dev('faults', { vendor: 'google-ads', fault: 'partial_failure', times: 1 })
  await dialog.getByRole('button', { name: 'Aplicar', exact: true }).click()
  const notice = page.getByLabel('Avisos')
  await expect(notice).toContainText('Aplicada en parte')
  await expect(notice).toContainText(`hecho ${length - 1} de ${length} cambios`)
  expect(await count()).toBe(length - 1)

  await page.getByRole('tab', { name: 'Historial de aplicadas' }).click()
  const card = page.getByRole('article').first()
  await expect(card).toContainText('Aplicada en parte')
  await expect(card.getByText(new RegExp(`«?${texts[0]}»?.*: .+\\.`))).toHaveCount(1)
  await card.getByRole('button', { name: /^Deshacer:/ }).click()
  await expect(card).toContainText('Deshecha')
  expect(await count()).toBe(0)
})

type Operation = {
  campaignBudgetOperation?: { update: { resourceName: string; amountMicros: string } }
  campaignCriterionOperation?: { create?: { keyword?: { text: string } } }
}

async function applicableBudgets(page: Page) {
  return await firstApplicable(page, (operations) => {
    const budgets = operations.flatMap(({ campaignBudgetOperation: budget }) => {
      const name = budget?.update.resourceName.replace('{customerId}', ACCOUNT)
      return name ? [{ name, micros: Number(budget?.update.amountMicros) }] : []
    })
    return budgets.length === operations.length ? { budgets } : null
  })
}

async function applicableNegatives(page: Page) {
  return await firstApplicable(page, (operations) => {
    const texts = operations.flatMap(
      ({ campaignCriterionOperation: criterion }) => criterion?.create?.keyword?.text ?? [],
    )
    const areSeveral = texts.length > 1 && texts.length === operations.length
    return areSeveral ? { texts: [...new Set(texts)] } : null
  })
}

async function firstApplicable<T extends object>(
  page: Page,
  read: (operations: readonly Operation[]) => T | null,
): Promise<T & { one: Recommendation }> {
  let found: (T & { one: Recommendation }) | null = null
  const look = async () => {
    found = await applicable(page, read)
    return found !== null
  }
  // The newest days are judged first, and what needs more days comes later.
  await expect.poll(look, { timeout: 600_000, intervals: [2_000] }).toBe(true)
  return found!
}

async function applicable<T extends object>(
  page: Page,
  read: (operations: readonly Operation[]) => T | null,
): Promise<(T & { one: Recommendation }) | null> {
  for (const one of await pending(page)) {
    const operations = (one.evidence.change?.operations ?? []) as Operation[]
    const wanted = operations.length > 0 && read(operations)
    if (!wanted) continue
    const preview = await page.request.get(`/api/recomendaciones/${one.id}/cambio`)
    const { refusals } = (await preview.json()) as { refusals: string[] }
    if (refusals.length === 0) return { one, ...wanted }
  }
  return null
}

async function openDialog(page: Page, one: Recommendation) {
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one.id}&do=aplicar`)
  const dialog = page.getByRole('dialog', { name: 'Aplicar en Google Ads' })
  await expect(dialog.getByRole('button', { name: 'Aplicar', exact: true })).toBeEnabled()
  return dialog
}

async function pending(page: Page): Promise<Recommendation[]> {
  const answer = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Recommendation[]
}

async function applied(page: Page): Promise<string[]> {
  const answer = await page.request.get(`/api/recomendaciones-aplicadas/${ACCOUNT}`)
  return ((await answer.json()) as { applicationId: string }[]).map((one) => one.applicationId)
}
