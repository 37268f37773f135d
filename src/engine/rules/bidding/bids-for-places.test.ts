import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, plain } from '../../samples/sample-analysis.ts'

/** Of 12.45 € a conversion in the first campaign and 25 € in the second. */
const account = (count: number, said?: number) =>
  sampleAccount({
    campaigns: ['Zapatos', 'Botas'].slice(0, count).map((name, i) =>
      campaign({
        ...{ id: `${i + 1}`, name, budgetId: `9${i}` },
        ...{ biddingStrategyType: 'TARGET_IMPRESSION_SHARE', sums: sums(9_000, 360 / (i + 1)) },
      }),
    ),
    ...(said && { targetCpaMicros: said * MICROS }),
  })

test('what its conversions cost is held against what its owner said', () => {
  const [one] = found(account(1, 8), 'smart-bidding')
  expect(plain(one!.description)).toContain('le cuesta 12,45 €, más de lo que has dicho (8,00 €)')
  expect(one!.priority).toBe('medium')
  expect(unsupportedNumbers(one!)).toEqual([])
  const [well] = found(account(1, 30), 'smart-bidding')
  expect(well!.description).not.toContain('más de lo que has dicho')
  expect(well!.priority).toBe('low')
})

test('of several those are named that cost more', () => {
  const [one] = found(account(2, 18), 'smart-bidding')
  const text = plain(one!.description)
  expect(text).toContain('Cuestan más de lo que has dicho: «Botas» (24,90 € por conversión')
  expect(text).not.toContain('«Zapatos» (')
  expect(unsupportedNumbers(one!)).toEqual([])
})
