import { describe, expect, test } from 'vitest'
import type { AccountInventory } from '../inventory.ts'
import type { RuleName } from '../rule-names.ts'
import { analyseAccount } from '../run-engine.ts'
import { campaign, keyword, sampleAccount, sums, troubledAccount } from '../sample-account.ts'
import {
  ad,
  assetGroup,
  equippedAccount,
  healthyInventory,
  maxCampaign,
} from '../sample-inventory.ts'
import type { AccountSnapshot, KeywordFacts } from '../snapshot.ts'
import { unsupportedNumbers } from '../unsupported-numbers.ts'

const base = sampleAccount()
/** Two alike campaigns, 1 and 2, with one ad group each. */
function twins(keywords: readonly KeywordFacts[], inventory?: Partial<AccountInventory>) {
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
const inTwo = (text: string, metrics = sums(0, 0), over: Partial<KeywordFacts> = {}) => [
  keyword(text, metrics, over),
  keyword(text, metrics, { ...over, campaignId: '2', adGroupId: '21' }),
]
const found = (snapshot: AccountSnapshot, rule: RuleName) =>
  analyseAccount(snapshot).recommendations.filter((one) => one.rule === rule)

describe('what is decided together is one card', () => {
  test('keywords never shown: a row for each campaign', () => {
    const silent = Array.from({ length: 9 }, (_, i) => inTwo(`rara ${i}`)).flat()
    const [one, ...others] = found(twins(silent), 'silent-keywords')
    expect(others).toEqual([])
    expect(one!.titulo).toBe('Revisa 18 palabras clave de 2 campañas sin una impresión en 90 días')
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
    expect(one!.titulo).toContain('CTR esperado y página de destino')
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
    expect(one!.titulo).toBe('Deja una sola copia de 2 palabras clave repetidas')
    expect(one!.evidence.change!.operations).toHaveLength(2)
    expect(one!.evidence.table.rows).toHaveLength(4)
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('the brand mixed into several campaigns', () => {
    const brand = inTwo('calzados lumbre', sums(2_000, 80))
    const others = [keyword('botas', sums(5_000, 90), { campaignId: '2', adGroupId: '21' })]
    const cards = found(twins([...brand, ...others]), 'brand-mix')
    expect(cards.map(({ titulo }) => titulo)).toEqual([
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
    ({ evidence, prioridad, categoria }) =>
      !evidence.forecast && prioridad !== 'baja' && categoria !== 'medicion',
  )
  expect(raised.map(({ rule, titulo }) => [rule, titulo])).toEqual([])
  expect(all.some(({ evidence }) => !evidence.forecast)).toBe(true)
})
