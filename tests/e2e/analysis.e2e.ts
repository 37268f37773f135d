import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { OwnChange } from '#features/performance/contract/changes.ts'
import type { KeywordRow, SearchTermRow } from '#features/performance/contract/entity-lists.ts'
import type { AdGroupRow, CampaignRow } from '#features/performance/contract/metrics.ts'
import type { PortfolioRow } from '#features/performance/contract/portfolio.ts'
import { expectAccessible } from './accessible.ts'
import { openGoogle } from './google-door.ts'
import { expect, type Product, signIn, test } from './product.ts'
import { ACCOUNT, amount, lastMonth, untilFilled } from './screen.ts'

const SEARCH_CAMPAIGN = 'SEARCH'
const PANELS = ['Palabras clave', 'Términos de búsqueda', 'Segmentos de audiencia']

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
})

test('from campaign to ad and back, with the place in the address', async ({ page }) => {
  const { campaign, adGroup } = await busiest(page)
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  await expect(page.getByRole('heading', { name: 'Análisis detallado' })).toBeVisible()
  for (const panel of PANELS) await expect(table(page, panel)).toHaveCount(0)

  await table(page, 'Campañas')
    .getByRole('link', { name: campaign.campaign_name, exact: true })
    .click()
  await expect(page).toHaveURL(new RegExp(`campaign=${campaign.campaign_id}`))
  await expect(page.getByRole('heading', { name: 'Análisis detallado' })).toHaveCount(0)
  for (const panel of PANELS) {
    await openPanel(page, panel)
    await expect(rows(page, panel).first()).toContainText(/\d/)
  }

  await table(page, 'Grupos de anuncios')
    .getByRole('link', { name: adGroup.ad_group_name, exact: true })
    .click()
  await expect(page).toHaveURL(new RegExp(`adgroup=${adGroup.ad_group_id}`))
  await expect(page.getByRole('heading', { name: /^Anuncios \(\d+\)$/ })).toBeVisible()
  await openPanel(page, 'Palabras clave')
  await expect(rows(page, 'Palabras clave').first()).toContainText(/\d/)

  const ad = table(page, 'Anuncios').locator('tbody').getByRole('link').first()
  const title = (await ad.textContent()) ?? ''
  await ad.click()
  await expect(page).toHaveURL(/[?&]ad=\d+/)
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText('Así se ve en Google')
  await expect(dialog).toContainText('URL final')

  await page.reload()
  await expect(dialog).toContainText('Así se ve en Google')
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(level(page)).toContainText(adGroup.ad_group_name)
  await page.goBack()
  await expect(rows(page, 'Grupos de anuncios').first()).toBeVisible()
  await expect(level(page)).toContainText(campaign.campaign_name)
  await expect(level(page)).not.toContainText(adGroup.ad_group_name)
  await page.goBack()
  await expect(table(page, 'Campañas')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Análisis detallado' })).toBeVisible()
  await page.goForward()
  await expect(level(page)).toContainText(campaign.campaign_name)
})

test('a search term becomes a negative in Google Ads and stops being one', async ({
  page,
  product,
}) => {
  const { campaign } = await busiest(page)
  const term = await openUndecidedTerm(page, campaign)
  await rows(page, 'Términos de búsqueda')
    .first()
    .getByRole('button', { name: `Añadir como negativa: ${term.search_term}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Añadir como negativa' })
  await expect(dialog).toContainText(`«${term.search_term}»`)
  const confirm = dialog.getByRole('button', { name: 'Añadir en Google Ads' })
  await expect(confirm).toBeEnabled()
  expect(await keywordsLike(page, term, true), 'before the confirmation').toEqual([])
  await confirm.click()
  await expect(notices(page)).toContainText('Palabra clave negativa añadida')
  await expect(page.locator(':focus'), 'it is where the pressed button was').toHaveText('Deshacer')

  const added = await newestChange(page)
  expect(added).toMatchObject({ kind: 'add_negative', undoneAt: null })
  await rereadGoogle(product)
  expect(await keywordsLike(page, term, true), 'in Google Ads').toEqual([
    { adGroupId: term.ad_group_id, matchType: 2, status: 2 },
  ])

  const google = await openGoogle(page)
  expect(await google.keywords(term.search_term)).toBe(1)
  await page.getByRole('button', { name: `Deshacer: ${added?.summary}` }).click()
  await expect(notices(page)).toContainText('Cambio deshecho')
  expect(await newestChange(page)).toMatchObject({
    changeId: added?.changeId,
    undoneAt: expect.any(String),
  })
  expect(await google.keywords(term.search_term), 'in Google Ads').toBe(0)
  expect(await keywordsLike(page, term, true)).toEqual([])
  await expect(
    rows(page, 'Términos de búsqueda')
      .first()
      .getByRole('button', { name: `Añadir como negativa: ${term.search_term}` }),
  ).toBeVisible()
})

test('a search term becomes a keyword in Google Ads and stops being one', async ({
  page,
  product,
}) => {
  const { campaign } = await busiest(page)
  const term = await openUndecidedTerm(page, campaign)
  await rows(page, 'Términos de búsqueda')
    .first()
    .getByRole('button', { name: `Añadir como palabra clave: ${term.search_term}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Añadir como palabra clave' })
  await dialog.getByLabel('Concordancia').selectOption('Frase')
  await expect(dialog).toContainText('Cambio:')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await keywordsLike(page, term, false), 'after cancelling').toEqual([])

  await page
    .getByRole('button', { name: `Añadir como palabra clave: ${term.search_term}` })
    .first()
    .click()
  await dialog.getByLabel('Concordancia').selectOption('Frase')
  await dialog.getByRole('button', { name: 'Añadir en Google Ads' }).click()
  await expect(notices(page)).toContainText('Palabra clave añadida')
  // A notice under the pointer stays.
  await notices(page).getByText('Palabra clave añadida').hover()
  await rereadGoogle(product)
  expect(await keywordsLike(page, term, false), 'in Google Ads').toEqual([
    { adGroupId: term.ad_group_id, matchType: 3, status: 2 },
  ])
  await expect(page.getByText('Añadido', { exact: true }).first()).toBeVisible()

  const google = await openGoogle(page)
  expect(await google.keywords(term.search_term)).toBe(1)
  await notices(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(notices(page)).toContainText('Cambio deshecho')
  expect(await google.keywords(term.search_term), 'in Google Ads').toBe(0)
  expect(await keywordsLike(page, term, false)).toEqual([])
})

test('a Performance Max campaign opens onto its asset groups and its search terms', async ({
  page,
}) => {
  const campaigns = await getJson<CampaignRow[]>(page, `/api/campaign-metrics/${ACCOUNT}`)
  const campaign = campaigns.find((row) => row.campaign_type_name === 'PERFORMANCE_MAX')
  await page.goto(`/dashboard/accounts/${ACCOUNT}?campaign=${campaign?.campaign_id}`)
  await expect(rows(page, 'Grupos de recursos').first()).toBeVisible()
  expect(await textsOf(page, 'Grupos de recursos', 'Eficacia')).toContain('Deficiente')
  await expect(rows(page, 'Términos de búsqueda').first()).toContainText(/\d/)
  await openPanel(page, 'Palabras clave')
  await page.getByRole('link', { name: 'Ver sus términos de búsqueda' }).click()
  await expect(rows(page, 'Términos de búsqueda').first()).toBeVisible()
})

test('period, search, sort and page of a panel, kept by a reload', async ({ page }) => {
  const { campaign } = await busiest(page)
  await page.goto(`/dashboard/accounts/${ACCOUNT}?campaign=${campaign.campaign_id}&tpage=2`)
  await page.getByRole('button', { name: /^Periodo: / }).click()
  const calendar = page.getByRole('dialog', { name: 'Elegir periodo' })
  await expect.poll(async () => (await calendar.boundingBox())?.width).toBeCloseTo(282, 0)
  await calendar.getByRole('button', { name: 'Último mes' }).click()
  await expect(page).toHaveURL(/range=last_month/)
  await expect(page, 'another period starts at page 1').not.toHaveURL(/tpage=/)

  const title = 'Términos de búsqueda'
  const all = await getJson<SearchTermRow[]>(
    page,
    `/api/campaigns/${campaign.campaign_id}/search-terms${lastMonth()}`,
  )
  await expect(rows(page, title)).toHaveCount(10)
  await table(page, title).getByRole('button', { name: 'Clics', exact: true }).click()
  await expect(page).toHaveURL(/tsort=-clicks/)
  const clicks = all.map((row) => row.clicks).toSorted((a, b) => b - a)
  await expect.poll(() => columnOf(page, title, 'Clics')).toEqual(clicks.slice(0, 10))
  const pages = page.getByRole('navigation', { name: `Páginas de ${title}` })
  await pages.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/tpage=2/)
  await expect.poll(() => columnOf(page, title, 'Clics')).toEqual(clicks.slice(10, 20))
  await page.reload()
  await expect.poll(() => columnOf(page, title, 'Clics')).toEqual(clicks.slice(10, 20))

  const word = all[0]?.search_term.split(' ')[0] ?? ''
  const found = all.filter((row) => `${row.search_term}\n${row.keyword_text}`.includes(word))
  await page.getByRole('searchbox', { name: 'Buscar términos...' }).fill(word)
  await expect(page).toHaveURL(/tq=/)
  await expect(page).not.toHaveURL(/tpage=/)
  await expect(rows(page, title)).toHaveCount(Math.min(10, found.length))
  await expect(page.locator('#search-terms').getByRole('status').first()).toHaveText(
    new RegExp(`^${found.length} término`),
  )
  await page.getByRole('searchbox', { name: 'Buscar términos...' }).fill('zzz nadie busca esto')
  await expect(
    page.getByText('No se encontraron términos que coincidan con tu búsqueda.'),
  ).toBeVisible()
})

test('the exported campaigns are the rows of the table', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto(`/dashboard/accounts/${ACCOUNT}?sort=-clicks&size=all`)
  const title = 'Campañas'
  await expect(rows(page, title).nth(10)).toBeVisible()
  const block = page.locator('#campaigns')
  await block.getByRole('button', { name: 'Exportar' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^campanas-\d+(_\d{4}-\d\d-\d\d){2}\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const [titles = [], ...lines] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  expect(lines).toHaveLength(await rows(page, title).count())
  for (const heading of ['Campaña', 'Estado', 'Tipo'])
    expect(lines.map((line) => line[titles.indexOf(heading)])).toEqual(
      await textsOf(page, title, heading),
    )
  for (const [heading, exported, decimals] of [
    ['Impresiones', 'Impresiones', 0],
    ['Clics', 'Clics', 0],
    ['CTR', 'CTR (%)', 2],
    ['Coste', 'Coste (EUR)', 2],
    ['Conversiones', 'Conversiones', 2],
  ] as const) {
    const shown = await columnOf(page, title, heading)
    const values = lines.map((line) => amount(line[titles.indexOf(exported)] ?? ''))
    for (const [at, value] of values.entries())
      expect(Math.abs(value - (shown[at] ?? Number.NaN)), `${heading} ${at}`).toBeLessThanOrEqual(
        0.5 * 10 ** -decimals + 1e-9,
      )
  }
})

test('campaigns of all accounts, of one, and the portfolio', async ({ page }) => {
  await page.goto('/dashboard/campaigns')
  const all = table(page, 'Recent Campaigns').locator('tbody tr')
  await expect(all).toHaveCount(10)
  const campaigns = await getJson<CampaignRow[]>(page, `/api/campaign-metrics/${ACCOUNT}`)
  await page.getByLabel('Account', { exact: true }).selectOption(ACCOUNT)
  await expect(page).toHaveURL(new RegExp(`account=${ACCOUNT}`))
  const names = campaigns
    .toSorted((a, b) => b.impressions - a.impressions)
    .map((row) => row.campaign_name)
  for (const [at, name] of names.slice(0, 3).entries())
    await expect(all.nth(at).getByRole('rowheader')).toContainText(name)
  await all
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Show Details' }).click()
  await expect(table(page, 'Recent Campaigns')).toContainText('Impression share lost (budget)')

  await page.goto('/dashboard')
  const portfolio = await getJson<PortfolioRow[]>(page, '/api/portfolio')
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: 'Cartera', exact: true }),
  })
  await expect(section.getByRole('listitem')).toHaveCount(Math.min(6, portfolio.length))
  for (const [at, { accountName, spend }] of portfolio.slice(0, 6).entries()) {
    const row = section.getByRole('listitem').nth(at)
    await expect(row).toContainText(accountName)
    const shown = await row.getByRole('definition').first().textContent()
    expect(amount(/^[\d.,]+/.exec(shown ?? '')?.[0] ?? ''), accountName).toBeCloseTo(spend, 1)
  }
})

test.describe('accessible in light and dark, narrow and wide', () => {
  test('campaign with its panels, and the dialog of a negative', async ({ page }) => {
    const { campaign } = await busiest(page)
    await page.goto(`/dashboard/accounts/${ACCOUNT}?campaign=${campaign.campaign_id}`)
    for (const panel of PANELS) {
      await openPanel(page, panel)
      await expect(rows(page, panel).first()).toBeVisible()
    }
    await expectAccessible(page)
    await openPanel(page, 'Términos de búsqueda')
    await page
      .getByRole('button', { name: /^Añadir como negativa: / })
      .first()
      .click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Añadir en Google Ads' })
    await expect(confirm).toBeVisible()
    await expect(page.getByRole('dialog')).toContainText('Cambio:')
    await expectAccessible(page)
  })

  test('the dialog of an ad, and the Campaigns page', async ({ page }) => {
    const { campaign, adGroup } = await busiest(page)
    const place = `campaign=${campaign.campaign_id}&adgroup=${adGroup.ad_group_id}`
    await page.goto(`/dashboard/accounts/${ACCOUNT}?${place}`)
    await table(page, 'Anuncios').locator('tbody').getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toContainText('Así se ve en Google')
    await expectAccessible(page)
    await page.goto('/dashboard/campaigns')
    await expect(table(page, 'Recent Campaigns').locator('tbody tr')).toHaveCount(10)
    await expectAccessible(page)
  })
})

/** The search campaign with most impressions, and its ad group with most. */
async function busiest(page: Page): Promise<{ campaign: CampaignRow; adGroup: AdGroupRow }> {
  const campaigns = await getJson<CampaignRow[]>(page, `/api/campaign-metrics/${ACCOUNT}`)
  const [campaign] = campaigns
    .filter((row) => row.campaign_type_name === SEARCH_CAMPAIGN && row.campaign_status === 2)
    .toSorted((a, b) => b.impressions - a.impressions)
  if (!campaign) throw new Error('no search campaign')
  const adGroups = await getJson<AdGroupRow[]>(
    page,
    `/api/campaigns/${campaign.campaign_id}/ad-groups`,
  )
  const [adGroup] = adGroups.toSorted((a, b) => b.impressions - a.impressions)
  if (!adGroup) throw new Error('no ad group')
  return { campaign, adGroup }
}

/** Opens the campaign with a search term that is neither keyword nor negative yet as the only row. */
async function openUndecidedTerm(page: Page, campaign: CampaignRow): Promise<SearchTermRow> {
  const terms = await getJson<SearchTermRow[]>(
    page,
    `/api/campaigns/${campaign.campaign_id}/search-terms`,
  )
  const term = terms.find(
    ({ search_term: text, status, ad_group_id }) =>
      status === 'NONE' &&
      ad_group_id !== '' &&
      terms.filter((other) => `${other.search_term} ${other.keyword_text}`.includes(text))
        .length === 1,
  )
  if (!term) throw new Error('every search term is a keyword or a negative')
  const search = new URLSearchParams({ campaign: campaign.campaign_id, tq: term.search_term })
  await page.goto(`/dashboard/accounts/${ACCOUNT}?${search}`)
  await expect(rows(page, 'Términos de búsqueda')).toHaveCount(1)
  return term
}

/** A full sync makes our tables equal to what Google answers. */
async function rereadGoogle(product: Product) {
  await product.dev('sync', { customerId: ACCOUNT })
}

/** The keywords or negatives of the term's campaign that read like it, without those removed. */
async function keywordsLike(page: Page, term: SearchTermRow, isNegative: boolean) {
  const keywords = await getJson<KeywordRow[]>(page, `/api/campaigns/${term.campaign_id}/keywords`)
  return keywords
    .filter((row) => row.isNegative === isNegative && row.keywordText === term.search_term)
    .filter(({ status }) => status !== 4)
    .map(({ adGroupId, matchType, status }) => ({ adGroupId, matchType, status }))
}

async function newestChange(page: Page): Promise<OwnChange | undefined> {
  return (await getJson<OwnChange[]>(page, `/api/own-changes/${ACCOUNT}`))[0]
}

async function getJson<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(path)
  expect(answer.status(), path).toBe(200)
  return (await answer.json()) as Answer
}

async function openPanel(page: Page, name: string) {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
}

function table(page: Page, name: string): Locator {
  return page.getByRole('table', { name, exact: true })
}

function rows(page: Page, name: string): Locator {
  return table(page, name).locator('tbody').getByRole('row')
}

function level(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Nivel' })
}

function notices(page: Page): Locator {
  return page.getByRole('region', { name: 'Avisos' })
}

async function textsOf(page: Page, name: string, heading: string): Promise<string[]> {
  const titles = await table(page, name).locator('thead th').allTextContents()
  const at = titles.indexOf(heading) + 1
  return await rows(page, name).locator(`:nth-child(${at}):is(td, th)`).allTextContents()
}

async function columnOf(page: Page, name: string, heading: string): Promise<number[]> {
  return (await textsOf(page, name, heading)).map(amount)
}
