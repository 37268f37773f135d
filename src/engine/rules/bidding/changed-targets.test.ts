import { expect, test } from 'vitest'
import { addDays, type Day, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { AccountChange } from '../../account/inventory.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { plain, sayingsOf } from '../../samples/sample-analysis.ts'

const { found, reason } = sayingsOf('bid-targets')
const { window } = sampleAccount()

/** A campaign whose target CPA of 10 € is now another, `daysAgo` before the end of the window; it pays 12.50 €. */
function changed(
  [before, after]: [number, number],
  { kept = 0.4, daysAgo = 27, more = {} as Partial<AccountChange> } = {},
): WholeSnapshot {
  const since = addDays(window.to, -daysAgo)
  const day = (day: Day) => {
    const part = day < since ? 1 : kept
    return { campaignId: '1', day, clicks: 120 * part, conversionsMicros: 5 * part * MICROS }
  }
  const change: AccountChange = {
    ...{ at: `${since} 09:00:00`, clientType: 'GOOGLE_ADS_WEB_CLIENT', resourceType: 'CAMPAIGN' },
    ...{ operation: 'UPDATE', changedFields: ['target_cpa.target_cpa_micros'], campaignId: '1' },
    ...{ beforeMicros: before * MICROS, afterMicros: after * MICROS, ...more },
  }
  const bidding = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: after * MICROS }
  return sampleAccount({
    campaigns: [campaign({ ...bidding, sums: sums(9_000, 360) })],
    campaignDays: eachDay(window.from, window.to).map(day),
    inventory: { changes: [change] },
  })
}

test('a target that was made harder is told by what the campaign brings since, not by what it paid before', () => {
  const [one, ...others] = found(changed([14, 8]))
  expect(others).toEqual([])
  expect(plain(one!.title)).toMatch(
    /^Desde que le pides más a «Zapatos», el 18 oct 2026, trae un 59,3 % menos de conversiones$/,
  )
  expect(plain(one!.description)).toContain('un 75 % más exigente')
  expect(plain(one!.description)).toContain(
    '48,0 clics y 2,0 conversiones al día; antes eran 120,0 y 5,0',
  )
  expect(one!.evidence.forecast).toBeNull()
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('a ROAS is harder the higher it is', () => {
  const roas = { changedFields: ['target_roas.target_roas'], beforeMicros: 3e6, afterMicros: 6e6 }
  expect(plain(found(changed([14, 8], { more: roas }))[0]!.description)).toContain('un 100 % más')
  const eased = { ...roas, beforeMicros: 6e6, afterMicros: 3e6 }
  expect(found(changed([14, 8], { more: eased }))).toEqual([])
})

test.each<[string, [number, number], Parameters<typeof changed>[1]]>([
  ['brings as much as before', [14, 8], { kept: 0.9 }],
  ['was changed some days ago', [14, 8], { daysAgo: 12 }],
  ['asks for less than before', [6, 8], {}],
])('one that %s is not judged by what another bought', (_, targets, over) => {
  expect(found(changed(targets, over))).toEqual([])
  expect(reason(changed(targets, over))).toContain('cambió en los últimos 30 días')
})

test('after a prudent step it is judged as before', () => {
  expect(found(changed([9, 8]))[0]!.title).toContain('no se alcanza')
})
