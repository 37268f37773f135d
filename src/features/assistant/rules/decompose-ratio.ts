import type { Metrics } from '#shared/metrics.ts'

export type RatioKey = 'cpa' | 'roas'

const SUMS = {
  cpa: { part: 'costMicros', whole: 'conversionsMicros' },
  roas: { part: 'valueMicros', whole: 'costMicros' },
} as const satisfies Record<RatioKey, { part: keyof Metrics; whole: keyof Metrics }>

type Both = { before: Metrics; now: Metrics }

/**
 * What one part of an account did to the change of a ratio of its sums, A / B: (ΔA − r̄ ΔB) / B̄ with the means of both periods,
 * which holds of the whole and is linear in its parts. So the effects of all parts add up to the change exactly, those
 * without a conversion or a cost included. Null where a period has no ratio.
 */
export function ratioEffect(key: RatioKey, part: Both, whole: Both): number | null {
  const { part: above, whole: below } = SUMS[key]
  const [before, now] = [whole.before[below], whole.now[below]]
  if (before <= 0 || now <= 0) return null
  const ratio = (whole.before[above] / before + whole.now[above] / now) / 2
  const more = (sums: keyof Metrics) => part.now[sums] - part.before[sums]
  return (more(above) - ratio * more(below)) / ((before + now) / 2)
}

export const isRatio = (key: string): key is RatioKey => key === 'cpa' || key === 'roas'
