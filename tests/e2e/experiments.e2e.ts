import type { Page } from '@playwright/test'
import type { getPromise } from '#features/recommendations/contract/changes.ts'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { expectAccessible } from './accessible.ts'
import { expect, type Product, signIn, test } from './product.ts'
import { ACCOUNT, keepOnly, untilAtRest, untilFilled } from './screen.ts'
import { newViewer } from './team-mate.ts'

// Weeks pass here, and every other story wants today.
test.use({ world: 'an experiment later', expectedErrors: [/403 \(Forbidden\)/] })
test.setTimeout(900_000)

test('tried in one of Google’s experiments: offered with what it could tell, judged, promoted', async ({
  page,
  product,
  browser,
}) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  await keepOnly(page, product, ACCOUNT)
  await sayWorth(page, product, 60)
  const { one, budget } = await cards(page)
  if (budget) {
    await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${budget.id}&do=aplicar`)
    await expect(page.getByRole('dialog')).toContainText('las dos mitades se reparten el mismo')
  }
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one.id}&do=aplicar`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Probar con un experimento de Google/ }).check()
  await expect(dialog).toContainText('708 en cada mitad')
  await expect(dialog).toContainText('Se creará un experimento en Google Ads')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Probar en Google Ads' }).click()
  await expect(page.getByText(/El experimento empieza el/)).toBeVisible()
  await page.goto('/dashboard/results?periodo=todo')
  const row = page.getByRole('article').filter({ hasText: one.titulo })
  await expect(row).toContainText('Midiéndose')
  await expect(row).toContainText(/Experimento de Google: del .* con la mitad de las búsquedas/)
  await row.getByRole('button', { name: /^Terminar/ }).click()
  const end = page.getByRole('dialog', { name: '¿Terminar el experimento?' })
  await expect(end).toContainText('Todavía no se sabe si el cambio es mejor.')
  await end.getByRole('button', { name: 'Cancelar' }).click()
  await expect(row.getByRole('button', { name: /^Promover/ })).toHaveCount(0)

  await expectOnlyRead(await newViewer(page, product, browser), one)

  const promote = row.getByRole('button', { name: /^Promover/ })
  for (const days of [44, 28, 28]) {
    // What is open would ask on with a session that ends while the weeks pass.
    await page.goto('about:blank')
    await product.dev('clock', { advanceDays: days })
    await signIn(page, product, 'demo')
    await untilAtRest(page, ACCOUNT)
    await page.goto('/dashboard/results?periodo=todo')
    await expect(row).toBeVisible()
    if (await promote.isVisible()) break
  }
  await expect(row).toContainText(/Mejorado|Sin cambios|Empeorado|No concluyente/)
  await expect(row).toContainText('Medido con un experimento de Google')
  await expectAccessible(page)
  await promote.click()
  const question = page.getByRole('dialog', { name: '¿Promover el experimento?' })
  await expect(question).toContainText('el cambio pasa a valer para toda la campaña')
  await question.getByRole('button', { name: 'Promover experimento' }).click()
  await expect(row).toContainText('el cambio vale para toda la campaña')
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rtab=historial`)
  const applied = page.getByRole('article').filter({ hasText: one.titulo })
  await expect(applied).toContainText('el cambio vale para toda la campaña')
  await applied.getByRole('button', { name: /^Deshacer/ }).click()
  await expect(page.getByText('Cambio deshecho')).toBeVisible()
})

/** A colleague who only looks reads of the trial, and has no button that would be refused. */
async function expectOnlyRead(mate: Page, { titulo }: Recommendation) {
  await mate.goto('/dashboard/results?periodo=todo')
  const row = mate.getByRole('article').filter({ hasText: titulo })
  await expect(row).toContainText(/Experimento de Google: del .* con la mitad de las búsquedas/)
  await expect(row.getByRole('button', { name: /^(Deshacer|Promover|Terminar)/ })).toHaveCount(0)
  await mate.context().close()
}

/** What a conversion is worth in each campaign, so that targets can be judged. */
async function sayWorth(page: Page, { url }: Product, euros: number) {
  const answer = await page.request.put(`/api/google-accounts/${ACCOUNT}/objetivos`, {
    data: { cpaObjetivo: euros, palabrasDeMarca: [], palabrasProtegidas: [] },
    headers: { origin: url },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await untilAtRest(page, ACCOUNT)
}

/** One that can be tried so, and one about a budget, which cannot. */
async function cards(page: Page) {
  const list = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  const all = ((await list.json()) as Recommendation[]).filter(
    ({ evidence }) => (evidence.change?.operations.length ?? 0) > 0,
  )
  const holds = (one: Recommendation, key: string) =>
    evidenceOf(one).some((operation) => key in operation)
  const budget = all.find((one) => holds(one, 'campaignBudgetOperation'))
  for (const one of all.filter((each) => holds(each, 'campaignOperation'))) {
    const promise = await page.request.get(`/api/recomendaciones/${one.id}/promesa`)
    const { experiment } = (await promise.json()) as ReplyOf<typeof getPromise>
    if (experiment?.refusal === null) return { one, budget }
  }
  throw new Error(`none can be tried: ${all.map(({ titulo }) => titulo).join(' · ')}`)
}

const evidenceOf = ({ evidence }: Recommendation) => evidence.change?.operations ?? []
