import { expect, test } from 'vitest'
import { clientLabel, describeChange } from '#account-data/describe-change.ts'
import type { Metrics } from '#shared/metrics.ts'
import { newestDays } from './asked-range.ts'
import { attentionOf, inOrderOfNeed } from './attention.ts'
import { conflictsOf } from './change-conflicts.ts'
import { bidMicros, type KeywordChange } from './keyword-change.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('a split that keeps its newest days answers for those of the range alone', () => {
  const of = (from: string, to: string) => newestDays({ from, to }, '2026-11-20', 90)
  expect(of('2026-01-01', '2026-12-31')).toEqual({ from: '2026-08-23', to: '2026-11-20' })
  expect(of('2026-11-01', '2026-11-02')).toEqual({ from: '2026-11-01', to: '2026-11-02' })
  expect(of('2026-01-01', '2026-08-22')).toBeNull()
})

test.each([
  [
    'budget',
    'CAMPAIGN_BUDGET',
    'UPDATE',
    ['amount_micros'],
    { campaignBudget: { amountMicros: '20000000' } },
    { campaignBudget: { amountMicros: '25500000' } },
    'Se cambió el presupuesto (Marca). Importe diario: 20,00 € → 25,50 €',
  ],
  [
    'pause',
    'CAMPAIGN',
    'UPDATE',
    ['status'],
    { campaign: { status: 'ENABLED' } },
    { campaign: { status: 'PAUSED' } },
    'Se cambió la campaña (Marca). Estado: Activa → Pausada',
  ],
  [
    'negative',
    'CAMPAIGN_CRITERION',
    'CREATE',
    ['negative', 'keyword.text'],
    {},
    { campaignCriterion: { negative: true, keyword: { text: 'gratis', matchType: 'PHRASE' } } },
    'Se añadió la palabra clave negativa «gratis» (frase) (Marca)',
  ],
  [
    'unheard of',
    'NEW_THING',
    'UPDATE',
    ['odd.path'],
    { newThing: {} },
    { newThing: { odd: { path: [1] } } },
    'Se cambió NEW_THING (Marca). odd.path: — → 1',
  ],
  [
    'of a kind that this version of the API has no name for',
    'UNKNOWN',
    'CREATE',
    [],
    {},
    {},
    'Se añadió un elemento de un tipo nuevo (Marca)',
  ],
])(
  'a change in words: %s',
  (_name, resourceType, operation, changedFields, oldResource, newResource, what) => {
    const event = { resourceType, operation, changedFields, oldResource, newResource }
    const told = describeChange(event as never, { currency: 'EUR', name: 'Marca' })
    expect(plain(told.what)).toBe(what)
  },
)

test('how a change was made is said in Spanish, also where the API has no name for it', () => {
  expect(clientLabel('GOOGLE_ADS_EDITOR')).toBe('Google Ads Editor')
  expect(clientLabel('UNKNOWN')).toBe('Otra herramienta')
})

test('of a keyword that was made its numbers and names are not told', () => {
  const paths = ['resource_name', 'ad_group', 'criterion_id', 'type', 'status', 'keyword.text']
  const made = {
    resourceName: 'customers/1/adGroupCriteria/2~3',
    adGroup: 'customers/1/adGroups/2',
    criterionId: '3',
    type: 'KEYWORD',
    status: 'ENABLED',
    keyword: { text: 'botas', matchType: 'EXACT' },
  }
  const event = {
    resourceType: 'AD_GROUP_CRITERION',
    operation: 'CREATE',
    changedFields: paths,
    oldResource: {},
    newResource: { adGroupCriterion: made },
  }
  const { fields } = describeChange(event, { currency: 'EUR', name: 'Marca' })
  expect(fields.map((field) => [field.name, field.after])).toEqual([
    ['Estado', 'Activa'],
    ['Texto', 'botas'],
  ])
})

test('attention: disconnected first, then what fell beyond chance; noise is left alone', () => {
  const sums = (conversions: number, cost: number): Metrics => ({
    impressions: 1,
    clicks: 1,
    costMicros: cost * 1e6,
    conversionsMicros: conversions * 1e6,
    valueMicros: 0,
  })
  const judge = (current: Metrics, previous: Metrics, connected = true, high = 0) =>
    attentionOf({
      account: { source: 'google', connected, lastSyncedAt: new Date(0) },
      current,
      previous,
      alerts: { high, medium: 0 },
    })
  const calm = judge(sums(95, 1000), sums(100, 1000))
  const fallen = judge(sums(60, 1000), sums(100, 1000))
  const none = judge(sums(0, 1000), sums(8, 1000))
  const lost = judge(sums(0, 0), sums(0, 0), false)
  const idle = judge({ ...sums(0, 0), impressions: 0 }, sums(0, 0))
  expect(idle).toEqual({ weight: 0, reasons: ['Sin anuncios en los últimos 30 días'] })
  expect(calm).toEqual({ weight: 0, reasons: [] })
  expect(fallen.reasons.map(plain)).toEqual([
    'Las conversiones bajan un 40 %',
    'El coste por conversión sube un 67 %',
  ])
  expect(none.reasons).toEqual(['Ninguna conversión; antes 8'])
  const row = (name: string, judged: typeof calm) => ({
    ...judged,
    alerts: { high: 0, medium: 0 },
    row: { accountName: name } as never,
  })
  const order = inOrderOfNeed([row('b', calm), row('a', calm), row('c', fallen), row('d', lost)])
  expect(order.map(({ accountName }) => accountName)).toEqual(['d', 'c', 'a', 'b'])
})

const keyword: KeywordChange = {
  negative: false,
  scope: 'ad_group',
  scopeId: 3,
  campaignId: 2,
  text: 'Botas  rojas',
  matchType: 'EXACT',
  bidMicros: 500_000,
}

test('conflicts of a keyword: the same one stops, a negative and an automatic strategy are told', () => {
  const here = {
    text: 'botas rojas',
    matchType: 'EXACT' as const,
    adGroupId: 3,
    adGroupName: 'Botas',
  }
  const negative = { text: 'rojas', matchType: 'BROAD' as const, scope: 'campaign', scopeId: 2 }
  const around = { keywords: [here], negatives: [negative], biddingStrategyType: 'TARGET_CPA' }
  expect(conflictsOf(keyword, around).map(({ kind, blocking }) => [kind, blocking])).toEqual([
    ['same_keyword', true],
    ['blocked_by_negative', false],
    ['bid_unused', false],
  ])
  const elsewhere = { ...around, keywords: [{ ...here, adGroupId: 4 }], negatives: [] }
  expect(conflictsOf(keyword, { ...elsewhere, biddingStrategyType: 'MANUAL_CPC' })).toMatchObject([
    { kind: 'same_keyword', blocking: false },
  ])
})

test('conflicts of a negative: of an ad group it leaves other groups alone', () => {
  const change = {
    ...keyword,
    negative: true,
    text: 'rojas',
    matchType: 'BROAD' as const,
    bidMicros: null,
  }
  const word = { text: 'botas rojas', matchType: 'PHRASE' as const, adGroupName: 'Botas' }
  const around = (adGroupId: number) => ({
    keywords: [{ ...word, adGroupId }],
    negatives: [],
    biddingStrategyType: null,
  })
  expect(conflictsOf(change, around(3))).toMatchObject([{ kind: 'blocks_keyword' }])
  expect(conflictsOf(change, around(4))).toEqual([])
  expect(conflictsOf({ ...change, scope: 'campaign', scopeId: 2 }, around(4))).toHaveLength(1)
})

test('of an exact negative only an exact keyword of its words is told', () => {
  const [exact, phrase] = [{ matchType: 'EXACT' as const }, { matchType: 'PHRASE' as const }]
  const text = 'botas rojas'
  const here = { text, adGroupId: 3, adGroupName: 'Botas' }
  const around = {
    keywords: [{ ...here, ...phrase }],
    negatives: [],
    biddingStrategyType: null,
  }
  const change = { ...keyword, negative: true, bidMicros: null, ...exact }
  expect(conflictsOf(change, around)).toEqual([])
  const keywords = [{ ...here, ...exact }]
  expect(conflictsOf(change, { ...around, keywords })).toMatchObject([{ kind: 'blocks_keyword' }])
  const negatives = [{ text, ...exact, scope: 'campaign', scopeId: 2 }]
  const blocked = { keywords: [], negatives, biddingStrategyType: null }
  expect(conflictsOf({ ...keyword, bidMicros: null, ...phrase }, blocked)).toEqual([])
  expect(conflictsOf({ ...keyword, bidMicros: null, ...exact }, blocked)).toMatchObject([
    { kind: 'blocked_by_negative' },
  ])
})

test('a bid is a multiple of the smallest amount of its currency', () => {
  expect(bidMicros(0.457, 'EUR')).toBe(460_000)
  expect(bidMicros(0.001, 'EUR')).toBe(10_000)
  expect(bidMicros(37.4, 'JPY')).toBe(37_000_000)
  expect(bidMicros(0.4567, 'KWD')).toBe(457_000)
  const units = [{ code: 'TWD', unitMicros: 1_000_000 }]
  expect(bidMicros(1_234.56, 'TWD', units)).toBe(1_235_000_000)
  expect(bidMicros(0.457, 'EUR', units)).toBe(460_000)
})
