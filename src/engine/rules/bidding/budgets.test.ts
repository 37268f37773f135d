import { describe, expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { MICROS } from '#shared/metrics.ts'
import type { CampaignSettings, CampaignSimulation } from '../../account/inventory.ts'
import { pointAt } from '../../account/simulations.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, reasonOf } from '../../samples/sample-analysis.ts'
import { budgetCurve, maxCampaign, settings } from '../../samples/sample-inventory.ts'
import { simulatedElasticity } from './campaign-simulation.ts'

const HAND = { biddingStrategyType: 'MANUAL_CPC' }
const LIMITED = { eligible: 160_000, lostToBudget: 60_000, lostToRank: 0 }

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
    expect(found(account(600, [budgetCurve(0.4)]), rule)).toEqual([])
    const [steep] = found(account(600, [budgetCurve(0.97)]), rule)
    expect(steep!.evidence.counterEvidence.join()).toContain('simulación de presupuesto')
    expect(steep!.probability).toBeGreaterThan(found(account(600), rule)[0]!.probability)
    expect(unsupportedNumbers(steep!)).toEqual([])
  })

  test('that is not worth raising is named with what the next conversions would cost, and may be worth', () => {
    const told = (over = {}) => reasonOf({ ...account(200), ...over }, rule)!
    expect(told()).toMatch(/^A «Zapatos» le falta presupuesto: por él se pierde el 37,5\s% /)
    expect(told()).toMatch(/costaría unos 12,35\s€, y se compara con 9,00\s€ \(tu coste máximo/)
    expect(told()).not.toContain('Cuánto vale una conversión')
    expect(told({ targetCpaMicros: undefined })).toContain('dilo en «Cuánto vale una conversión»')
    const [paused, limited] = account(200).campaigns
    const two = [paused!, limited!, { ...limited!, id: '3', name: 'Botas', sums: sums(4_000, 150) }]
    expect(told({ campaigns: two })).toContain('«Zapatos» le falta')
    expect(told({ campaigns: two })).toContain('A otra le pasa lo mismo.')
  })

  test('is left alone once the season that filled it is over', () => {
    const at = (lostToBudget: number) => {
      const { campaigns, ...rest } = account(600)
      const newestShare = { impressions: 9_000, eligible: 10_000, lostToBudget, lostToRank: 0 }
      return found({ ...rest, campaigns: campaigns.map((one) => ({ ...one, newestShare })) }, rule)
    }
    expect(at(100)).toEqual([])
    expect(
      reasonOf(
        {
          ...account(600),
          campaigns: account(600).campaigns.map((one) => ({
            ...one,
            newestShare: { impressions: 0, eligible: 0, lostToBudget: 0, lostToRank: 0 },
          })),
        },
        rule,
      ),
    ).toContain('Ninguna campaña activa pierde')
    const [less] = at(2_000)
    expect(less!.evidence.figures.find(({ key }) => key === 'lost')!.value).toBe(0.2)
    expect(at(6_000)[0]!.evidence.figures.find(({ key }) => key === 'lost')!.value).toBe(0.375)
  })

  test('where Google bids its simulation is weighed with what is usual', () => {
    const elasticity = (theta: number | null) => {
      const { campaigns, ...rest } = account(2_000, theta === null ? [] : [budgetCurve(theta)])
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
    expect(learned(0.5, 0.9, [budgetCurve(0.4)])).toEqual([])
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

  test('lower bids stretch it only where there are bids to lower', () => {
    const doubts = (biddingStrategyType: string) => {
      const { campaigns, ...rest } = account(1_200)
      const own = campaigns.map((one) => ({ ...one, biddingStrategyType }))
      return found({ ...rest, campaigns: own }, rule)[0]!.evidence.counterEvidence.join()
    }
    expect(doubts('MANUAL_CPC')).toContain('Con pujas manuales')
    expect(doubts('TARGET_SPEND')).not.toContain('pujas')
    expect(doubts('TARGET_IMPRESSION_SHARE')).not.toContain('pujas')
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
    // One that was stopped took next to nothing of it; one that took a tenth leaves it unknown what the others will do with that.
    const stopped = (cost: number) => half('4', { status: 'PAUSED', sums: sums(cost, 1) })
    expect(found(of(half('2'), half('3'), stopped(100)), rule)).toHaveLength(1)
    expect(found(of(half('2'), half('3'), stopped(500)), rule)).toEqual([])
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
    expect(simulatedElasticity(budgetCurve(0.7).points)).toBeCloseTo(0.7, 4)
    expect(simulatedElasticity(budgetCurve(0.7).points.slice(0, 2))).toBeNull()
    expect(simulatedElasticity(budgetCurve(1.4).points)).toBe(1)
    const { points } = budgetCurve(1)
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

  test('a budget of which most is left is not what keeps keywords from clicks', () => {
    const spent = (euros: number, over: Partial<CampaignFacts<Column>> = {}) => {
      const own = {
        budgetMicros: 50 * MICROS,
        sums: { ...sums(120, 4, 6), costMicros: euros * MICROS },
      }
      const keywords = Array.from({ length: 25 }, (_, i) => keyword(`zapatos ${i}`, sums(5, 0, 6)))
      return found(sampleAccount({ campaigns: [campaign({ ...own, ...over })], keywords }), rule)
    }
    const served = (servedDays: number) => ({
      exposure: { from: '2026-08-17', to: '2026-11-14', servedDays },
    })
    // 8 € of 50 € a day.
    expect(spent(720)).toEqual([])
    expect(spent(4_500)).toHaveLength(1)
    // From Monday to Friday alone: Google would spend on these what the others leave.
    expect(spent(3_200, served(64))).toEqual([])
    expect(spent(4_500, served(64))).toHaveLength(1)
    const lost = { eligible: 4_000, lostToBudget: 1_600, lostToRank: 0 }
    expect(spent(720, { impressionShare: lost })).toHaveLength(1)
  })

  test('campaigns that each buy a few clicks a day and learn from nothing are told to be one', () => {
    const impressionShare = { eligible: 400_000, lostToBudget: 160_000, lostToRank: 0 }
    const small = (id: string, over: Partial<CampaignFacts<Column>> = {}) =>
      campaign({
        ...{ id, name: `Clínica ${id}`, biddingStrategyType: 'MAXIMIZE_CONVERSIONS' },
        ...{ budgetId: `9${id}`, budgetMicros: 3 * MICROS, sums: sums(140, 8, 1.9) },
        ...{ impressionShare, ...over },
      })
    const of = (over: Partial<CampaignFacts<Column>> = {}) =>
      sampleAccount({
        campaigns: [small('1'), small('2'), small('3', over)],
        keywords: sampleAccount().keywords.slice(0, 10),
      })
    const [one, ...others] = found(of(), rule)
    expect(others).toEqual([])
    expect(one!.title).toMatch(/^Junta 3 campañas que se reparten 9,00\s€ al día$/)
    expect(one!.description).toContain('«Clínica 1», «Clínica 2» y «Clínica 3» pagan entre todas')
    expect(one!.evidence.table.rows[0]!.impressions).toBeGreaterThan(0)
    expect(one!.description).toMatch(/entre todas, unas \d+(,\d)?\)/)
    expect(unsupportedNumbers(one!)).toEqual([])
    const among = (...places: string[]) => ({
      ...of(),
      inventory: {
        regions: places.map((regionId, i) => ({
          ...{ campaignId: `${i + 1}`, regionId, name: regionId, sums: sums(140, 8) },
        })),
      },
    })
    expect(found(among('Sevilla', 'Sevilla', 'Sevilla'), rule)[0]!.title).toMatch(/^Junta 3 /)
    const [apart] = found(among('Sevilla', 'Bilbao', 'Lugo'), rule)
    expect(apart!.title).toMatch(/^Pon en una cartera de pujas 3 campañas/)
    expect(unsupportedNumbers(apart!)).toEqual([])
    const chosenPlaces = ['1', '2', '3'].map((campaignId) => ({
      ...{ campaignId, targeted: [`100${campaignId}`], excluded: [] },
    }))
    const sameRegion = among('Sevilla', 'Sevilla', 'Sevilla')
    const inTowns = { ...sameRegion, inventory: { ...sameRegion.inventory, chosenPlaces } }
    expect(found(inTowns, rule)[0]!.title).toMatch(/^Pon en una cartera/)
    const parted: Partial<CampaignFacts<Column>>[] = [
      { budgetMicros: 30 * MICROS },
      { biddingStrategyType: 'MANUAL_CPC' },
      { portfolioId: '7' },
      { name: 'Marca' },
      { sums: sums(140, 60, 1.9) },
      { impressionShare: { ...impressionShare, lostToBudget: 0 } },
    ]
    for (const over of parted) expect([over, found(of(over), rule)]).toEqual([over, []])
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

describe('a goal that nothing reaches', () => {
  const account = (goal: number) =>
    sampleAccount({
      targetCpaMicros: goal * MICROS,
      campaigns: [campaign({ ...HAND, sums: sums(4_000, 40) })],
      searchTerms: sampleAccount().searchTerms,
    })

  test('is asked about once, instead of stopping everything', () => {
    const [one] = found(account(5), 'goal-reach')
    expect(one!.priority).toBe('high')
    expect(one!.description).toMatch(/unas \d+(,\d)? veces ese máximo/)
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(account(5), 'campaigns-without-return')).toEqual([])
    expect(found(account(5), 'wasted-search-terms')).toEqual([])
    expect(reasonOf(account(5), 'campaigns-without-return')).toContain('tu coste máximo')
    expect(found(account(20), 'goal-reach')).toEqual([])
    expect(reasonOf(account(20), 'low-roas')).not.toContain('tu coste máximo')
  })

  test('counts for no campaign that has a target of its own', () => {
    const own = account(5).campaigns.map((one) => ({ ...one, targetCpaMicros: 60 * MICROS }))
    expect(found({ ...account(5), campaigns: own }, 'goal-reach')).toEqual([])
  })

  test('is within reach where campaigns with a target of their own come near it', () => {
    const told = campaign({ ...HAND, id: '2', targetCpaMicros: 6 * MICROS, sums: sums(4_000, 400) })
    const mixed = { ...account(5), campaigns: [...account(5).campaigns, told] }
    expect(found(mixed, 'goal-reach')).toEqual([])
    expect(reasonOf(mixed, 'low-roas')).not.toContain('tu coste máximo')
  })
})
