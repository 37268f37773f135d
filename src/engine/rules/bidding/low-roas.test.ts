import { expect, test } from 'vitest'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { plain, sayingsOf } from '../../samples/sample-analysis.ts'

const RULE = 'low-roas'
const base = sampleAccount({
  accountDays: sampleAccount().accountDays.map((day, i) => ({
    ...day,
    valueMicros: day.conversionsMicros * (30 + (i % 5) * 5),
  })),
})

/** Conversions of the sample bring 40 € for 12.50 €, a ROAS of 320 %. */
const worth = (clicks: number, conversions: number, euros: number): Metrics => ({
  ...sums(clicks, conversions),
  valueMicros: conversions * euros * MICROS,
})

/** Three campaigns, the last one of 1,500 € that sells as often as the others, for `euros` each. */
function account(
  euros: number,
  over: Partial<CampaignFacts<Column>> = {},
  more: Partial<WholeSnapshot> = {},
): WholeSnapshot {
  const asked = { biddingStrategyType: 'MAXIMIZE_CONVERSION_VALUE', targetRoas: 2 }
  return {
    ...base,
    campaigns: [
      campaign(),
      campaign({ id: '2', name: 'Botas', budgetId: '92', ...asked }),
      campaign({
        id: '3',
        name: 'Cordones',
        budgetId: '93',
        budgetMicros: 17 * MICROS,
        sums: worth(3_000, 120, euros),
        ...over,
      }),
    ],
    ...more,
  }
}

const { found, reason } = sayingsOf(RULE)

test('a campaign whose sales are worth little gets half its budget, by what the others are asked for', () => {
  const [one, ...others] = found(account(5))
  expect(others).toEqual([])
  expect(plain(one!.title)).toBe(
    'Baja a la mitad el presupuesto de «Cordones»: su ROAS es del 40 %',
  )
  expect(one!.description).toContain('el ROAS objetivo más bajo de la cuenta')
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
  // Half of 500 € a month, less what the dearest half buys of the 100 € that its sales of 200 € may cost at 200 %.
  expect(one!.evidence.forecast!.monthlyMidMicros / MICROS).toBeGreaterThan(195)
  expect(one!.evidence.forecast!.monthlyMidMicros / MICROS).toBeLessThan(250)
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('nothing is asked of it that the campaign with the target does not reach itself', () => {
  const lentBy = (euros: number) =>
    account(
      18,
      {},
      {
        campaigns: account(18).campaigns.map((one) =>
          one.id === '2' ? { ...one, targetRoas: 4, sums: worth(9_000, 360, euros) } : one,
        ),
      },
    )
  expect(found(lentBy(60))).toHaveLength(1)
  expect(found(lentBy(20))).toEqual([])
})

test('where people see an ad without looking for anything, sales that begin there are doubted', () => {
  const doubts = (channelType: string) =>
    found(account(5, { channelType }))[0]!.evidence.counterEvidence.join()
  expect(doubts('DISPLAY')).toContain('compra otro día buscando la marca')
  expect(doubts('SEARCH')).not.toContain('compra otro día')
})

test('what is asked of it: what others are asked for, else its owner’s limit, else its money back', () => {
  const nothing = {
    campaigns: account(5).campaigns.map((one) => ({ ...one, targetRoas: undefined })),
  }
  expect(found(account(5, {}, nothing))[0]!.description).toContain(
    'recuperar en valor lo que se gasta',
  )
  const even = account(11)
  const untold = {
    ...even,
    campaigns: even.campaigns.map((one) => ({ ...one, targetRoas: undefined })),
  }
  expect(found(untold)).toEqual([])
  const limit = { targetCpaMicros: 12.5 * MICROS }
  const said = 'lo que dijiste que puede costar una conversión'
  const [one] = found(account(5, {}, { ...nothing, ...limit }))
  expect(one!.description).toContain(said)
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(found(account(5, {}, limit))[0]!.description).not.toContain(said)
})

test('what other campaigns bring on average is the surer a measure the more of them there are', () => {
  const untold = account(18, { targetRoas: undefined }, { targetCpaMicros: 12.5 * MICROS })
  const campaigns = untold.campaigns.map((one) => ({ ...one, targetRoas: undefined }))
  const more = ['4', '5', '6', '7'].map((id) =>
    campaign({ id, name: `Zuecos ${id}`, budgetId: `9${id}` }),
  )
  expect(found({ ...untold, campaigns })).toEqual([])
  expect(found({ ...untold, campaigns: [...campaigns, ...more] })).toHaveLength(1)
})

test.each<[string, Partial<CampaignFacts<Column>>]>([
  ['whose sales are worth enough', { sums: worth(3_000, 120, 40) }],
  ['that only misses what is asked', { sums: worth(3_000, 120, 18) }],
  [
    'with a target of its own: that is another card',
    { targetRoas: 3, biddingStrategyType: 'TARGET_ROAS' },
  ],
  ['with a single sale', { sums: worth(60, 1, 5) }],
  ['that never sold: that is another card', { sums: worth(3_000, 0, 5) }],
  ['of the brand', { name: 'Marca' }],
])('nothing is said of a campaign %s', (_, over) => {
  expect(found(account(5, over))).toEqual([])
})

test('values that are one amount for all, Google’s 1, missing in part or lost say nothing', () => {
  const each = (euros: (i: number) => number) => {
    const value = (own: Metrics, i: number) => ({
      ...own,
      valueMicros: own.conversionsMicros * euros(i),
    })
    const own = account(5)
    return {
      ...own,
      campaigns: own.campaigns.map((one, i) => ({ ...one, sums: value(one.sums, i) })),
      keywords: own.keywords.map((one, i) => ({ ...one, sums: value(one.sums, i) })),
      accountDays: own.accountDays.map((one, i) => ({ ...one, ...value(one, i) })),
    }
  }
  const silent = [each(() => 40), each(() => 1), each((i) => (i === 0 ? 0 : 40)), each(() => 0)]
  for (const snapshot of silent) expect(reason(snapshot)).toContain('no se puede juzgar el ROAS')
  const unread = {
    ...account(5),
    knownColumns: ['clicks', 'costMicros', 'conversionsMicros'] as const,
  }
  expect(reason(unread)).toContain('El informe no trae')
})

test('a keyword of little worth under Smart Bidding is paused, several are one card', () => {
  const cheap = (id: string, over = {}) =>
    keyword(`cordones ${id}`, worth(500, 20, 4), { criterionId: id, ...over })
  const own = account(40)
  const [one] = found({ ...own, keywords: [...own.keywords, cheap('finos')] })
  expect(plain(one!.title)).toBe('Pausa la palabra clave «cordones finos»: su ROAS es del 32 %')
  expect(one!.evidence.change!.operations).toHaveLength(1)
  expect(unsupportedNumbers(one!)).toEqual([])
  const [both, ...others] = found({
    ...own,
    keywords: [...own.keywords, cheap('finos'), cheap('gruesos')],
  })
  expect(others).toEqual([])
  expect(both!.evidence.change!.operations).toHaveLength(2)
  expect(unsupportedNumbers(both!)).toEqual([])
  const hand = own.campaigns.map((one) => ({ ...one, biddingStrategyType: 'MANUAL_CPC' }))
  const bid = cheap('a', { bidMicros: 600_000 })
  expect(found({ ...own, campaigns: hand, keywords: [...own.keywords, bid] })).toEqual([])
})

test('what a keyword costs is spent again where Google bids, and in part goes on with others', () => {
  const own = account(40)
  const dear = keyword('cordones finos', worth(500, 20, 4), { criterionId: '77' })
  const other = keyword('lazos', sums(100, 4), { criterionId: '79' })
  const term = (text: string, clicks: number) =>
    clicks > 0 ? [searchTerm(text, worth(clicks, clicks / 25, 4), { criterionId: '77' })] : []
  const monthly = (covered: number, strategy?: string) => {
    const [one] = found({
      ...own,
      campaigns: own.campaigns.map((one) => ({
        ...one,
        ...(strategy && { biddingStrategyType: strategy }),
      })),
      keywords: [...own.keywords, dear, other],
      searchTerms: [...term('lazos', covered), ...term('cordones finos', 500 - covered)],
    })
    return one!.evidence.forecast!.monthlyMidMicros
  }
  const none = monthly(0)
  expect(monthly(200) / none).toBeGreaterThan(0.55)
  expect(monthly(200) / none).toBeLessThan(0.65)
  expect(none).toBeLessThan(0.98 * monthly(0, 'TARGET_SPEND'))
})

test('what sells dearly, but dear things, is called dear by no rule', () => {
  const rules = (euros: number) => {
    const own = account(40, { sums: worth(3_000, 30, euros) })
    const row = worth(1_200, 8, euros)
    const dear = keyword('botas montaña', row, { campaignId: '3', adGroupId: '31' })
    const said = { targetCpaMicros: 15 * MICROS, keywords: [...own.keywords, dear] }
    return analyseAccount({ ...own, ...said }).recommendations.map(({ rule }) => rule)
  }
  const without = account(0, { sums: worth(3_000, 20, 0) }, { targetCpaMicros: 15 * MICROS })
  expect(analyseAccount(without).recommendations.map(({ rule }) => rule)).toContain(
    'campaigns-without-return',
  )
  expect(rules(20)).toContain(RULE)
  for (const rule of ['campaigns-without-return', 'dear-keywords', RULE])
    expect(rules(400)).not.toContain(rule)
})

test('one order that pays for all, at another price than all others, is neither low nor dear', () => {
  const order = (euros: number) => {
    const sums = worth(8_000, 1, euros)
    const own = account(1, { sums, targetRoas: 5 })
    const place = { campaignId: '3', adGroupId: '31' }
    const desks = keyword('mesa reuniones', sums, place)
    const searches = [
      searchTerm('mesa reuniones madera', worth(5_000, 1, euros), place),
      searchTerm('mesa reuniones redonda', worth(3_000, 0, 0), place),
    ]
    // The day of the order makes all orders look wild.
    const [first, ...days] = own.accountDays
    const dayOfIt = { ...first!, valueMicros: first!.valueMicros + euros * MICROS }
    return analyseAccount({
      ...own,
      keywords: [...own.keywords, desks],
      searchTerms: [...own.searchTerms, ...searches],
      accountDays: [dayOfIt, ...days],
    }).recommendations.flatMap(({ campaignId, rule }) => (campaignId === '3' ? [rule] : []))
  }
  expect(order(40)).not.toEqual([])
  expect(order(27_000)).toEqual([])
})

test('what is seen to return what is asked is not told to return little, whatever it is believed to', () => {
  const smart = { biddingStrategyType: 'MAXIMIZE_CONVERSION_VALUE', targetRoas: 2 }
  const told = (euros: number) => {
    const own = account(40, { ...smart, sums: worth(6_000, 60, 40) })
    const place = { campaignId: '3', adGroupId: '31' }
    const lucky = keyword('cordones dorados', worth(2_400, 2, euros), place)
    const first = { ...own.accountDays[0]!, valueMicros: 9_000 * MICROS }
    return analyseAccount({
      ...own,
      keywords: [...own.keywords, lucky],
      accountDays: [first, ...own.accountDays.slice(1)],
    }).recommendations.filter(({ rule, title }) => rule === RULE && title.includes('dorados'))
  }
  expect(told(900)).toHaveLength(1)
  expect(told(1_250)).toEqual([])
})
