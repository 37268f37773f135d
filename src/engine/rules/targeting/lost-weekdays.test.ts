import { expect, test } from 'vitest'
import { addDays, eachDay, weekday } from '#shared/dates.ts'
import { campaign, sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'
import { equippedAccount } from '../../samples/sample-inventory.ts'

const TODAY = '2026-11-21'
const window = { from: addDays(TODAY, -62), to: addDays(TODAY, -7) }
const days = eachDay(window.from, addDays(TODAY, -1))

/** A conversion may cost 8 €: eight weeks by hand, alike on every day; of 6,000 clicks a day, nothing is counted from one Monday to the next. */
function account(isBroken: boolean) {
  const from = days.find((day) => day > addDays(window.from, 20) && weekday(day) === 0)!
  const isLost = (day: string) => isBroken && day >= from && day < addDays(from, 8)
  const accountDays = days.map((day) => ({ day, ...sums(6_000, isLost(day) ? 0 : 240) }))
  const inside = accountDays.filter(({ day }) => day <= window.to)
  const hours = Array.from({ length: 168 }, (_, i) => {
    const own = inside.filter(({ day }) => weekday(day) === Math.floor(i / 24))
    const sold = own.reduce((sum, { conversionsMicros }) => sum + conversionsMicros / 1e6, 0)
    const place = { campaignId: '1', weekday: Math.floor(i / 24) + 1, hour: i % 24 }
    return { ...place, sums: sums((6_000 * own.length) / 24, sold / 24) }
  })
  const sold = inside.reduce((sum, one) => sum + one.conversionsMicros / 1e6, 0)
  return equippedAccount(
    { hours },
    {
      window,
      accountDays,
      targetCpaMicros: 8_000_000,
      campaigns: [
        campaign({ biddingStrategyType: 'MANUAL_CPC', sums: sums(6_000 * inside.length, sold) }),
      ],
    },
  )
}

test('weekdays of which more were lost with the tag sell no worse', () => {
  expect(found(account(true), 'conversion-tracking')).toHaveLength(1)
  expect(found(account(false), 'hour-performance')).toEqual([])
  expect(found(account(true), 'hour-performance')).toEqual([])
})
