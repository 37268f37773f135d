import type { Page } from '@playwright/test'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

test('what the owner says of an account is kept, and the analysis goes by it', async ({
  page,
  product,
}) => {
  test.setTimeout(180_000)
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  const [term] = await excludedWords(page)
  expect(term, 'some words are proposed to be excluded').toBeDefined()
  await openGoals(page)
  const cost = page.getByLabel(/^Lo que puede costar una conversión/)
  await cost.fill('gratis')
  await page.getByRole('button', { name: 'Guardar y analizar de nuevo' }).click()
  await expect(page.getByText('Escribe un importe, por ejemplo 12,50.')).toBeVisible()
  await cost.fill('12,50')
  await page.getByLabel('Palabras que no se tocan').fill(`${term}, botas de agua`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar y analizar de nuevo' }).click()
  await expect(page.getByLabel('Avisos')).toContainText('Objetivos guardados')
  await expect.poll(() => excludedWords(page), { timeout: 60_000 }).not.toContain(term)
  await page.reload()
  await openGoals(page)
  await expect(cost).toHaveValue('12,5')
  await expect(page.getByLabel('Palabras que no se tocan')).toHaveValue(`${term}, botas de agua`)
})

async function openGoals(page: Page) {
  await page.goto(`/dashboard/accounts/${ACCOUNT}#recommendations`)
  await page.getByText('Objetivos y palabras de esta cuenta').click()
}

/** Words, searches with which some recommendation would exclude. */
async function excludedWords(page: Page): Promise<string[]> {
  const answer = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  const all = (await answer.json()) as Recommendation[]
  const titles = all.filter(({ rule }) => rule === 'wasted-ngrams').map(({ titulo }) => titulo)
  return titles.flatMap((title) => [...title.matchAll(/«([^»]+)»/g)].map((match) => match[1]!))
}
