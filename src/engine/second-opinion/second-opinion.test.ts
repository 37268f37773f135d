import { expect, test } from 'vitest'
import { MICROS } from '../../shared/metrics.ts'
import { sampleSurroundings } from '../samples/sample-surroundings.ts'
import { gammaCdf } from '../statistics/stats.ts'
import type { GoogleAdvice, Surroundings } from './advice.ts'
import { probabilityWithin, promisedPrice } from './promised-price.ts'
import { secondOpinion } from './second-opinion.ts'

const WEEK = { clicks: 700, costMicros: 700 * MICROS, conversions: 35 }

function advice(type: string, more: Partial<GoogleAdvice> = {}): GoogleAdvice {
  return { id: '1', type, campaignId: '9', adGroupId: '8', impact: null, proposal: {}, ...more }
}

/** A week more by `cost` euros and `conversions`. */
function promise(cost: number, conversions: number) {
  return {
    base: WEEK,
    potential: {
      ...WEEK,
      costMicros: WEEK.costMicros + cost * MICROS,
      conversions: WEEK.conversions + conversions,
    },
  }
}

/** 90 days: 9,000 € for 450 conversions at 20 €, half of whose impressions are lost to budget. */
function around(more: Partial<Surroundings> = {}): Surroundings {
  const campaign = {
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    budgetMicros: 100 * MICROS,
    impressionShare: { eligible: 200_000, lostToBudget: 100_000, lostToRank: 0 },
  }
  return sampleSurroundings(
    { target: { micros: 30 * MICROS, origin: 'average' }, ...more },
    campaign,
  )
}

const KNOWN = { conversions: 450, drift: 0.28 }

function withCampaign(change: Partial<NonNullable<Surroundings['campaign']>>): Surroundings {
  return around({ campaign: { ...around().campaign!, ...change } })
}

const few = (conversions: number) =>
  withCampaign({
    sums: { ...around().campaign!.sums, conversionsMicros: conversions * MICROS },
  })

test('the marginal CPA is what Google promises to spend over what it promises to bring', () => {
  const price = promisedPrice(promise(100, 5), KNOWN)!
  expect(price.extraCostMicros).toBe(100 * MICROS)
  expect(price.extraConversions).toBe(5)
  expect(price.marginalMicros).toBe(20 * MICROS)
  // Average 20, marginal 20: 80 % between what a gamma of relative variance 1/450.5 + .28² leaves.
  const shape = 1 / (1 / 450.5 + 0.28 ** 2)
  expect(gammaCdf((20 * MICROS) / price.highMicros!, shape, shape)).toBeCloseTo(0.1, 6)
  expect(gammaCdf((20 * MICROS) / price.lowMicros!, shape, shape)).toBeCloseTo(0.9, 6)
  expect(probabilityWithin(price, 30 * MICROS, KNOWN)).toBeCloseTo(
    1 - gammaCdf(20 / 30, shape, shape),
    9,
  )
})

test('the fewer conversions a promise was learnt from, the wider it is', () => {
  const wide = promisedPrice(promise(100, 5), { ...KNOWN, conversions: 6 })!
  const narrow = promisedPrice(promise(100, 5), KNOWN)!
  expect(wide.highMicros! - wide.lowMicros!).toBeGreaterThan(
    2 * (narrow.highMicros! - narrow.lowMicros!),
  )
})

test('no conversions more have no price, and are refused when they cost something', () => {
  expect(promisedPrice(promise(100, 0), KNOWN)?.marginalMicros).toBeNull()
  const opinion = secondOpinion(advice('KEYWORD', { impact: promise(100, 0) }), around())
  expect(opinion.verdict).toBe('discard')
  expect(opinion.reason).toContain('ninguna conversión más')
  expect(opinion.reason).toContain('100,00')
})

test('without an impact, or with half of one, nothing is said', () => {
  for (const impact of [
    null,
    { base: {}, potential: {} },
    { base: { costMicros: 1 }, potential: { costMicros: 2 } },
    { base: WEEK, potential: { costMicros: 900 * MICROS } },
  ])
    expect(secondOpinion(advice('KEYWORD', { impact }), around()).verdict).toBe('no_opinion')
})

test('nor without a target, with broken measurement or with hardly a conversion', () => {
  const keyword = advice('KEYWORD', { impact: promise(100, 5) })
  expect(secondOpinion(keyword, around({ target: null })).verdict).toBe('no_opinion')
  expect(secondOpinion(keyword, around({ blocked: 'No se mide.' })).reason).toBe('No se mide.')
  expect(secondOpinion(keyword, few(4)).verdict).toBe('no_opinion')
})

test('of a campaign that is not there, no conversions are counted for the account', () => {
  const keyword = advice('KEYWORD', { impact: promise(100, 5) })
  const missing = around({ campaign: null })
  const opinion = secondOpinion(keyword, missing)
  expect(opinion.verdict).toBe('no_opinion')
  expect(opinion.reason).toContain('no está entre las que se han leído')
  const ofGroup = secondOpinion({ ...keyword, campaignId: null }, missing)
  expect(ofGroup.reason).toContain('No se sabe cuántas conversiones')
  const { sums } = few(4).campaign!
  const ofAll = { ...keyword, campaignId: null, adGroupId: null }
  const inAll = secondOpinion(ofAll, around({ campaign: null, jointSums: sums }))
  expect(inAll.reason).toContain('La cuenta solo tiene 4 conversiones')
})

test.each([
  [10, 'apply'],
  [25, 'try'],
  [90, 'discard'],
])('a keyword whose conversions more would cost %i € against 30 €: %s', (each, verdict) => {
  const opinion = secondOpinion(advice('KEYWORD', { impact: promise(each * 5, 5) }), around())
  expect(opinion.verdict, opinion.reason).toBe(verdict)
})

test('a saving is worth it as far as what it may lose is: a small one is tried, a large one applied', () => {
  const at = (impact: GoogleAdvice['impact'], surroundings = around()) =>
    secondOpinion(advice('LOWER_TARGET_ROAS', { impact }), surroundings)
  // 50 € pay for 1.7 conversions of 35.
  const small = at(promise(-50, 0))
  expect(small.verdict).toBe('try')
  expect(small.reason).toMatch(/promete lo mismo gastando 50,00\s€ menos a la semana/)
  expect(small.reason).toMatch(/compense, a 30,00\s€ cada una.* es (5|6)\d\s%/)
  const large = at(promise(-600, 1))
  expect(large.verdict).toBe('apply')
  expect(large.reason).toMatch(/promete 1\sconversión más gastando 600,00\s€ menos/)
  expect(at(promise(-600, 1), few(20)).verdict).toBe('try')
  const shape = 1 / (1 / 450.5 + 0.28 ** 2)
  const price = promisedPrice(promise(-50, 0), KNOWN)!
  expect(probabilityWithin(price, 30 * MICROS, KNOWN)).toBeCloseTo(
    1 - gammaCdf((35 - 50 / 30) / 35, shape, shape),
    9,
  )
  expect(at(promise(0, 5)).reason).toContain('5 conversiones más sin gastar más.')
})

test('a saving that is refused at what is supposed, and would not be at half, is left open', () => {
  const dear = { micros: 3_000 * MICROS, origin: 'average' } as const
  const of = (target: Surroundings['target'], cost: number) =>
    secondOpinion(advice('MARGINAL_ROI_CAMPAIGN_BUDGET', cut(100, 20, cost)), around({ target }))
  const opinion = of({ ...dear, micros: 40 * MICROS }, -560)
  expect(opinion.verdict).toBe('no_opinion')
  expect(opinion.caveats.join()).toContain('con la mitad')
  expect(of(dear, -560).verdict).toBe('discard')
})

/** From and to so many euros a day, by which Google says that nothing is lost. */
const cut = (from: number, to: number, cost: number) => ({
  impact: promise(cost, 0),
  proposal: {
    currentBudgetAmountMicros: String(from * MICROS),
    recommendedBudgetAmountMicros: String(to * MICROS),
  },
})

test('a budget that is cut loses conversions by our own calculation, if it cuts what is spent', () => {
  const at = (target: number, to = 20) =>
    secondOpinion(
      advice('MARGINAL_ROI_CAMPAIGN_BUDGET', cut(100, to, -560)),
      around({ target: { micros: target * MICROS, origin: 'goal' } }),
    )
  // Four fifths less; each conversion lost saves 20·.8/(1 − .2^.8) ≈ 22 €.
  const dear = at(40)
  expect(dear.verdict).toBe('discard')
  expect(dear.reason).toMatch(/cada conversión que se pierda .* ahorrarían unos 2[123],\d\d/)
  expect(at(10).verdict).toBe('apply')
  const unspent = secondOpinion(
    advice('MARGINAL_ROI_CAMPAIGN_BUDGET', cut(500, 120, -560)),
    around({ target: { micros: 40 * MICROS, origin: 'goal' } }),
  )
  expect(unspent.reason).not.toContain('historial')
})

const BUDGET = {
  currentBudgetAmountMicros: String(100 * MICROS),
  recommendedBudgetAmountMicros: String(120 * MICROS),
}

test('a budget must be worth it by our own calculation too', () => {
  const rosy = { impact: promise(140, 7), proposal: BUDGET }
  const generous = around({ target: { micros: 50 * MICROS, origin: 'campaign' } })
  expect(secondOpinion(advice('CAMPAIGN_BUDGET', rosy), generous).verdict).toBe('apply')
  // 20 € on average; one of those added costs 20·.2/(1.2^.8 − 1) ≈ 25.5 €: over a target of 18 €.
  const dear = around({ target: { micros: 18 * MICROS, origin: 'campaign' } })
  const cheap = { impact: promise(70, 7), proposal: BUDGET }
  const opinion = secondOpinion(advice('CAMPAIGN_BUDGET', cheap), dear)
  expect(opinion.verdict).toBe('discard')
  expect(opinion.reason).toMatch(/unos 2[56],\d\d/)
})

test('what measured budgets showed of the next euro decides of Google’s advice too', () => {
  const rosy = advice('CAMPAIGN_BUDGET', { impact: promise(140, 7), proposal: BUDGET })
  const target = { micros: 40 * MICROS, origin: 'campaign' as const }
  expect(secondOpinion(rosy, around({ target })).verdict).toBe('apply')
  // 20 € on average; of those added one costs 20·.2/(1.2^.35 − 1) ≈ 60 €.
  const flat = secondOpinion(rosy, around({ target, budgetExponent: { mean: 0.35, sd: 0.03 } }))
  expect(flat.verdict).not.toBe('apply')
  expect(flat.reason).toMatch(/unos [56]\d,\d\d/)
})

test('a budget that is not used up is not raised', () => {
  const free = withCampaign({
    impressionShare: { eligible: 1_000, lostToBudget: 20, lostToRank: 0 },
  })
  const rosy = { impact: promise(140, 7), proposal: BUDGET }
  expect(secondOpinion(advice('CAMPAIGN_BUDGET', rosy), free).verdict).toBe('discard')
  const forecast = secondOpinion(advice('FORECASTING_CAMPAIGN_BUDGET', rosy), free)
  expect(forecast.verdict).not.toBe('discard')
})

test('broad match is for campaigns whose bidding can learn', () => {
  const rosy = { impact: promise(10, 5) }
  const manual = withCampaign({ biddingStrategyType: 'MANUAL_CPC' })
  expect(secondOpinion(advice('USE_BROAD_MATCH_KEYWORD', rosy), manual).verdict).toBe('discard')
  expect(secondOpinion(advice('USE_BROAD_MATCH_KEYWORD', rosy), few(30)).verdict).toBe('discard')
  expect(secondOpinion(advice('USE_BROAD_MATCH_KEYWORD', rosy), around()).verdict).toBe('try')
  const broad = { ...rosy, proposal: { keyword: { text: 'botas', matchType: 'BROAD' } } }
  expect(secondOpinion(advice('KEYWORD', broad), manual).verdict).toBe('discard')
})

test('how a campaign bids is said as it is, and what is unknown is no manual bidding', () => {
  const rosy = { impact: promise(10, 5) }
  const broad = (biddingStrategyType: string | undefined) =>
    secondOpinion(advice('USE_BROAD_MATCH_KEYWORD', rosy), withCampaign({ biddingStrategyType }))
  expect(broad('MANUAL_CPC').reason).toContain('puja a mano')
  for (const [strategy, words, name] of [
    ['TARGET_SPEND', 'máximo de clics', 'Maximizar clics'],
    ['TARGET_IMPRESSION_SHARE', 'un sitio de la página', 'Cuota de impresiones objetivo'],
    ['TARGET_CPM', 'no puja por conversiones', 'CPM objetivo'],
  ] as const) {
    const { verdict, reason, figures } = broad(strategy)
    expect([verdict, reason]).toEqual(['discard', expect.stringContaining(words)])
    expect(figures.find(({ key }) => key === 'bidding')?.value).toBe(name)
  }
  const unknown = broad(undefined)
  expect(unknown).toMatchObject({ verdict: 'no_opinion' })
  expect(unknown.figures.find(({ key }) => key === 'bidding')).toBeUndefined()
  const open = (biddingStrategyType: string) =>
    secondOpinion(
      advice('MAXIMIZE_CONVERSIONS_OPT_IN', rosy),
      withCampaign({ biddingStrategyType }),
    )
  expect(open('MANUAL_CPC').verdict).toBe('apply')
  const placed = open('TARGET_IMPRESSION_SHARE')
  expect(placed.verdict).toBe('try')
  expect(placed.caveats.join()).toContain('puede dejar de salir')
})

test('one conversion is said in the singular', () => {
  const rosy = { impact: promise(10, 5) }
  const reasonOf = (monthly: number) =>
    secondOpinion(advice('USE_BROAD_MATCH_KEYWORD', rosy), few(monthly * 3)).reason
  expect(reasonOf(1)).toMatch(/^Con 1 conversión al mes/)
  expect(reasonOf(2)).toMatch(/^Con 2 conversiones al mes/)
})

test('automatic bidding needs conversions, then a price', () => {
  const manual = (conversions: number) => ({
    ...few(conversions),
    campaign: { ...few(conversions).campaign!, biddingStrategyType: 'MANUAL_CPC' },
  })
  const at = (target: number) =>
    advice('TARGET_CPA_OPT_IN', {
      impact: promise(10, 5),
      proposal: { recommendedTargetCpaMicros: String(target * MICROS) },
    })
  expect(secondOpinion(at(25), manual(30)).verdict).toBe('discard')
  expect(secondOpinion(at(25), manual(60)).verdict).toBe('try')
  expect(secondOpinion(at(25), manual(450)).verdict).toBe('apply')
  const said = { ...manual(450), target: { micros: 30 * MICROS, origin: 'goal' as const } }
  expect(secondOpinion(at(60), said).verdict).toBe('discard')
  expect(secondOpinion(at(70), manual(450)).verdict).toBe('no_opinion')
  expect(secondOpinion(at(90), manual(450)).verdict).toBe('discard')
  const learning = {
    ...manual(450),
    settings: {
      campaignId: '9',
      biddingSystemStatus: 'LEARNING_SETTING_CHANGE',
      primaryStatusReasons: [],
      automations: [],
      restrictedDimensions: [],
    },
  }
  expect(secondOpinion(at(25), learning).verdict).toBe('try')
  const several = { ...learning.settings, biddingSystemStatus: 'MULTIPLE_LEARNING' }
  expect(secondOpinion(at(25), { ...learning, settings: several }).verdict).toBe('try')
})

test('what was changed lately is not changed again for Google’s sake', () => {
  const target = advice('SET_TARGET_CPA', {
    proposal: { recommendedTargetCpaMicros: String(20 * MICROS) },
  })
  const settling = secondOpinion(target, { ...around(), isSettling: true })
  expect(settling).toMatchObject({ verdict: 'wait' })
  expect(settling.reason).toContain('primero se ve qué ha dado')
  const dear = advice('SET_TARGET_CPA', {
    proposal: { recommendedTargetCpaMicros: String(200 * MICROS) },
  })
  const plain = secondOpinion(dear, around())
  expect(plain.verdict).toBe('discard')
  expect(secondOpinion(dear, { ...around(), isSettling: true })).toEqual(plain)
})

test('a target is set where conversions already cost about that', () => {
  const at = (target: number) =>
    advice('SET_TARGET_CPA', { proposal: { recommendedTargetCpaMicros: target * MICROS } })
  expect(secondOpinion(at(20), around()).verdict).toBe('apply')
  expect(secondOpinion(at(12), around()).verdict).toBe('try')
  expect(secondOpinion(at(29), around()).verdict).toBe('discard')
  expect(secondOpinion(advice('SET_TARGET_CPA'), around()).verdict).toBe('no_opinion')
})

test('a side network is judged by what it has brought where it is used', () => {
  const brought = (conversions: number) =>
    around({
      sideNetworks: { SEARCH_PARTNERS: { costMicros: 600 * MICROS, conversions }, CONTENT: null },
    })
  const partners = advice('SEARCH_PARTNERS_OPT_IN')
  // 600 € pay for 20 conversions at 30 €.
  expect(secondOpinion(partners, brought(40)).verdict).toBe('apply')
  expect(secondOpinion(partners, brought(20)).verdict).toBe('try')
  expect(secondOpinion(partners, brought(0)).verdict).toBe('discard')
  expect(secondOpinion(partners, around()).verdict).toBe('no_opinion')
  expect(secondOpinion(advice('DISPLAY_EXPANSION_OPT_IN'), around()).verdict).toBe('discard')
})

test('links, ads and rotation are counted, not calculated', () => {
  expect(secondOpinion(advice('SITELINK_ASSET'), around()).verdict).toBe('apply')
  expect(secondOpinion(advice('CALLOUT_ASSET'), around({ callouts: 6 })).verdict).toBe('discard')
  expect(secondOpinion(advice('SITELINK_ASSET'), around({ sitelinks: null })).verdict).toBe(
    'no_opinion',
  )
  for (const [liveAds, verdict] of [
    [0, 'apply'],
    [1, 'try'],
    [3, 'discard'],
  ] as const)
    expect(secondOpinion(advice('RESPONSIVE_SEARCH_AD'), around({ liveAds })).verdict).toBe(verdict)
  const rotation = advice('OPTIMIZE_AD_ROTATION')
  expect(secondOpinion(rotation, around()).verdict).toBe('discard')
  const manual = withCampaign({ biddingStrategyType: 'MANUAL_CPC' })
  expect(secondOpinion(rotation, manual).verdict).toBe('apply')
})

test('a type nobody has a method for is named, not judged', () => {
  const opinion = secondOpinion(
    advice('CAMPAIGN_SPECIFIC_APP_GOAL', { impact: promise(10, 5) }),
    around(),
  )
  expect(opinion.verdict).toBe('no_opinion')
})

test('a target that several campaigns share is not judged by one of them', () => {
  const offered = advice('RAISE_TARGET_CPA', { impact: promise(60, 12) })
  const { campaign } = around()
  const alone = secondOpinion(offered, around())
  expect(alone.verdict).toBe('apply')
  const shared = { ...campaign!, portfolioId: '5', portfolioName: 'Cartera Norte' }
  const opinion = secondOpinion(offered, around({ campaign: shared }))
  expect(opinion.verdict).toBe('no_opinion')
  expect(opinion.reason).toContain('«Cartera Norte»')
  expect(opinion.figures.length).toBeGreaterThan(0)
  // Of the portfolio itself, by no campaign.
  const targetAdjustment = {
    sharedSet: 'customers/1/sharedSets/5',
    currentAverageTargetMicros: 15 * MICROS,
    recommendedTargetMultiplier: 1.2,
  }
  const ofAll = around({ campaign: null, jointSums: campaign!.sums })
  const ofPortfolio = { ...offered, campaignId: null, proposal: { targetAdjustment } }
  expect(secondOpinion({ ...ofPortfolio, proposal: {} }, ofAll).verdict).toBe('apply')
  expect(secondOpinion(ofPortfolio, ofAll)).toMatchObject({
    verdict: 'no_opinion',
    reason: expect.stringContaining('todas las campañas que la usan'),
  })
  // Its budget is its own.
  const budget = advice('CAMPAIGN_BUDGET', {
    impact: promise(60, 12),
    proposal: {
      currentBudgetAmountMicros: 100 * MICROS,
      recommendedBudgetAmountMicros: 110 * MICROS,
    },
  })
  const own = secondOpinion(budget, around())
  expect(secondOpinion(budget, around({ campaign: shared }))).toEqual(own)
})
