import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, plain, reasonOf } from '../../samples/sample-analysis.ts'

/** Out of budget, at 39 € a conversion under a target of 40 €, beside another that asks for what its owner pays. */
function account(
  over: Partial<CampaignFacts<Column>> = {},
  more: Partial<WholeSnapshot> = {},
): WholeSnapshot {
  const bidding = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 40 * MICROS }
  const limited = { eligible: 160_000, lostToBudget: 60_000, lostToRank: 0 }
  return sampleAccount({
    lagCurve: [1],
    targetCpaMicros: 25 * MICROS,
    campaigns: [
      campaign({ ...bidding, sums: sums(7_800, 200, 1), impressionShare: limited, ...over }),
      campaign({ ...bidding, id: '2', name: 'Botas', targetCpaMicros: 24 * MICROS }),
    ],
    ...more,
  })
}

test('a target beyond what its owner says is told with both, and its budget waits', () => {
  const [one, ...others] = found(account(), 'bid-targets')
  expect(others).toEqual([])
  expect(plain(one!.title)).toBe(
    'El CPA objetivo de «Zapatos» es de 40,00 €, más que tu coste máximo por conversión (25,00 €)',
  )
  expect(plain(one!.description)).toContain('cada conversión le ha costado 39,00 €')
  expect([one!.priority, one!.campaignId, one!.evidence.forecast]).toEqual(['medium', '1', null])
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(found(account(), 'limited-budgets')).toEqual([])
  expect(reasonOf(account(), 'limited-budgets')).toContain('mayor que lo que has dicho')
})

test('it is not told to be brought nearer to what is paid', () => {
  const missed = account({ sums: sums(7_800, 120, 1) })
  expect(found(missed, 'bid-targets').map(({ title }) => plain(title))).toEqual([
    expect.stringContaining('es de 40,00 €, más que tu coste máximo'),
  ])
})

test('what was said of the campaign itself counts before the maximum of the account', () => {
  const worth = (euros: number) =>
    account(
      {},
      { conversionValues: { campaigns: [{ id: '1', micros: euros * MICROS }], actions: [] } },
    )
  expect(plain(found(worth(20), 'bid-targets')[0]!.title)).toContain(
    'más que lo que dijiste que vale aquí una conversión (20,00 €)',
  )
  expect(found(worth(45), 'bid-targets')).toEqual([])
})

test('a little more, or what sells at a higher price, is meant so', () => {
  expect(
    found(account({ targetCpaMicros: 29 * MICROS, sums: sums(7_800, 270, 1) }), 'bid-targets'),
  ).toEqual([])
  const dear = { ...sums(7_800, 200, 1), valueMicros: 200 * 120 * MICROS }
  const days = sampleAccount().accountDays.map((day, i) => ({
    ...day,
    valueMicros: day.conversionsMicros * (30 + (i % 5) * 5),
  }))
  expect(found(account({ sums: dear }, { accountDays: days }), 'bid-targets')).toEqual([])
})
