import { describe, expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import type { AccountInventory } from '../account/inventory.ts'
import type { AccountSnapshot, KeywordFacts } from '../account/snapshot.ts'
import { analyseAccount } from '../analyse-account.ts'
import { unsupportedNumbers } from '../findings/unsupported-numbers.ts'
import {
  campaign,
  keyword,
  sampleAccount,
  searchTerm,
  sums,
  troubledAccount,
} from '../samples/sample-account.ts'
import {
  ad,
  assetGroup,
  equippedAccount,
  healthyInventory,
  maxCampaign,
  settings,
} from '../samples/sample-inventory.ts'
import type { RuleName } from './rules.ts'

const base = sampleAccount()
/** Two alike campaigns, 1 and 2, with one ad group each. */
function twins(keywords: readonly KeywordFacts<Column>[], inventory?: Partial<AccountInventory>) {
  return sampleAccount({
    campaigns: [campaign(), campaign({ id: '2', name: 'Botas', budgetId: '92' })],
    adGroups: [
      ...base.adGroups,
      { id: '21', campaignId: '2', name: 'Piel', status: 'ENABLED' as const },
    ],
    keywords: [...base.keywords, ...keywords],
    ...(inventory && { inventory }),
  })
}
const inTwo = (text: string, metrics = sums(0, 0), over: Partial<KeywordFacts<Column>> = {}) => [
  keyword(text, metrics, over),
  keyword(text, metrics, { ...over, campaignId: '2', adGroupId: '21' }),
]
const plain = (text: string) => text.replace(/\u00a0/g, ' ')
const found = (snapshot: AccountSnapshot, rule: RuleName) =>
  analyseAccount(snapshot).recommendations.filter((one) => one.rule === rule)

describe('what is decided together is one card', () => {
  test('keywords never shown: a row for each campaign', () => {
    const silent = Array.from({ length: 9 }, (_, i) => inTwo(`rara ${i}`)).flat()
    const [one, ...others] = found(twins(silent), 'silent-keywords')
    expect(others).toEqual([])
    expect(one!.title).toBe('Revisa 18 palabras clave de 2 campañas sin una impresión en 90 días')
    expect(one!.evidence.table.rows.map((row) => row.campaign).toSorted()).toEqual([
      'Botas',
      'Zapatos',
    ])
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('weak components of a campaign', () => {
    const quality = { expectedCtr: 'BELOW_AVERAGE', landingPage: 'BELOW_AVERAGE' }
    const keywords = base.keywords.map((one) => ({ ...one, qualityScore: 4, quality }))
    const [one, ...others] = found({ ...base, keywords }, 'quality-components')
    expect(others).toEqual([])
    expect(one!.title).toContain('CTR esperado y página de destino')
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('repeated keywords that cost alike', () => {
    const copies = ['botín marrón', 'botín negro'].flatMap((text) =>
      [20, 19].map((conversions, i) =>
        keyword(text, sums(500, conversions), { criterionId: `${text} ${i}`, matchType: 'EXACT' }),
      ),
    )
    const [one, ...others] = found(twins(copies), 'duplicate-keywords')
    expect(others).toEqual([])
    expect(one!.title).toBe('Deja una sola copia de 2 palabras clave repetidas')
    expect(one!.evidence.change!.operations).toHaveLength(2)
    expect(one!.evidence.table.rows).toHaveLength(4)
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('repeated keywords that cost alike, and those whose cost others save', () => {
    const copies = Object.entries({ beis: [20, 19], azul: [30, 12] }).flatMap(([colour, sold]) =>
      sold.map((conversions, i) =>
        keyword(`botín ${colour}`, sums(500, conversions), {
          criterionId: `${colour} ${i}`,
          matchType: 'EXACT',
        }),
      ),
    )
    const own = twins(copies)
    const campaigns = own.campaigns.map((one) => ({ ...one, biddingStrategyType: 'MANUAL_CPC' }))
    const account = { ...own, campaigns }
    const wasted = searchTerm('botín azul manualidades', sums(490, 0), {
      criterionId: 'azul 1',
      matchType: 'EXACT',
    })
    const searchTerms = [...account.searchTerms, wasted]
    const [one, ...others] = found({ ...account, searchTerms }, 'duplicate-keywords')
    expect(others).toEqual([])
    expect(one!.title).toBe('Deja una sola copia de 2 palabras clave repetidas')
    expect(one!.estimatedImpact).toContain('no consta que salgan más caras')
    expect(one!.estimatedImpact).toContain('ya lo ahorran otras recomendaciones')
    expect(one!.evidence.change!.operations).toHaveLength(2)
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('the brand mixed into several campaigns', () => {
    const brand = inTwo('calzados lumbre', sums(2_000, 200))
    const others = [keyword('botas', sums(5_000, 90), { campaignId: '2', adGroupId: '21' })]
    const cards = found(twins([...brand, ...others]), 'brand-mix')
    expect(cards.map(({ title }) => title)).toEqual([
      'Separa la marca en 2 campañas que la mezclan con lo demás',
    ])
    expect(unsupportedNumbers(cards[0]!)).toEqual([])
  })

  test('weak ads, assets that are missing and slow pages', () => {
    const two = [campaign(), campaign({ id: '2', name: 'Botas', budgetId: '92' }), maxCampaign()]
    const adGroups = twins([]).adGroups
    const ads = [
      ad({ strength: 'POOR' }),
      ad({ strength: 'POOR', campaignId: '2', adGroupId: '21', adId: '921' }),
    ]
    const page = { campaignId: '1', adGroupId: '11', speedScore: 1, sums: sums(900, 36) }
    const landingPages = [{ ...page, url: 'https://a.example/', mobileFriendlyShare: 0.2 }]
    const account = equippedAccount(
      { ads, assets: [], landingPages },
      { campaigns: two, adGroups, keywords: base.keywords },
    )
    for (const rule of ['ad-strength', 'missing-assets', 'landing-pages'] as const) {
      const cards = found(account, rule)
      expect([rule, cards.length]).toEqual([rule, 1])
      expect(unsupportedNumbers(cards[0]!)).toEqual([])
    }
  })
})

describe('what several campaigns have in common is one card', () => {
  test('keywords to pause, with every number on the card', () => {
    const idle = [
      keyword('tacones boda', sums(420, 0)),
      keyword('botas agua', sums(420, 0), { campaignId: '2', adGroupId: '21' }),
    ]
    const [one, ...others] = found(twins(idle), 'idle-keywords')
    expect(others).toEqual([])
    expect(plain(one!.title)).toBe(
      'Pausa 2 palabras clave de 2 campañas: 420,00 € sin ninguna conversión',
    )
    expect([one!.campaignId, one!.objectId]).toEqual([null, ''])
    expect(one!.evidence.campaignIds!.toSorted()).toEqual(['1', '2'])
    expect(one!.evidence.change!.operations).toHaveLength(2)
    expect(unsupportedNumbers(one!)).toEqual([])
    const [alone] = found(twins(idle.slice(1)), 'idle-keywords')
    expect([alone!.fingerprint, alone!.campaignId]).toEqual([one!.fingerprint, '2'])
  })

  test('searches to add, and what is doubtful of one campaign is not said of all', () => {
    const account = twins([])
    const term = (text: string, over = {}) => searchTerm(text, sums(90, 14), over)
    const terms = [
      term('botín piel señora'),
      term('alpargata cuña', { campaignId: '2', adGroupId: '21' }),
    ]
    const searchTerms = [...account.searchTerms, ...terms]
    const [one, ...others] = found({ ...account, searchTerms }, 'converting-terms')
    expect(others).toEqual([])
    expect(one!.title).toBe(
      'Añade 2 búsquedas de 2 campañas como palabras clave: ya han traído 28 conversiones',
    )
    expect(one!.description).toContain('«Botas» y «Zapatos»')
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('people outside the chosen places, with the campaign of each row', () => {
    const match = (campaignId: string, isTargeted: boolean, clicks: number, sales: number) => ({
      campaignId,
      countryId: '2724',
      isTargeted,
      sums: sums(clicks, sales),
    })
    const account = equippedAccount(
      {
        campaignSettings: ['1', '2'].map((campaignId) =>
          settings({ campaignId, positiveGeoTargetType: 'PRESENCE_OR_INTEREST' }),
        ),
        locationMatches: ['1', '2'].flatMap((id) => [
          match(id, true, 9_000, 360),
          match(id, false, 1_000, 2),
        ]),
      },
      { campaigns: [campaign(), campaign({ id: '2', name: 'Botas', budgetId: '92' })] },
    )
    const [one, ...others] = found(account, 'location-targeting')
    expect(others).toEqual([])
    expect(plain(one!.title)).toMatch(
      /^Limita 2 campañas a quien está en tus ubicaciones: .* € al mes fuera$/,
    )
    expect(one!.evidence.table.columns[0]!.key).toBe('campaign')
    expect(one!.evidence.table.rows.map((row) => row.campaign).toSorted()).toEqual([
      'Botas',
      'Botas',
      'Zapatos',
      'Zapatos',
    ])
    expect(one!.evidence.change!.operations).toHaveLength(2)
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('a page that is slow and not for phones has one row', () => {
    const page = { campaignId: '1', adGroupId: '11', speedScore: 1, sums: sums(900, 36) }
    const landingPages = [{ ...page, url: 'https://a.example/', mobileFriendlyShare: 0.2 }]
    const [one] = found(equippedAccount({ landingPages }), 'landing-pages')
    expect(one!.evidence.table.rows).toHaveLength(1)
    expect(one!.description.match(/Por ahí pasa/g)).toHaveLength(1)
  })
})

test('bad quality is no news where the campaign bids on the name of others', () => {
  const quality = { expectedCtr: 'BELOW_AVERAGE' }
  const keywords = base.keywords.map((one) => ({ ...one, qualityScore: 4, quality }))
  const campaigns = [campaign({ name: 'Búsqueda · Competencia' })]
  expect(found({ ...base, keywords }, 'quality-components')).toHaveLength(1)
  const rival = analyseAccount({ ...base, keywords, campaigns })
  expect(rival.recommendations.some(({ rule }) => rule === 'quality-components')).toBe(false)
  const silence = rival.silenced.find(({ rule }) => rule === 'quality-components')
  expect(silence!.reason).toContain('competencia, donde es lo normal')
})

test('without an amount only what stops ads or the measurement is above low', () => {
  const { assetGroups = [] } = healthyInventory()
  const bad = equippedAccount({
    ads: [ad({ strength: 'POOR' })],
    assets: [],
    assetGroups: [...assetGroups, assetGroup({ strength: 'POOR' })],
    autoApply: [{ id: '1', type: 'KEYWORD', status: 'ENABLED' }],
  })
  const all = [bad, troubledAccount(), twins([])].flatMap(
    (account) => analyseAccount(account).recommendations,
  )
  const raised = all.filter(
    ({ evidence, priority, category }) =>
      !evidence.forecast && priority !== 'low' && category !== 'measurement',
  )
  expect(raised.map(({ rule, title }) => [rule, title])).toEqual([])
  expect(all.some(({ evidence }) => !evidence.forecast)).toBe(true)
})
