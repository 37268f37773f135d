import { expect, test } from 'vitest'
import type { Context, Target } from './context.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { worthOfConversions } from './worth-of-conversions.ts'

test.each<[Target['origin'], number]>([
  ['roas', 0.25],
  ['reported', 0.3],
  ['otherRoas', 0.3],
])(
  'a recorded value (%s) that is another than when it was advised is doubted by as much',
  (origin, usual) => {
    const target = { micros: 12e6, origin } as Target
    const context = { targetOf: () => target } as unknown as Context
    const snapshot = { campaigns: [] } as unknown as AccountSnapshot
    const doubtOf = (micros: number) =>
      worthOfConversions(snapshot, context, {
        campaignIds: ['1'],
        advice: { micros, movesTarget: false },
      })!.sd
    expect(doubtOf(12e6)).toBeCloseTo(usual, 9)
    expect(doubtOf(20e6)).toBeCloseTo(Math.hypot(usual, Math.log(12 / 20)), 9)
  },
)
