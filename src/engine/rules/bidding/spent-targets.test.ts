import { expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { MICROS } from '#shared/metrics.ts'
import type { CampaignFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, plain } from '../../samples/sample-analysis.ts'

const rule = 'bid-targets'
const LOST = { eligible: 400_000, lostToBudget: 160_000, lostToRank: 0 }

/** Targets of campaigns whose budget runs out. */
const of = (over: Partial<CampaignFacts<Column>>, more: Partial<WholeSnapshot> = {}) =>
  sampleAccount({ campaigns: [campaign({ impressionShare: LOST, ...over })], ...more })

const keysOf = (card: ReturnType<typeof found>[number]) =>
  card.evidence.figures.map(({ key }) => key)

test('a target ROAS that bids more is a lower one', () => {
  const byValue = { biddingStrategyType: 'MAXIMIZE_CONVERSION_VALUE', targetRoas: 4.5 }
  const [roas] = found(of(byValue), rule)
  const text = plain(`${roas!.description} ${roas!.whyNow} ${roas!.evidence.change!.after}`)
  expect(text).toContain('Uno más bajo pagaría más por cada clic')
  expect(text).not.toContain('más alto')
  expect(text).toContain('si un ROAS del 321,3 % no compensa, baja el presupuesto')
  expect(text).toContain('con un retorno que no es el que se pide')
  expect(text).not.toContain('coste')
  expect(unsupportedNumbers(roas!)).toEqual([])
  const byCost = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 9 * MICROS }
  const [cpa] = found(of(byCost), rule)
  expect(cpa!.description).toContain('Uno más alto')
  expect(keysOf(cpa!)).toContain('budgetStep')
  const [left] = found(
    of({ ...byCost, budgetMicros: 1_000 * MICROS, impressionShare: undefined! }),
    rule,
  )
  expect(left!.description).toContain('se apaga')
  expect(keysOf(left!)).not.toContain('budgetStep')
})

test('one that is missed at what its owner pays gladly takes no money away', () => {
  /** 30 € a conversion, for 20 € asked. */
  const account = (said?: number) =>
    of(
      {
        ...{ biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 20 * MICROS },
        ...{ sums: sums(6_000, 100), budgetMicros: 33 * MICROS },
      },
      said === undefined
        ? {}
        : { conversionValues: { campaigns: [{ id: '1', micros: said * MICROS }], actions: [] } },
    )
  const raised = found(account(150), 'limited-budgets')
  expect(raised.map(({ title }) => plain(title))).toEqual([
    'Sube el presupuesto de «Zapatos» de 33,00 € a 39,60 € al día',
  ])
  const [beside] = found(account(150), rule)
  const text = plain(`${beside!.description} ${beside!.evidence.change!.after}`)
  expect(text).toContain('has dicho que una conversión puede costar 150,00 €')
  expect(text).not.toMatch(/menos presupuesto|baja el presupuesto/)
  expect(unsupportedNumbers(beside!)).toEqual([])
  expect(keysOf(beside!)).not.toContain('budgetStep')
  const less = expect.stringContaining('menos presupuesto')
  expect(found(account(), rule)[0]!.evidence.change!.after).toEqual(less)
  expect(found(account(25), rule)[0]!.evidence.change!.after).toEqual(less)
})

/** Of 120 € a sale, the first campaign's cost 45 €; the others bring 40 €. Of all 30 € is said. */
const dear = (over: Partial<CampaignFacts<Column>>) => {
  const dearer = { ...sums(9_000, 100), valueMicros: 12_000 * MICROS }
  const well = { id: '2', name: 'Botas', budgetId: '92', impressionShare: LOST }
  return sampleAccount({
    campaigns: [
      campaign({ sums: dearer, impressionShare: LOST, budgetMicros: 50 * MICROS, ...over }),
      campaign({ ...well, sums: sums(9_000, 360) }),
    ],
    accountDays: sampleAccount().accountDays.map((day, i) => ({
      ...{ ...day, valueMicros: day.conversionsMicros * (40 + (i % 5) * 9) },
    })),
    targetCpaMicros: 30 * MICROS,
  })
}

test('nor what is dearer than its owner said as far as it brings more', () => {
  const [card] = found(
    dear({ biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 20 * MICROS }),
    rule,
  )
  const text = plain(`${card!.description} ${card!.evidence.change!.after}`)
  expect(text).toContain('puede costar 30,00 €')
  expect(text).toContain('trae más de lo usual')
  expect(text).not.toMatch(/cuesta menos|menos presupuesto|baja el presupuesto/)
  expect(unsupportedNumbers(card!)).toEqual([])
})

test('who bids to places is told what was said, not what that comes to here', () => {
  const bidding = { biddingStrategyType: 'TARGET_IMPRESSION_SHARE', budgetMicros: 150 * MICROS }
  const paying = (cpc: number) => {
    const own = { ...sums(9_000, 100, cpc), valueMicros: 12_000 * MICROS }
    const [card] = found(dear({ ...bidding, sums: own }), 'smart-bidding')
    expect(unsupportedNumbers(card!)).toEqual([])
    return plain(card!.description)
  }
  expect(paying(0.5)).not.toContain('lo que has dicho')
  expect(paying(1.5)).toContain('más de lo que has dicho (30,00 €) aunque traiga más de lo usual')
})

test('where another card moves its budget, less of it is not told beside', () => {
  const missed = campaign({
    ...{ biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 20 * MICROS },
    ...{ sums: sums(6_000, 100), budgetMicros: 33 * MICROS, impressionShare: LOST },
  })
  const other = campaign({ id: '2', name: 'Botas', budgetId: '92', impressionShare: LOST })
  const values = (euros: number) => ({
    conversionValues: {
      campaigns: [
        { id: '1', micros: 25 * MICROS },
        { id: '2', micros: euros * MICROS },
      ],
      actions: [],
    },
  })
  const rules = (euros: number) => {
    const account = sampleAccount({ campaigns: [missed, other], ...values(euros) })
    return (['budget-shift', rule] as const).filter((one) => found(account, one).length > 0)
  }
  expect(rules(100)).toEqual(['budget-shift'])
  expect(rules(12)).toEqual([rule])
})
