import { describe, expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { MICROS } from '#shared/metrics.ts'
import type { CampaignSettings, CampaignSimulation } from '../../account/inventory.ts'
import { pointAt } from '../../account/simulations.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, reasonOf } from '../../samples/sample-analysis.ts'
import { maxCampaign, settings } from '../../samples/sample-inventory.ts'
import { simulatedElasticity } from './campaign-simulation.ts'

const HAND = { biddingStrategyType: 'MANUAL_CPC' }
const LIMITED = { eligible: 160_000, lostToBudget: 60_000, lostToRank: 0 }

/** Points of a budget simulation on conversions ~ cost^theta around 50 € a day. */
function curve(theta: number, campaignId = '2'): CampaignSimulation {
  const points = [30, 40, 50, 60, 70].map((value) => ({
    value: value * MICROS,
    clicks: value * 2,
    costMicros: value * 7 * MICROS,
    conversionsMicros: Math.round(value ** theta * MICROS),
    valueMicros: 0,
  }))
  return { campaignId, type: 'BUDGET', from: '2026-11-01', to: '2026-11-07', points }
}

describe('a budget that runs out', () => {
  const rule = 'limited-budgets'
  const account = (conversions: number, simulations: CampaignSimulation[] = []) =>
    sampleAccount({
      targetCpaMicros: 9 * MICROS,
      campaigns: [
        campaign({ status: 'PAUSED' }),
        campaign({ ...HAND, id: '2', sums: sums(4_000, conversions), impressionShare: LIMITED }),
      ],
      inventory: { simulations },
    })

  test('follows Google’s simulation of this campaign where there is one', () => {
    expect(found(account(600), rule)).toHaveLength(1)
    expect(found(account(600, [curve(0.4)]), rule)).toEqual([])
    const [steep] = found(account(600, [curve(0.97)]), rule)
    expect(steep!.evidence.counterEvidence.join()).toContain('simulación de presupuesto')
    expect(steep!.probability).toBeGreaterThan(found(account(600), rule)[0]!.probability)
    expect(unsupportedNumbers(steep!)).toEqual([])
  })

  test('where Google bids its simulation is weighed with what is usual', () => {
    const elasticity = (theta: number | null) => {
      const { campaigns, ...rest } = account(2_000, theta === null ? [] : [curve(theta)])
      const smart = campaigns.map((one) => ({
        ...one,
        biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
      }))
      const [card] = found({ ...rest, campaigns: smart }, rule)
      const isWeighed = card?.evidence.counterEvidence
        .join()
        .includes('pesada con lo que es habitual')
      expect(isWeighed).toBe(theta !== null)
      return card?.evidence.figures.find(({ key }) => key === 'elasticity')
    }
    const [usual, told] = [elasticity(null), elasticity(0.9)]
    expect(usual!.label).toBe('Elasticidad supuesta')
    expect(told!.label).toBe('Elasticidad según Google')
    expect(told!.value).toBeGreaterThan(Number(usual!.value) + 0.1)
    expect(told!.value).toBeLessThan(0.88)
  })

  test('of the brand it says that some of its buyers come without an advertisement', () => {
    const { campaigns, ...rest } = account(600)
    const doubts = (name: string) => {
      const named = campaigns.map((one) => (one.id === '2' ? { ...one, name } : one))
      return found({ ...rest, campaigns: named }, rule)[0]!.evidence.counterEvidence.join()
    }
    expect(doubts('Marca')).toContain('resultado gratuito')
    expect(doubts('Zapatos')).not.toContain('resultado gratuito')
  })

  test('follows what measured budgets of the account, and of the campaign itself, have shown; Google’s simulation before both', () => {
    const learned = (mean: number, own?: number, simulations: CampaignSimulation[] = []) => {
      const campaigns: Record<string, { mean: number; sd: number }> =
        own === undefined ? {} : { '2': { mean: own, sd: 0.05 } }
      const budgetResponses = { usual: { mean, sd: 0.05 }, campaigns }
      return found({ ...account(600, simulations), budgetResponses }, rule)
    }
    expect(learned(0.5)).toEqual([])
    expect(learned(0.9, 0.5)).toEqual([])
    expect(learned(0.5, 0.9, [curve(0.4)])).toEqual([])
    const [steep] = learned(0.5, 0.97)
    expect(steep!.probability).toBeGreaterThan(found(account(600), rule)[0]!.probability)
    const elasticity = steep!.evidence.figures.find(({ key }) => key === 'elasticity')
    expect(elasticity).toMatchObject({ label: 'Elasticidad según lo medido', value: 0.97 })
    expect(steep!.evidence.counterEvidence.join()).toContain('cambios de presupuesto ya medidos')
    expect(unsupportedNumbers(steep!)).toEqual([])
    const [usual] = found(account(600), rule)
    const supposed = usual!.evidence.figures.find(({ key }) => key === 'elasticity')
    expect(supposed).toMatchObject({ label: 'Elasticidad supuesta', value: 0.82 })
    expect(usual!.evidence.counterEvidence.join()).toContain('supuesto prudente: rinde menos')
  })

  test('Google’s own figure stands beside ours as Google’s, and moves nothing', () => {
    const google = {
      recommendedBudgetMicros: 77 * MICROS,
      primaryStatusReasons: ['BUDGET_CONSTRAINED'],
    }
    const told = { campaignSettings: [settings({ campaignId: '2', ...google })], simulations: [] }
    const [one] = found({ ...account(600), inventory: told }, rule)
    const [plainOne] = found(account(600), rule)
    const figure = { label: 'Presupuesto que recomienda Google', unit: 'money', value: 77 * MICROS }
    expect(one!.evidence.figures).toContainEqual({ key: 'googleBudget', ...figure })
    expect(one!.evidence.counterEvidence.join()).toMatch(
      /Google recomienda 77,00\s€ al día\. Es su cifra/,
    )
    expect(one!.whyNow).toContain('También Google la da por limitada')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(one!.evidence.forecast).toEqual(plainOne!.evidence.forecast)
    expect(one!.evidence.change).toEqual(plainOne!.evidence.change)
    expect(plainOne!.evidence.figures.map(({ key }) => key)).not.toContain('googleBudget')
    expect(plainOne!.evidence.counterEvidence.join()).not.toContain('Google recomienda')
  })

  test('one that Google calls limited without a share of impressions is not said to be well', () => {
    const limited = settings({ campaignId: '7', primaryStatusReasons: ['BUDGET_CONSTRAINED'] })
    const of = (...campaignSettings: CampaignSettings[]) =>
      reasonOf(
        sampleAccount({ campaigns: [campaign(), maxCampaign()], inventory: { campaignSettings } }),
        rule,
      )
    expect(of(limited)).toContain('pero no su cuota de impresiones')
    expect(of()).toContain('Ninguna campaña activa pierde')
  })

  test('raised as one where campaigns that are alike share it', () => {
    const half = (id: string, over: Partial<CampaignFacts<Column>> = {}) =>
      campaign({
        ...HAND,
        id,
        name: `Botas ${id}`,
        budgetId: '92',
        budgetShared: true,
        sums: sums(2_000, 300),
        impressionShare: { eligible: 80_000, lostToBudget: 30_000, lostToRank: 0 },
        ...over,
      })
    const of = (...campaigns: CampaignFacts<Column>[]) =>
      sampleAccount({ targetCpaMicros: 9 * MICROS, campaigns })
    const [alone] = found(account(600), rule)
    const [one, ...others] = found(of(half('2'), half('3')), rule)
    expect(others).toEqual([])
    expect(one!.title).toContain('que comparten «Botas 2» y «Botas 3»')
    expect([one!.campaignId, one!.evidence.change!.operations]).toEqual([
      null,
      alone!.evidence.change!.operations.map(({ campaignBudgetOperation }) => ({
        campaignBudgetOperation: {
          ...campaignBudgetOperation,
          update: {
            ...(campaignBudgetOperation!.update as object),
            resourceName: 'customers/{customerId}/campaignBudgets/92',
          },
        },
      })),
    ])
    expect(one!.evidence.table.rows).toHaveLength(2)
    expect(unsupportedNumbers(one!)).toEqual([])
    const limited = ['2', '3'].map((campaignId) =>
      settings({ campaignId, primaryStatusReasons: ['BUDGET_CONSTRAINED'] }),
    )
    const inventory = { campaignSettings: limited, simulations: [] }
    const [told] = found({ ...of(half('2'), half('3')), inventory }, rule)
    expect(told!.whyNow).toMatch(/También Google da a «Botas [23]» por limitada/)
    expect(unsupportedNumbers(told!)).toEqual([])
    expect(reasonOf(of(half('2'), half('3', { name: 'Marca' })), rule)).toContain('muy distintas')
  })

  test('where Google bids more money raises the bids, and buys less', () => {
    const of = (conversions: number, biddingStrategyType: string) => {
      const { campaigns, ...rest } = account(conversions)
      return found(
        { ...rest, campaigns: campaigns.map((one) => ({ ...one, biddingStrategyType })) },
        rule,
      )
    }
    expect(of(600, 'MAXIMIZE_CONVERSIONS')).toEqual([])
    const [hand, smart] = ['TARGET_SPEND', 'MAXIMIZE_CONVERSIONS'].map((one) => of(1_200, one)[0]!)
    const shown = (card: typeof hand, key: string) =>
      card!.evidence.figures.find((figure) => figure.key === key)!.value as number
    // 80,000 of the 100,000 auctions that the budget reaches are won.
    expect(shown(smart, 'elasticity')).toBeCloseTo(0.314, 3)
    expect(smart!.evidence.forecast!.monthlyMidMicros).toBeLessThan(
      0.7 * hand!.evidence.forecast!.monthlyMidMicros,
    )
    expect(unsupportedNumbers(smart!)).toEqual([])
  })

  test('a curve is read between its points and never beyond', () => {
    expect(simulatedElasticity(curve(0.7).points)).toBeCloseTo(0.7, 4)
    expect(simulatedElasticity(curve(0.7).points.slice(0, 2))).toBeNull()
    expect(simulatedElasticity(curve(1.4).points)).toBe(1)
    const { points } = curve(1)
    expect(pointAt(points, 55 * MICROS)!.conversionsMicros).toBeCloseTo(55 * MICROS, -1)
    expect(pointAt(points, 30 * MICROS)!.clicks).toBe(60)
    expect(pointAt(points, 29 * MICROS)).toBeNull()
    expect(pointAt(points, 71 * MICROS)).toBeNull()
  })

  test('under 10 % lost is no lack of budget', () => {
    const censored = { eligible: 100_000, lostToBudget: 9_990, lostToRank: 0 }
    const most = { eligible: 100_000, lostToBudget: 90_010, lostToRank: 0 }
    const of = (impressionShare: CampaignFacts['impressionShare']) =>
      sampleAccount({ campaigns: [campaign({ ...HAND, sums: sums(4_000, 600), impressionShare })] })
    expect(reasonOf(of(censored), rule)).toContain('Ninguna campaña activa pierde')
    expect(found({ ...of(most), targetCpaMicros: 9 * MICROS }, rule)).toHaveLength(1)
  })
})

describe('money in the wrong place', () => {
  const rule = 'budget-shift'
  const account = (giver: number, taker: number, over: Partial<CampaignFacts<Column>> = {}) =>
    sampleAccount({
      targetCpaMicros: 12 * MICROS,
      campaigns: [
        campaign({ ...HAND, id: '1', budgetId: '91', sums: sums(9_000, giver) }),
        campaign({
          ...HAND,
          id: '2',
          name: 'Botas',
          budgetId: '92',
          sums: sums(9_000, taker),
          impressionShare: { eligible: 400_000, lostToBudget: 200_000, lostToRank: 0 },
          ...over,
        }),
      ],
    })

  test('moves up to 30 % of each budget without spending more', () => {
    const [one] = found(account(200, 700), rule)
    const budgets = one!.evidence.change!.operations.map(({ campaignBudgetOperation }) =>
      Number((campaignBudgetOperation!.update as { amountMicros: string }).amountMicros),
    )
    expect(budgets).toEqual([35 * MICROS, 65 * MICROS])
    expect([one!.campaignId, one!.objectId]).toEqual([null, ''])
    expect(one!.evidence.forecast!.monthlyLowMicros).toBeGreaterThan(0)
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('says whose figure it is what added money brings, in its label and its doubts', () => {
    const told = (simulations: CampaignSimulation[], measured?: number) => {
      const budgetResponses = measured && {
        budgetResponses: { usual: { mean: measured, sd: 0.05 }, campaigns: {} },
      }
      const [one] = found(
        { ...account(200, 700), inventory: { simulations }, ...budgetResponses },
        rule,
      )
      expect(unsupportedNumbers(one!)).toEqual([])
      const { figures, counterEvidence } = one!.evidence
      const { label, value } = figures.find(({ key }) => key === 'elasticity')!
      return { label, value, doubts: counterEvidence.join() }
    }
    const supposed = told([])
    expect(supposed).toMatchObject({ label: 'Elasticidad supuesta', value: 0.82 })
    expect(supposed.doubts).toContain('no una medida de esta cuenta')
    const measured = told([], 0.8)
    expect(measured.label).toBe('Elasticidad según lo medido')
    expect(measured.doubts).toContain('supuesto prudente, corregido con los cambios')
    const mixed = told([curve(0.9)])
    expect(mixed.label).toBe('Elasticidad, en parte según Google')
    expect(mixed.value).toBeCloseTo(0.86, 2)
    expect(mixed.doubts).toContain('donde las hay; en las demás campañas es un supuesto prudente.')
    expect(told([curve(0.9)], 0.8).doubts).toContain('es un supuesto prudente, corregido')
    const all = told([curve(0.9), curve(0.9, '1')])
    expect(all.label).toBe('Elasticidad según Google')
    expect(all.value).toBeCloseTo(0.9, 2)
    expect(all.doubts).toContain('son estimaciones de Google para estas campañas')
  })

  test('silence where both are alike, where nobody can use more, or one stands alone', () => {
    expect(found(account(450, 450), rule)).toEqual([])
    expect(reasonOf(account(450, 450), rule)).toContain('no asegura más conversiones')
    const idle = { impressionShare: { eligible: 400_000, lostToBudget: 0, lostToRank: 0 } }
    expect(reasonOf(account(200, 700, idle), rule)).toContain('aprovechar más dinero')
    const barely = { impressionShare: { eligible: 400_000, lostToBudget: 20_000, lostToRank: 0 } }
    expect(found(account(200, 700, barely), rule)).toEqual([])
    expect(found(account(200, 700, { status: 'PAUSED' }), rule)).toEqual([])
    expect(found(account(200, 700, { name: 'Marca' }), rule)).toEqual([])
    expect(found(account(200, 700, { channelType: 'DISPLAY' }), rule)).toEqual([])
  })

  test('silence where more money would not pay for itself, dear as the giver may be', () => {
    expect(found({ ...account(200, 700), targetCpaMicros: 7 * MICROS }, rule)).toEqual([])
  })

  test('a larger difference makes it surer and worth more', () => {
    const [small, large] = [found(account(240, 700), rule)[0]!, found(account(200, 900), rule)[0]!]
    expect(large.probability).toBeGreaterThanOrEqual(small.probability)
    expect(large.expectedValueMicros).toBeGreaterThan(small.expectedValueMicros)
  })

  const amounts = (snapshot: AccountSnapshot) =>
    found(snapshot, rule).flatMap(({ evidence }) =>
      evidence.change!.operations.map(({ campaignBudgetOperation }) =>
        Number((campaignBudgetOperation!.update as { amountMicros: string }).amountMicros),
      ),
    )
  const giving = (over: Partial<CampaignFacts<Column>>): AccountSnapshot => {
    const { campaigns, ...rest } = account(200, 700)
    return { ...rest, campaigns: [{ ...campaigns[0]!, ...over }, ...campaigns.slice(1)] }
  }

  test('a budget that is not used up comes down by 30 % at most, what lies idle included', () => {
    expect(amounts(giving({ budgetMicros: 60 * MICROS }))).toEqual([42 * MICROS, 58 * MICROS])
    expect(found(giving({ budgetMicros: 112 * MICROS }), rule)).toEqual([])
  })

  test('a budget that rose lately takes no more than others give, or nothing', () => {
    const risen = (micros: number) => account(200, 700, { budgetMicros: micros })
    expect(amounts(risen(80 * MICROS))).toEqual([35 * MICROS, 95 * MICROS])
    expect(found(risen(80 * MICROS), rule)[0]!.title).not.toBe(
      found(account(200, 700), rule)[0]!.title,
    )
    expect(found(risen(800 * MICROS), rule)).toEqual([])
  })

  test('a campaign is measured by the days it ran, and left alone when it has only begun', () => {
    const since = (from: string, servedDays: number) =>
      giving({ exposure: { servedDays, from, to: '2026-11-14' }, budgetMicros: 75 * MICROS })
    expect(found(giving({ budgetMicros: 75 * MICROS }), rule)).toEqual([])
    expect(amounts(since('2026-08-17', 60))[0]).toBe(52.5 * MICROS)
    expect(found(since('2026-11-01', 14), rule)).toEqual([])
    const stopped = { servedDays: 60, from: '2026-08-17', to: '2026-10-20' }
    expect(found(giving({ exposure: stopped, budgetMicros: 75 * MICROS }), rule)).toEqual([])
  })

  test('a budget that several campaigns share is moved as one, and never apart from those it is not like', () => {
    const { campaigns, ...rest } = account(200, 700)
    const [giver, taker] = campaigns as [CampaignFacts<Column>, CampaignFacts<Column>]
    const halves = ['2', '3'].map((id) => ({
      ...taker,
      id,
      name: `Botas ${id}`,
      budgetShared: true,
      sums: sums(4_500, 350),
      impressionShare: { eligible: 200_000, lostToBudget: 100_000, lostToRank: 0 },
    }))
    const shared = { ...rest, campaigns: [giver, ...halves] }
    expect(amounts(shared)).toEqual(amounts(account(200, 700)))
    const [one] = found(shared, rule)
    expect(one!.title).toContain('a «Botas 2» y «Botas 3»')
    expect(unsupportedNumbers(one!)).toEqual([])
    const [first, second] = halves as [CampaignFacts<Column>, CampaignFacts<Column>]
    const mixed = (over: Partial<CampaignFacts<Column>>) =>
      found({ ...rest, campaigns: [giver, first, { ...second, ...over }] }, rule)
    expect(mixed({ name: 'Marca' })).toEqual([])
    expect(mixed({ channelType: 'DISPLAY' })).toEqual([])
    const giving = (over: Partial<CampaignFacts<Column>>) => {
      const parts = ['1', '4'].map((id) => ({
        ...giver,
        id,
        budgetShared: true,
        sums: sums(4_500, 100),
      }))
      const [, own] = parts as [CampaignFacts<Column>, CampaignFacts<Column>]
      return found({ ...rest, campaigns: [parts[0]!, { ...own, ...over }, taker] }, rule)
    }
    expect(giving({})).toHaveLength(1)
    expect(giving({ name: 'Marca' })).toEqual([])
    expect(giving({ channelType: 'SHOPPING' })).toEqual([])
    // What a paused campaign spent of it in the window is not there to be read off its budget.
    expect(mixed({ status: 'PAUSED' })).toEqual([])
  })

  test('never together with a raise of the same budget', () => {
    const rules = analyseAccount(account(200, 900)).recommendations.map((one) => one.rule)
    expect(rules.filter((one) => one === rule || one === 'limited-budgets')).toHaveLength(1)
  })
})

describe('thin and shared budgets', () => {
  const rule = 'thin-budgets'
  const thin = (euros: number, keywords = 60) =>
    sampleAccount({
      campaigns: [campaign({ budgetMicros: euros * MICROS })],
      keywords: Array.from({ length: keywords }, (_, i) => keyword(`zapatos ${i}`, sums(150, 6))),
    })

  test('fewer than ten clicks a day for twenty keywords are too few', () => {
    const [one] = found(thin(4.99), rule)
    expect(one!.evidence.forecast).toBeNull()
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(thin(5), rule)).toEqual([])
    expect(found(thin(4.99, 19), rule)).toEqual([])
    expect(reasonOf(thin(5), rule)).toContain('clics suficientes')
  })

  const shared = (over: Partial<CampaignFacts<Column>>, lost = 60_000) =>
    sampleAccount({
      campaigns: [
        campaign({
          budgetShared: true,
          impressionShare: { eligible: 400_000, lostToBudget: lost, lostToRank: 0 },
        }),
        campaign({ id: '2', name: 'Botas', budgetShared: true, ...over }),
      ],
    })

  test('campaigns of another price, kind or purpose should not share a budget that runs out', () => {
    const [one] = found(shared({ sums: sums(9_000, 90) }), rule)
    expect(one!.title).toContain('Separa el presupuesto')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(shared({ channelType: 'DISPLAY' }), rule)).toHaveLength(1)
    expect(found(shared({ name: 'Marca' }), rule)).toHaveLength(1)
    expect(found(shared({}), rule)).toEqual([])
    expect(found(shared({ sums: sums(9_000, 90) }, 0), rule)).toEqual([])
    expect(found(shared({ sums: sums(9_000, 90), budgetId: '92' }), rule)).toEqual([])
  })
})
