import { expect, test } from 'vitest'
import { addDays, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { plain, sayingsOf } from '../../samples/sample-analysis.ts'

const base = sampleAccount()
const RULE = 'campaigns-without-return'

/** Two campaigns that sell at 12.50 €, and one that spends 1,500 €. */
function account(
  conversions: number,
  over: Partial<CampaignFacts<Column>> = {},
  more: Partial<WholeSnapshot> = {},
): WholeSnapshot {
  const odd = { id: '3', name: 'Lámparas', budgetId: '93', budgetMicros: 17 * MICROS }
  return sampleAccount({
    campaigns: [
      campaign(),
      campaign({ id: '2', name: 'Botas', budgetId: '92' }),
      campaign({ ...odd, sums: sums(3_000, conversions), ...over }),
    ],
    ...more,
  })
}

const { found, reason } = sayingsOf(RULE)

test('a campaign that never sells where 120 conversions were to be expected is paused', () => {
  const [one, ...others] = found(account(0))
  expect(others).toEqual([])
  expect(plain(one!.title)).toBe(
    'Pausa «Lámparas»: 1.500,00 € y 0 conversiones de unas 120 esperadas',
  )
  expect(one!.evidence.change!.operations).toEqual([
    {
      campaignOperation: {
        updateMask: 'status',
        update: { resourceName: 'customers/{customerId}/campaigns/3', status: 'PAUSED' },
      },
    },
  ])
  expect(one!.evidence.forecast!.monthlyMidMicros).toBeLessThanOrEqual(500 * MICROS)
  expect(one!.evidence.counterEvidence.join()).toContain('la media del resto de la cuenta')
  expect(unsupportedNumbers(one!)).toEqual([])
})

const SAID = { targetCpaMicros: 12.5 * MICROS }

test('with a few conversions its budget is halved, and only what that saves is claimed', () => {
  const [one] = found(account(8, {}, SAID))
  expect(one!.evidence.change!.operations).toEqual([
    {
      campaignBudgetOperation: {
        updateMask: 'amountMicros',
        update: {
          resourceName: 'customers/{customerId}/campaignBudgets/93',
          amountMicros: String(8.5 * MICROS),
        },
      },
    },
  ])
  expect(one!.evidence.forecast!.monthlyMidMicros).toBeLessThan(260 * MICROS)
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('the only campaign of an account is judged by what accounts convert at, and once', () => {
  const only = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 80 * MICROS }
  const whole = sums(1_800, 3, 1.8)
  const snapshot = sampleAccount({
    campaigns: [campaign({ name: 'Arquitectos', sums: whole, ...only })],
    keywords: [keyword('arquitecto', whole)],
    searchTerms: [],
  })
  const [one] = found(snapshot)
  expect(plain(one!.title)).toMatch(/3 conversiones de unas 4\d esperadas/)
  expect(unsupportedNumbers(one!)).toEqual([])
  const { recommendations, waiting } = analyseAccount(snapshot)
  const rules = [...recommendations, ...waiting].map(({ rule }) => rule)
  expect(rules).not.toContain('dear-keywords')
  const well = snapshot.campaigns.map((own) => ({ ...own, sums: sums(1_800, 30, 1.8) }))
  expect(found({ ...snapshot, campaigns: well })).toEqual([])
})

test('after its budget was lowered only what it can still spend is saved', () => {
  const savedOf = (euros: number) => {
    const [one] = found(account(8, { budgetMicros: euros * MICROS }, SAID))
    return one!.evidence.forecast!.monthlyMidMicros / MICROS
  }
  expect(savedOf(17)).toBeGreaterThan(200)
  // It spent 16.67 € a day, of which 8 are left: 4 a day are saved.
  expect(savedOf(8)).toBeLessThanOrEqual(4 * 30 + 1)
  expect(savedOf(8)).toBeGreaterThan(80)
})

test('one that runs on three days a week may spend twice its budget on each: half of it cuts nothing', () => {
  const { window } = base
  const over = {
    budgetMicros: 40 * MICROS,
    exposure: { servedDays: 39, from: window.from, to: window.to },
  }
  const on = (weekdays: readonly number[]) => {
    const adSchedules = weekdays.map((weekday) => ({
      ...{ campaignId: '3', criterionId: `${weekday}`, weekday },
      ...{ fromHour: 0, toHour: 24, modifier: 1 },
    }))
    return found(account(8, over, { ...SAID, inventory: { adSchedules } }))[0]!
  }
  expect(on([5, 6, 7]).description).toContain('Gasta mucho menos')
  // Shown on few days for another reason, it spends 38 € on each of them.
  expect(on([]).evidence.change!.operations).toHaveLength(1)
  expect(on([1, 2, 3, 4, 5, 6, 7]).evidence.change!.operations).toHaveLength(1)
})

test('a budget that Google bids for gives up its dearest conversions first, by hand as many as any', () => {
  const middleOf = (biddingStrategyType: string) => {
    const [one] = found(account(24, { biddingStrategyType }, SAID))
    return one!.evidence.forecast!.monthlyMidMicros / MICROS
  }
  // 250 € less at half of the conversions, 100 € a month, or at less than a third of them.
  expect(middleOf('MANUAL_CPC')).toBeLessThan(190)
  expect(middleOf('MAXIMIZE_CONVERSIONS')).toBeGreaterThan(195)
})

test.each([
  ['a shared budget', { budgetShared: true }, 'es compartido'],
  ['a budget that is not known', { budgetMicros: undefined }, 'No consta qué presupuesto tiene'],
  ['a budget that does not run out', { budgetMicros: 60 * MICROS }, 'Gasta mucho menos'],
  ['the name of a competitor', { name: 'Competencia', sums: sums(3_000, 0) }, 'otros motivos'],
])('%s: a person decides, and no amount is claimed', (_, over, why) => {
  const [one] = found(account(8, over, SAID))
  expect(one!.title).toContain('Decide si sigue')
  expect(one!.description).toContain(why)
  expect(one!.evidence.change).toBeNull()
  expect(one!.evidence.forecast).toBeNull()
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('where what a conversion may cost is only assumed, what sells at all is left to a person', () => {
  const [one] = found(account(8))
  expect(one!.title).toContain('Decide si sigue')
  expect(one!.description).toContain('ajustes de la cuenta')
  expect([one!.evidence.change, one!.evidence.forecast]).toEqual([null, null])
})

test('what of its spend another card would save too is not counted twice', () => {
  const idle = keyword('lámparas techo', sums(2_900, 0), { campaignId: '3', adGroupId: '31' })
  const { recommendations } = analyseAccount(account(0, {}, { keywords: [...base.keywords, idle] }))
  const mids = recommendations
    .filter(({ rule }) => [RULE, 'idle-keywords'].includes(rule))
    .map(({ evidence }) => evidence.forecast!.monthlyMidMicros)
  expect(mids).toHaveLength(1)
})

const SOLD: Partial<CampaignFacts<Column>> = { sums: sums(3_000, 8) }
test.each<[string, Partial<CampaignFacts<Column>>]>([
  ['that sells dearly, but sells', { sums: sums(3_000, 40) }],
  ['of the brand', { name: 'Marca' }],
  ['that is paused', { status: 'PAUSED' }],
  ['that makes known', { channelType: 'DISPLAY', biddingStrategyType: 'MANUAL_CPC' }],
  ['of video', { channelType: 'VIDEO', biddingStrategyType: 'TARGET_CPV' }],
  ['bidding for the first place', { biddingStrategyType: 'TARGET_IMPRESSION_SHARE' }],
  ['whose name says what it is for', { name: 'Notoriedad · verano' }],
  ['that spends too little to tell', { sums: sums(200, 0) }],
  [
    'that began two weeks ago',
    { exposure: { servedDays: 14, from: addDays(base.window.to, -13), to: base.window.to } },
  ],
  [
    'that has not been shown of late',
    { exposure: { servedDays: 40, from: base.window.from, to: addDays(base.window.to, -20) } },
  ],
])('nothing is said of a campaign %s', (_, over) => {
  expect(found(account(0, { sums: sums(3_000, 0), ...over }))).toEqual([])
})

test('bidding for a place on searches of others is asked about once its owner said what one may cost', () => {
  const place = { biddingStrategyType: 'TARGET_IMPRESSION_SHARE', sums: sums(3_000, 8) }
  const said = { targetCpaMicros: 15 * MICROS }
  const [one] = found(account(8, place, said))
  expect(one!.title).toContain('Decide si sigue')
  expect(one!.description).toContain('Puja por salir')
  expect([one!.evidence.change, one!.evidence.forecast]).toEqual([null, null])
  expect(found(account(8, { ...place, name: 'Marca' }, said))).toEqual([])
  expect(found(account(8, { ...place, name: 'Notoriedad' }, said))).toEqual([])
})

test('Display that bids for conversions is judged by them', () => {
  const over = { channelType: 'DISPLAY', biddingStrategyType: 'TARGET_CPA' }
  expect(found(account(0, over))).toHaveLength(1)
})

test('where its conversions may not be counted any more it is silent and says so', () => {
  const days = eachDay(base.window.from, base.window.to)
  const campaignDays = (last: number) =>
    days.map((day, i) => ({
      campaignId: '3',
      day,
      clicks: 33,
      conversionsMicros: i <= last && i > last - 8 ? MICROS : 0,
    }))
  expect(found(account(8, SOLD, { campaignDays: campaignDays(85) }))).toHaveLength(1)
  expect(found(account(8, SOLD, { campaignDays: campaignDays(10) }))).toEqual([])
  expect(reason(account(8, SOLD, { campaignDays: campaignDays(10) }))).toContain(
    'hasta que dejó de contarse',
  )
})

test('where none is counted on the web that it leads to, that is to be looked into, and nothing of it is stopped', () => {
  const page = (campaignId: string, url: string) => ({
    ...{ campaignId, url, adGroupId: `${campaignId}1`, sums: sums(900, 36) },
  })
  const place = { campaignId: '3', adGroupId: '31' }
  const led = (url: string, conversions = 0) => ({
    ...account(conversions),
    keywords: [...base.keywords, keyword('lámparas de araña', sums(3_000, conversions), place)],
    searchTerms: [...base.searchTerms, searchTerm('araña latón', sums(2_800, conversions), place)],
    inventory: { landingPages: [page('1', 'https://lumbre.example/a'), page('3', url)] },
  })
  const rulesOf = (url: string, conversions?: number) =>
    analyseAccount(led(url, conversions))
      .recommendations.filter(({ campaignId }) => campaignId === '3')
      .map(({ rule, title }) => `${rule} ${plain(title)}`)
  expect(rulesOf('https://www.lumbre.example/b').join()).toContain('Pausa')
  expect(rulesOf('https://otra.example/')).toEqual([
    `${RULE} Comprueba si se cuentan las conversiones de «Lámparas»: ninguna en 3.000 clics`,
  ])
  const [one] = found(led('https://otra.example/'))
  expect([one!.priority, one!.evidence.change, one!.evidence.forecast]).toEqual([
    'high',
    null,
    null,
  ])
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(found(led('https://otra.example/', 3))).toEqual([])
  expect(reason(led('https://otra.example/', 3))).toContain('lleva a otra web')
})

test('what the owner can pay counts before what is paid on average, and needs less of a gap', () => {
  expect(found(account(28))).toEqual([])
  const [one] = found(account(28, {}, SAID))
  expect(one!.evidence.test.sentence).toContain('2 veces')
  expect(found(account(28, {}, { targetCpaMicros: 60 * MICROS }))).toEqual([])
})

test('of a downloaded file nothing is changed from here, and a bidding that is not known is said', () => {
  const file = { account: { ...base.account, source: 'imported' as const } }
  const [one] = found(account(0, { biddingStrategyType: undefined }, file))
  expect(one!.evidence.change!.operations).toEqual([])
  expect(one!.evidence.counterEvidence.join()).toContain('No consta con qué estrategia puja')
})

test('what nearly all of it spends is told as its budget alone, and no search of what it is there for is excluded', () => {
  const asked = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 12.5 * MICROS }
  const place = { campaignId: '3', adGroupId: '31' }
  const terms = ['lámparas', 'lámparas de pie', 'lámparas salón']
  const base = account(8, asked)
  const whole = {
    ...base,
    campaigns: base.campaigns.map((one) => ({ ...one, ...asked })),
    adGroups: [
      ...base.adGroups,
      { id: '31', campaignId: '3', name: 'L', status: 'ENABLED' as const },
    ],
    keywords: [...base.keywords, keyword('lámparas', sums(3_000, 8), place)],
    searchTerms: [
      ...base.searchTerms,
      ...terms.map((text, i) => searchTerm(text, sums(600, i + 1), place)),
      searchTerm('lámparas de araña segunda mano', sums(1_200, 0), place),
    ],
  }
  const about = analyseAccount(whole).recommendations.filter(({ campaignId }) => campaignId === '3')
  expect(about.map(({ rule }) => rule)).toEqual([RULE, 'wasted-search-terms'])
  expect(about[1]!.evidence.table.rows.map(({ term }) => term)).toEqual([
    'lámparas de araña segunda mano',
  ])
})

test('a campaign that a person has to decide on is cut by no other card meanwhile', () => {
  const dear = keyword('lámpara de diseño', sums(3_000, 12), { campaignId: '3', bidMicros: MICROS })
  const over = { biddingStrategyType: 'MANUAL_CPC' }
  const snapshot = account(12, over, { keywords: [...base.keywords, dear] })
  expect(found(snapshot)[0]!.title).toContain('Decide si sigue')
  const { recommendations, waiting } = analyseAccount(snapshot)
  const cuts = [...recommendations, ...waiting].filter(
    ({ campaignId, rule }) => campaignId === '3' && rule !== RULE,
  )
  expect(cuts.map(({ rule }) => rule)).toEqual([])
})

test('what is not surely so dear is not told to be mended by negatives, nor to be chance after many conversions', () => {
  const text = reason(account(24))
  expect(text).toMatch(
    /«Lámparas» cuesta 62,25\s€, y 12,45\s€ es el coste medio por conversión del resto de la cuenta, sin la marca/,
  )
  expect(text).toContain('Cuánto vale una conversión')
})
