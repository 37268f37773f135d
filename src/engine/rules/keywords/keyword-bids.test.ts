import { expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { AccountChange } from '../../account/inventory.ts'
import type { BidStep, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'

const base = sampleAccount()

/** One keyword of 600 clicks with a bid, in a manual campaign, where a conversion may cost 12.50 €. */
function account(
  conversions: number,
  over: Partial<KeywordFacts<Column>> = {},
  campaignOver: Partial<CampaignFacts<Column>> = {},
  clicks = 600,
) {
  return sampleAccount({
    targetCpaMicros: 12.5 * MICROS,
    campaigns: [campaign({ biddingStrategyType: 'MANUAL_CPC', ...campaignOver })],
    keywords: [
      ...base.keywords,
      keyword('botas lluvia', sums(clicks, conversions), { bidMicros: 600_000, ...over }),
    ],
  })
}

const found = (snapshot: ReturnType<typeof account>) =>
  analyseAccount(snapshot).recommendations.filter(({ rule }) => rule === 'keyword-bids')
const bid = (snapshot: ReturnType<typeof account>) =>
  found(snapshot)[0]?.evidence.change?.operations[0]?.adGroupCriterionOperation
const reason = (snapshot: ReturnType<typeof account>) =>
  analyseAccount(snapshot).silenced.find(({ rule }) => rule === 'keyword-bids')?.reason

test('a bid that pays too much is lowered by one step, before and after in money', () => {
  const [one] = found(account(6))
  expect(bid(account(6))).toEqual({
    updateMask: 'cpcBidMicros',
    update: {
      resourceName: 'customers/{customerId}/adGroupCriteria/11~botas lluvia',
      cpcBidMicros: '420000',
    },
  })
  expect(one!.title.replace(/\u00a0/g, ' ')).toBe(
    'Baja la puja de «botas lluvia» de 0,60 € a 0,42 €',
  )
  expect(one!.evidence.forecast!.kpi).toBe('cost')
  expect(one!.evidence.forecast!.monthlyLowMicros).toBeGreaterThan(0)
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('a keyword whose sales are worth more than the others may pay more for each', () => {
  const days = base.accountDays.map((day, i) => {
    return { ...day, valueMicros: day.conversionsMicros * (35 + (i % 5) * 5) }
  })
  const worth = (euros: number) => {
    const row = { ...sums(2_400, 60), valueMicros: 60 * euros * MICROS }
    const own = account(60, { sums: row })
    return { ...own, accountDays: days }
  }
  const directions = [20, 160].map((euros) => found(worth(euros))[0]?.title ?? '')
  expect(directions[0]).toMatch(/^Baja/)
  expect(directions[1]).not.toMatch(/^Baja/)
})

test('where nobody said what a conversion is worth, the card says what twice and half of it would change', () => {
  const said = /valiera el doble .* si valiera la mitad/
  const doubts = (snapshot: ReturnType<typeof account>) =>
    found(snapshot)[0]!.evidence.counterEvidence.join(' ')
  expect(doubts({ ...account(2), targetCpaMicros: undefined })).toMatch(said)
  expect(doubts(account(2))).not.toMatch(said)
})

test('a bid that leaves cheap conversions to others is raised; an ordinary one is left alone', () => {
  expect(bid(account(130))!.update).toMatchObject({ cpcBidMicros: '780000' })
  const [one] = found(account(130))
  expect(one!.evidence.forecast!.monthlyMidMicros).toBeGreaterThan(0)
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(found(account(30))).toEqual([])
  expect(reason(account(30))).toContain('Ninguna puja se aparta')
})

/** Four hundred keywords whose bids went up or down by a fifth, and clicks with them by this exponent; all lost 30 % by themselves. */
const steps = (eta: number): BidStep[] => [
  {
    campaignId: '1',
    day: '2026-10-01',
    changed: Array.from({ length: 400 }, (_, i) => {
      const ratio = i % 2 ? 1.2 : 0.8
      const clicks = 2_000 * 0.7 * ratio ** eta
      return {
        adGroupId: '11',
        criterionId: `moved ${i}`,
        fromMicros: 500_000,
        toMicros: 500_000 * ratio,
        before: { clicks: 2_000, costMicros: 2_000 * 500_000 },
        after: { clicks, costMicros: clicks * 500_000 * ratio ** 0.2 },
      }
    }),
  },
]

test('where only the last clicks do not pay it is lowered, and says that conversions are lost', () => {
  const [one] = found({ ...account(160, {}, {}, 3_600), bidSteps: steps(0.1) })
  expect(one!.title).toMatch(/^Baja/)
  expect(one!.description).toContain('los últimos clics que compra su puja cuestan más')
  expect(one!.evidence.counterEvidence.join()).toContain('si prefieres volumen')
  expect(found(account(6))[0]!.evidence.counterEvidence.join()).not.toContain(
    'si prefieres volumen',
  )
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('what the account’s own bids have done decides how far a bid pays', () => {
  const [flat, steep] = [0.1, 2].map((eta) => ({ ...account(60), bidSteps: steps(eta) }))
  expect(found(account(60))).toEqual([])
  expect(found(steep!)[0]!.title).toMatch(/^Sube/)
  expect(found(flat!)).toEqual([])
  expect(found(steep!)[0]!.evidence.counterEvidence.join()).toContain(
    'se ha aprendido de las pujas',
  )
})

/** Sixty bids of 1 € cut by a fifth, each of which lost more or fewer clicks; `times`: what a lost one cost over the bid half-way. */
const cutsAt = (times: number): BidStep[] => {
  const changed = Array.from({ length: 60 }, (_, i) => {
    const [lost, chance] = [200 + 100 * (i % 5), 15 * (((7 * i) % 11) - 5)]
    const price = times * Math.sqrt(1_000_000 * 800_000)
    const costMicros = (2_000 + chance) * 700_000 - lost * price
    return {
      adGroupId: '11',
      criterionId: `moved ${i}`,
      fromMicros: 1_000_000,
      toMicros: 800_000,
      before: { clicks: 2_000, costMicros: 2_000 * 700_000 },
      after: { clicks: 2_000 + chance - lost, costMicros },
    }
  })
  const rest = { clicks: 9_000, costMicros: 9_000 * 700_000 }
  return [{ campaignId: '1', day: '2026-10-01', changed, rest: { before: rest, after: rest } }]
}

test('where bids have shown what a click more costs over the bid, that decides', () => {
  const [one] = found({ ...account(60), bidSteps: cutsAt(1) })
  expect(found(account(60))).toEqual([])
  expect(one!.title).toMatch(/^Sube/)
  const shown = one!.evidence.test!.numbers.find(({ key }) => key === 'marginal')!
  expect(shown.value).toBeCloseTo(1, 1)
  expect(unsupportedNumbers(one!)).toEqual([])
  const near = (times: number) =>
    found({ ...account(155, {}, {}, 3_600), bidSteps: cutsAt(times) })[0]
  expect(near(1)).toBeUndefined()
  expect(near(1.5)!.title).toMatch(/^Baja/)
  expect(near(1.5)!.evidence.forecast!.monthlyLowMicros).toBeGreaterThan(0)
})

test('a campaign that wins most of its auctions has little to gain from a higher bid', () => {
  const winning = (share: number) => {
    const rows = account(130).campaigns.map((one) => {
      const eligible = Math.round(one.sums.impressions / share)
      const lostToRank = eligible - one.sums.impressions
      return { ...one, impressionShare: { eligible, lostToBudget: 0, lostToRank } }
    })
    return found({ ...account(130), campaigns: rows })
  }
  expect(winning(0.5)[0]!.title).toMatch(/^Sube/)
  expect(winning(0.85)).toEqual([])
})

test('clicks are counted at what they cost since the bid was changed', () => {
  const cheaper = {
    campaignId: '1',
    day: '2026-11-01',
    changed: [
      {
        adGroupId: '11',
        criterionId: 'botas lluvia',
        fromMicros: 900_000,
        toMicros: 600_000,
        before: { clicks: 300, costMicros: 300 * 600_000 },
        after: { clicks: 300, costMicros: 300 * 350_000 },
      },
    ],
  }
  expect(found(account(16))).toHaveLength(1)
  expect(found({ ...account(16), bidSteps: [cheaper] })).toEqual([])
})

test('a bid far above what its clicks cost is not raised: what it would add costs at least the bid', () => {
  // A click brings 130 / 600 × 12.50 € = 2.71 €.
  expect(found(account(130, { bidMicros: 2_500_000 }))).toEqual([])
  expect(found(account(130, { bidMicros: 900_000 }))).toHaveLength(1)
})

test('the forecast of a raise counts added clicks at the bid', () => {
  const [cheap, dear] = [600_000, 1_100_000].map(
    (bidMicros) => found(account(1_300, { bidMicros }, {}, 6_000))[0]!.evidence.forecast!,
  )
  expect(dear!.monthlyMidMicros).toBeLessThan(cheap!.monthlyMidMicros * 0.9)
})

test('a raise is promised less than the exponent of its campaign says: who gets one wins more auctions than most', () => {
  const { forecast } = found(account(130))[0]!.evidence
  expect(forecast!.monthlyMidMicros).toBeLessThan(34 * MICROS)
})

test('after a cut no click costs more than the bid, few as those since may be', () => {
  const cut = (toMicros: number) => ({
    campaignId: '1',
    day: '2026-11-01',
    changed: [
      {
        adGroupId: '11',
        criterionId: 'botas lluvia',
        fromMicros: 600_000,
        toMicros,
        before: { clicks: 300, costMicros: 300 * 450_000 },
        after: { clicks: 1, costMicros: toMicros },
      },
    ],
  })
  const lowered = (toMicros: number) =>
    found({ ...account(12, { bidMicros: toMicros }), bidSteps: [cut(toMicros)] })
  expect(lowered(500_000)).toHaveLength(1)
  expect(lowered(150_000)).toEqual([])
})

test('a bid that was lowered several times is not lowered once more for what clicks cost before', () => {
  // Those of the window cost .60 € on average; nearly all of them were bought before the last cuts.
  const cuts = [
    [840_000, 590_000, 300, 620_000, 200, 470_000],
    [590_000, 410_000, 200, 470_000, 130, 320_000],
    [410_000, 290_000, 0, 0, 3, 200_000],
  ] as const
  const bidSteps = cuts.map(([fromMicros, toMicros, had, paid, has, pays], i) => {
    const before = { clicks: had, costMicros: had * paid }
    const after = { clicks: has, costMicros: has * pays }
    const place = { adGroupId: '11', criterionId: 'botas lluvia' }
    return {
      campaignId: '1',
      day: `2026-10-${10 + 7 * i}`,
      changed: [{ ...place, fromMicros, toMicros, before, after }],
    }
  })
  const last = account(11, { bidMicros: 290_000 })
  expect(found(last)[0]!.title).toMatch(/^Baja/)
  expect(found({ ...last, bidSteps })).toEqual([])
})

test('it is not raised where the last click would no longer pay, nor without room', () => {
  expect(found(account(28))).toEqual([])
  expect(found(account(288, {}, {}, 6_000))).toEqual([])
  const tight = { eligible: 400_000, lostToBudget: 60_000, lostToRank: 40_000 }
  expect(found(account(60, {}, { impressionShare: tight }))).toEqual([])
  const whole = { eligible: 180_000, lostToBudget: 0, lostToRank: 0 }
  expect(found(account(60, {}, { impressionShare: whole }))).toEqual([])
  expect(found(account(6, {}, { impressionShare: tight }))).toHaveLength(1)
})

test('under Smart Bidding, without a bid, paused or for the brand it says nothing', () => {
  for (const biddingStrategyType of ['TARGET_CPA', 'MAXIMIZE_CONVERSIONS', 'TARGET_SPEND']) {
    expect(found(account(6, {}, { biddingStrategyType }))).toEqual([])
    expect(reason(account(6, {}, { biddingStrategyType }))).toContain('no cuentan')
  }
  expect(found(account(6, { bidMicros: undefined }))).toEqual([])
  expect(found(account(6, { status: 'PAUSED' }))).toEqual([])
  expect(found(account(6, {}, { status: 'PAUSED' }))).toEqual([])
  expect(found(account(6, { text: 'calzados lumbre' }))).toEqual([])
})

/** The keyword brings a search that becomes a keyword, with so many of its 170 conversions in 120 clicks. */
function withHarvest(conversions: number) {
  const plain = account(170)
  const row = searchTerm('botas lluvia con cremallera', sums(120, conversions), {
    criterionId: 'botas lluvia',
  })
  return { ...plain, searchTerms: [...plain.searchTerms, row] }
}

test('a raise must pay without the searches that get keywords of their own', () => {
  const isHarvested = (snapshot: ReturnType<typeof account>) =>
    analyseAccount(snapshot).recommendations.some(({ rule }) => rule === 'converting-terms')
  expect(isHarvested(withHarvest(145))).toBe(true)
  expect(found(withHarvest(145))).toEqual([])
  // What is left sells as well as what goes.
  const [rest, whole] = [found(withHarvest(34))[0]!, found(account(170))[0]!]
  expect(rest.title).toMatch(/^Sube/)
  expect(rest.evidence.counterEvidence.join()).toContain('la tendrán por otra recomendación')
  expect(whole.evidence.counterEvidence.join()).not.toContain('otra recomendación')
  const middle = ({ evidence }: typeof rest) => evidence.forecast!.monthlyMidMicros
  expect(middle(rest)).toBeLessThan(0.9 * middle(whole))
  expect(unsupportedNumbers(rest)).toEqual([])
})

test('a cut is judged by all that the keyword brings, whoever takes it later', () => {
  const dear = withHarvest(145)
  const keywords = dear.keywords.map((one) =>
    one.text === 'botas lluvia' ? { ...one, sums: sums(6_000, 145) } : one,
  )
  const [one] = found({ ...dear, keywords })
  expect(one!.title).toMatch(/^Baja/)
  expect(one!.evidence.counterEvidence.join()).not.toContain('otra recomendación')
})

test('more evidence of the same rate makes it surer', () => {
  const [few, many] = [found(account(4, {}, {}, 400))[0]!, found(account(12, {}, {}, 1200))[0]!]
  expect(many.probability).toBeGreaterThan(few.probability)
  expect(many.evidence.forecast!.monthlyMidMicros).toBeGreaterThan(
    few.evidence.forecast!.monthlyMidMicros,
  )
})

test('a bid of whole coins never passes the step, and the smallest coin is left', () => {
  const coins = (bidMicros: number) => ({
    ...account(6, { bidMicros }),
    account: { ...base.account, currencyCode: 'CLP' },
  })
  expect(bid(coins(5 * MICROS))!.update).toMatchObject({ cpcBidMicros: String(4 * MICROS) })
  expect(found(coins(1 * MICROS))).toEqual([])
  const huge = account(6, { bidMicros: Number.MAX_SAFE_INTEGER })
  expect(Number((bid(huge)!.update as { cpcBidMicros: string }).cpcBidMicros)).toBeLessThan(
    Number.MAX_SAFE_INTEGER,
  )
})

test('Google’s own simulation of bids replaces what was measured elsewhere', () => {
  const point = (value: number, clicks: number) => ({
    value: value * MICROS,
    clicks,
    costMicros: clicks * value * 0.8 * MICROS,
    conversionsMicros: clicks * 10_000,
    valueMicros: 0,
  })
  const simulations = [
    {
      campaignId: '1',
      type: 'CPC_BID' as const,
      from: '2026-11-01',
      to: '2026-11-07',
      points: [point(0.4, 90), point(0.5, 95), point(0.6, 100)],
    },
  ]
  const [plain] = found(account(6))
  const [simulated] = found({ ...account(6), inventory: { simulations } })
  expect(simulated!.evidence.counterEvidence.join()).toContain('simulación de Google')
  expect(plain!.evidence.counterEvidence.join()).not.toContain('simulación de Google')
  expect(simulated!.evidence.forecast!.monthlyMidMicros).not.toBe(
    plain!.evidence.forecast!.monthlyMidMicros,
  )
})

test('of more bids than anybody reads, those worth most are shown', () => {
  const dear = Array.from({ length: 302 }, (_, i) =>
    keyword(`bota ${i}`, sums(400 + i, 0.5), { bidMicros: 600_000 }),
  )
  const plain = account(24, {}, { sums: sums(300_000, 5_000) })
  const all = found({ ...plain, keywords: [...plain.keywords, ...dear] })
  expect(all).toHaveLength(1)
  expect(all[0]!.title).toBe('Baja 50 pujas de «Zapatos»')
  expect(all[0]!.evidence.change!.operations).toHaveLength(50)
  const shown = all[0]!.evidence.table.rows.map((row) => row.keyword)
  expect([shown.includes('bota 301'), shown.includes('bota 0')]).toEqual([true, false])
})

test('a cut claims what it saves, so a pause of the same keyword is not counted twice', () => {
  const rules = analyseAccount(account(0)).recommendations.map(({ rule }) => rule)
  expect(rules.filter((rule) => rule === 'keyword-bids' || rule === 'idle-keywords')).toHaveLength(
    1,
  )
})

test('where bids are kept on purpose, it is not said that Google uses none', () => {
  const reason = (name: string) =>
    analyseAccount(account(60, {}, { name })).silenced.find(({ rule }) => rule === 'keyword-bids')
      ?.reason
  expect(reason('Competencia')).toContain('de la competencia')
})

test('a bid that was changed some days ago is not changed again by what it brought before', () => {
  const changed = (daysAgo: number, over: Partial<AccountChange> = {}) => {
    const at = `${addDays(base.account.today, -daysAgo)} 10:00:00`
    const one: AccountChange = {
      ...{ at, clientType: 'GOOGLE_ADS_API', resourceType: 'AD_GROUP_CRITERION' },
      ...{ operation: 'UPDATE', changedFields: ['cpc_bid_micros'], campaignId: '1' },
      ...{ adGroupId: '11', criterionId: 'botas lluvia', ...over },
    }
    return { ...account(6), inventory: { changes: [one] } }
  }
  expect(found(changed(2))).toEqual([])
  expect(reason(changed(2))).toContain('primero se ve qué clics traen')
  expect(found(changed(8))).toHaveLength(1)
  const other = { criterionId: 'otra' }
  expect(found(changed(2, other))).toHaveLength(1)
  expect(found(changed(2, { changedFields: ['status'] }))).toHaveLength(1)
  const ofGroup = { resourceType: 'AD_GROUP', criterionId: undefined }
  expect(found(changed(2, ofGroup))).toEqual([])
})
