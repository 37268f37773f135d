import { describe, expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { MICROS } from '#shared/metrics.ts'
import type { CampaignSimulation } from '../../account/inventory.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, plain, reasonOf } from '../../samples/sample-analysis.ts'
import { budgetCurve } from '../../samples/sample-inventory.ts'

const HAND = { biddingStrategyType: 'MANUAL_CPC' }
const _LIMITED = { eligible: 160_000, lostToBudget: 60_000, lostToRank: 0 }

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
    const mixed = told([budgetCurve(0.9)])
    expect(mixed.label).toBe('Elasticidad, en parte según Google')
    expect(mixed.value).toBeCloseTo(0.86, 2)
    expect(mixed.doubts).toContain('donde las hay; en las demás campañas es un supuesto prudente.')
    expect(told([budgetCurve(0.9)], 0.8).doubts).toContain('es un supuesto prudente, corregido')
    const all = told([budgetCurve(0.9), budgetCurve(0.9, '1')])
    expect(all.label).toBe('Elasticidad según Google')
    expect(all.value).toBeCloseTo(0.9, 2)
    expect(all.doubts).toContain('son estimaciones de Google para estas campañas')
  })

  test('where conversions cost many times the others and nothing is said, it is asked whether they are worth more', () => {
    const unsaid = (dear: number, over = {}) => ({
      ...account(dear, 400, over),
      targetCpaMicros: undefined,
    })
    const [one] = found(unsaid(90), rule)
    expect(plain(one!.title)).toMatch(
      /^¿Vale más una conversión de «Zapatos»\? Cuesta 4\d,\d\d €, y en «Botas» 1\d,\d\d €$/,
    )
    expect(one!.description).toContain('Cuánto vale una conversión')
    expect([one!.evidence.forecast, one!.evidence.change]).toEqual([null, null])
    expect(unsupportedNumbers(one!)).toEqual([])
    const { silenced } = analyseAccount(unsaid(90))
    const told = silenced.find((other) => other.rule === 'campaigns-without-return')
    expect(plain(told!.reason)).toMatch(/^Una conversión de «Zapatos» cuesta 49,80 €/)
    // Who said what one may cost is told what to move, and without room elsewhere nothing is asked.
    expect(found(account(90, 400), rule)[0]?.title ?? '').not.toContain('¿')
    const idle = { impressionShare: { eligible: 400_000, lostToBudget: 0, lostToRank: 0 } }
    expect(found(unsaid(90, idle), rule)).toEqual([])
    expect(found(unsaid(300), rule)[0]?.title ?? '').not.toContain('¿')
  })

  test('what conversions cost without the brand is said to be so', () => {
    const searchTerms = [
      searchTerm('calzados lumbre', sums(1_000, 190), { campaignId: '2' }),
      searchTerm('zapatos mujer', sums(3_000, 100)),
    ]
    const branded = { ...account(90, 550), targetCpaMicros: undefined, searchTerms }
    const [one] = found(branded, rule)
    expect(plain(one!.title)).toMatch(/ Cuesta \d\d,\d\d €, y en «Botas» 1\d,\d\d € sin la marca$/)
    const { figures, table } = one!.evidence
    expect(figures.find(({ key }) => key === 'cheap')!.label).toBe(
      'Coste por conversión sin la marca en «Botas»',
    )
    expect(table.columns.map(({ label }) => label)).toContain('Coste por conversión sin la marca')
    expect(unsupportedNumbers(one!)).toEqual([])
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

  test('a target CPA is not held against the whole value that another campaign brings', () => {
    const shop = account(450, 450)
    const [zapatos, botas] = shop.campaigns
    const withTarget = (targetCpaMicros: number) => {
      const asked = { ...zapatos!, biddingStrategyType: 'TARGET_CPA', targetCpaMicros }
      // Sales of unlike values: else they say no more than their number.
      const valued = { ...botas!, sums: { ...botas!.sums, valueMicros: 450 * 44 * MICROS } }
      const { targetCpaMicros: _, ...rest } = shop
      return { ...rest, campaigns: [asked, valued] }
    }
    expect(found(withTarget(10 * MICROS), rule)).toEqual([])
  })

  test('names several campaigns in the plural, and says what of them an experiment tries', () => {
    const { campaigns, ...shop } = account(200, 700)
    const shared = {
      budgetShared: true,
      budgetId: '91',
      inExperiment: true,
      sums: sums(4_500, 100),
    }
    const [one] = found(
      {
        ...shop,
        campaigns: [
          { ...campaigns[0]!, ...shared },
          { ...campaigns[0]!, ...shared, id: '3', name: 'Botines' },
          campaigns[1]!,
        ],
      },
      rule,
    )
    expect(one!.whyNow).toBe(
      '«Botas» deja de salir por falta de presupuesto mientras «Zapatos» y «Botines» pagan más por cada conversión.',
    )
    expect(one!.evidence.counterEvidence.at(-1)).toContain(
      '«Zapatos» y «Botines» están ahora en un experimento',
    )
  })

  test('where conversions are not worth the same, it is their worth that grows, and the words say so', () => {
    const { targetCpaMicros: _, campaigns, ...shop } = account(500, 300)
    const valued = (one: CampaignFacts<Column>, each: number) => ({
      ...one,
      sums: { ...one.sums, valueMicros: each * one.sums.conversionsMicros },
    })
    const [cheap, dear] = campaigns as [CampaignFacts<Column>, CampaignFacts<Column>]
    const [one] = found({ ...shop, campaigns: [valued(cheap, 30), valued(dear, 200)] }, rule)
    expect(plain(one!.description)).toMatch(
      /Cabe esperar que las conversiones valgan [\d.,]+ € más al mes, aunque sean menos, sin gastar más en total\.$/,
    )
    expect(one!.whyNow).toBe(
      '«Botas» deja de salir por falta de presupuesto mientras «Zapatos» paga más por lo que vale cada conversión.',
    )
    const { table, counterEvidence, test: how } = one!.evidence
    const worths = table!.rows.map(({ worth }) => Number(worth))
    expect(worths[1]! / worths[0]!).toBeGreaterThan(5)
    expect(counterEvidence.join()).toContain('cuenta lo que Google registra que vale')
    expect(how!.name).not.toContain('coste de la siguiente conversión')
    expect(unsupportedNumbers(one!)).toEqual([])
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
