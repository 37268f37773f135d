import { expect, test } from 'vitest'
import { mix, unit } from './random.ts'
import { emptyTally, splitOff, splitTally } from './tally.ts'

test('a part split off alone is the one that splitting into both gives, conversions included', () => {
  let taken = 0
  for (let seed = 1; seed <= 2000; seed++) {
    const upTo = (most: number, purpose: number) =>
      Math.floor(unit(mix(seed, purpose)) * (most + 1))
    const impressions = upTo(seed % 3 === 0 ? 4 : 400, 11)
    const clicks = upTo(impressions, 12)
    const whole = {
      ...emptyTally(),
      impressions,
      clicks,
      cost: upTo(clicks * 90, 13) * 10_000,
      eligible: upTo(1, 14) * impressions * 2,
      lostToBudget: upTo(40, 15),
      lostToRank: upTo(40, 16),
      top: upTo(impressions, 17),
      absoluteTop: upTo(impressions, 18),
      exactEligible: upTo(60, 19),
      events: Array.from({ length: upTo(3, 20) }, (_, i) => ({
        row: 0,
        action: 0,
        credit: 1_000_000,
        valueMicros: 10_000,
        lagDays: 0,
        key: mix(seed, i, 21),
      })),
    }
    const share = unit(mix(seed, 22))
    const [cell, rest] = [{ share, cvr: 2.2, ctr: 0.6, cpc: 1.3 }, { share: 1 - share }] as const
    const part = splitOff(whole, cell, rest, seed)
    taken += part.events.length
    expect(part, `seed ${seed}`).toEqual(splitTally(whole, [cell, rest], seed)[0])
  }
  expect(taken).toBeGreaterThan(500)
})
