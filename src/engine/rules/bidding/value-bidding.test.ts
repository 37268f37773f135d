import { expect, test } from 'vitest'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { plain, sayingsOf } from '../../samples/sample-analysis.ts'

const { found, reason } = sayingsOf('value-bidding')

const worth = (conversions: number, euros: number): Metrics => ({
  ...sums(3_000, conversions),
  valueMicros: conversions * euros * MICROS,
})

/** Covers at 14 € beside telephones at `euros`, `phones` of which were sold, in one campaign. */
function account(
  euros: number,
  phones = 120,
  over: Partial<CampaignFacts<Column>> = {},
  more: Partial<WholeSnapshot> = {},
): WholeSnapshot {
  const [covers, dear] = [worth(200, 14), worth(phones, euros)]
  const own = { ...sums(6_000, 200 + phones), valueMicros: covers.valueMicros + dear.valueMicros }
  const bidding = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 12 * MICROS }
  return sampleAccount({
    campaigns: [campaign({ name: 'Todo', ...bidding, sums: own, ...over })],
    adGroups: [
      { id: '11', campaignId: '1', name: 'Fundas', status: 'ENABLED' },
      { id: '12', campaignId: '1', name: 'Móviles', status: 'ENABLED' },
    ],
    keywords: [keyword('funda móvil', covers), keyword('móvil libre', dear, { adGroupId: '12' })],
    accountDays: sampleAccount().accountDays.map((day, i) => ({
      ...day,
      valueMicros: day.conversionsMicros * (30 + (i % 5) * 5),
    })),
    ...more,
  })
}

test('conversions of an ad group that bring far more than those of another ask for bidding by value', () => {
  const [one, ...others] = found(account(480))
  expect(others).toEqual([])
  expect(plain(one!.title)).toBe(
    '«Todo» puja igual por conversiones de 14,00 € que por otras de 480,00 €',
  )
  expect(one!.evidence.table.rows.map(({ adGroup }) => adGroup)).toEqual(['Móviles', 'Fundas'])
  expect(one!.evidence.change!.operations).toEqual([])
  expect(one!.evidence.forecast).toBeNull()
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('not where they bring about the same, nor by a few large orders', () => {
  expect(found(account(20))).toEqual([])
  expect(reason(account(20))).toContain('no traen con seguridad más del doble')
  expect(found(account(480, 4))).toEqual([])
})

test.each([
  ['bids for value already', { biddingStrategyType: 'TARGET_ROAS', targetRoas: 4 }],
  ['is bid for by hand', { biddingStrategyType: 'MANUAL_CPC' }],
  ['is paused', { status: 'PAUSED' as const }],
  ['has too few conversions', { sums: { ...sums(600, 20), valueMicros: 20 * 190 * MICROS } }],
])('nor where the campaign %s', (_, over) => {
  expect(found(account(480, 120, over))).toEqual([])
})

test('nor where its owner has said what one of them is worth', () => {
  const said = { campaigns: [{ id: '1', micros: 30 * MICROS }], actions: [] }
  expect(found(account(480, 120, {}, { conversionValues: said }))).toEqual([])
})
