import type { Page } from '@playwright/test'
import type { getInbox } from '#features/recommendations/contract/inbox.ts'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import type { getValues } from '#features/recommendations/contract/values.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { expectAccessible } from './accessible.ts'
import { expect, type Product, signIn, test } from './product.ts'
import { ACCOUNT, untilAtRest, untilFilled } from './screen.ts'

const NOTHING_SAID = {
  cpaObjetivo: null,
  palabrasDeMarca: [],
  palabrasProtegidas: [],
  sociosDeBusqueda: 'datos',
  minimoMaximoRendimiento: null,
  modoDeConsentimiento: null,
  comparteAprendizaje: true,
}
const TOLD = `/api/google-accounts/${ACCOUNT}`

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
})

// Other stories take the best of this account's recommendations, which are others by what its owner says.
test.afterEach(async ({ page, product }) => {
  const known = await page.request.get(`${TOLD}/valores`)
  const { valores } = (await known.json()) as ReplyOf<typeof getValues>
  const said = valores.filter(({ valor }) => valor !== null)
  const cambios = said.map(({ ambito, id }) => ({ ambito, id, valor: null }))
  await tell(page, product, 'valores', { cambios })
  await tell(page, product, 'objetivos', NOTHING_SAID)
  await untilAtRest(page, ACCOUNT)
})

test('what the owner says of an account is kept, and the analysis goes by it', async ({ page }) => {
  const [term] = await excludedWords(page)
  expect(term, 'some words are proposed to be excluded').toBeDefined()
  await openGoals(page)
  const cost = page.getByLabel(/^Lo que puede costar una conversión/)
  await cost.fill('gratis')
  await page.getByRole('button', { name: 'Guardar y analizar de nuevo' }).click()
  await expect(page.getByText('Escribe un importe, por ejemplo 12,50.')).toBeVisible()
  await cost.fill('12,50')
  await page.getByLabel('Palabras que no se tocan').fill(`${term}, botas de agua`)
  const partners = page.getByLabel('Socios de búsqueda')
  await partners.selectOption('Mantenerlos: no se propone quitarlos')
  const least = page.getByLabel(/necesita Máximo rendimiento/)
  await least.fill('50')
  await expect(page.getByRole('checkbox', { name: /Abrir las páginas a las que/ })).toBeChecked()
  const teaches = page.getByRole('checkbox', { name: /ayuda a acertar en otras cuentas/ })
  await expect(teaches).toBeChecked()
  await teaches.uncheck()
  const consent = page.getByLabel('¿Tiene la web el modo de consentimiento de Google?')
  await expect(consent).toHaveValue('')
  await consent.selectOption('No')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar y analizar de nuevo' }).click()
  await expect(page.getByLabel('Avisos')).toContainText('Objetivos guardados')
  await expect.poll(() => excludedWords(page)).not.toContain(term)
  await page.reload()
  await openGoals(page)
  await expect(cost).toHaveValue('12,5')
  await expect(page.getByLabel('Palabras que no se tocan')).toHaveValue(`${term}, botas de agua`)
  await expect(partners).toHaveValue('mantener')
  await expect(least).toHaveValue('50')
  await expect(teaches).not.toBeChecked()
  await expect(consent).toHaveValue('no')
})

test('what a conversion is worth is kept by campaign, and a wrong entry is taken back', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await page.goto(`/dashboard/accounts/${ACCOUNT}#recommendations`)
  await page.getByText('Cuánto vale una conversión').click()
  const campaigns = page.getByRole('group', { name: 'Por campaña' })
  const worth = campaigns.getByRole('textbox').first()
  const save = page.getByRole('button', { name: 'Guardar y analizar de nuevo' })
  await worth.fill('mucho')
  await save.click()
  await expect(page.getByText('Escribe un importe, por ejemplo 12,50.')).toBeVisible()
  await worth.fill('3.000')
  await save.click()
  await expect(page.getByLabel('Avisos')).toContainText('Valores guardados')
  await expect(campaigns.getByText('Antes: sin valor')).toBeVisible()
  await worth.fill('30,5')
  await save.click()
  await expect(campaigns.getByText('Antes: 3.000,00')).toBeVisible()
  await expectAccessible(page)
  const undo = campaigns.getByRole('button', { name: /^Deshacer el cambio de/ })
  await page.context().setOffline(true)
  await undo.click()
  await expect(campaigns.getByRole('alert')).toContainText('no se ha enviado nada')
  await page.context().setOffline(false)
  await undo.click()
  await expect(worth).toHaveValue('3000')
  await expect(campaigns.getByText('Antes: 30,50')).toBeVisible()
  await page.reload()
  await page.getByText('Cuánto vale una conversión').click()
  await expect(worth).toHaveValue('3000')
})

test('a list left open shows, when it is looked at again, what was found meanwhile; so does the card open in it', async ({
  page,
  product,
}) => {
  const before = await knownOf(page)
  await tell(page, product, 'objetivos', { ...NOTHING_SAID, cpaObjetivo: 12.5 })
  await untilAtRest(page, ACCOUNT)
  const told = await knownOf(page)
  const id = [...told.keys()].find((id) => before.has(id) && before.get(id) !== told.get(id))
  expect(id, 'a card stays, and says something else').toBeDefined()

  await page.clock.install()
  await page.goto(`/dashboard?cuenta=${ACCOUNT}`)
  const row = page.locator(`[data-row="${id}"]`)
  await row.locator('[aria-expanded]').click()
  await expect(row).toContainText(told.get(id!)!)
  await tell(page, product, 'objetivos', NOTHING_SAID)
  await untilAtRest(page, ACCOUNT)
  await expect(row).toContainText(told.get(id!)!)
  await page.clock.fastForward('06:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(row).toContainText(before.get(id!)!)
})

/** How it is known what the first cards of 'Hoy' say of this account, by their ids. */
async function knownOf(page: Page): Promise<Map<string, string>> {
  const inbox = await page.request.get('/api/hoy')
  const { rows } = (await inbox.json()) as ReplyOf<typeof getInbox>
  const all = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  const cards = (await all.json()) as Recommendation[]
  const known = cards.map(({ id, evidence }) => [id, evidence.test.sentence] as const)
  const own = rows.filter(({ customerId }) => customerId === ACCOUNT)
  const first = new Set(own.slice(0, 9).map(({ id }) => id))
  return new Map(known.filter(([id, sentence]) => first.has(id) && sentence))
}

async function tell(page: Page, { url }: Product, what: 'valores' | 'objetivos', data: object) {
  const answer = await page.request.put(`${TOLD}/${what}`, { data, headers: { origin: url } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

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
