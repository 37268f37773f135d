import type { AdsRow } from '#platform/google-ads/row.ts'

const COUNTS = ['impressions', 'clicks', 'costMicros'] as const
const AMOUNTS = ['conversions', 'conversionsValue'] as const
type Figure = (typeof COUNTS)[number] | (typeof AMOUNTS)[number]

/** So many that a figure which none of them tells is none that is told later. */
const ENOUGH_ROWS = 1_000
/** Clicks that cost nothing are rare. */
const PAID_CLICKS = 100

/** Google answers without a figure that was asked for: unknown, which is not zero. */
export class FigureMissing extends Error {}

/**
 * Looks whether each figure of an answer is told by any of its rows. Google prints zeros; should it leave them out one day, as its
 * format would allow, an account without clicks tells of none. So one is missing only where another of its kind is told to be 0, or
 * where others say that it cannot be.
 */
export function toldFigures() {
  const untold = new Set<Figure>([...COUNTS, ...AMOUNTS])
  let rows = 0
  let clicks = 0
  let hasValue = false
  let printsCounts = false
  let printsAmounts = false
  const see = ({ metrics = {} }: AdsRow) => {
    rows++
    for (const figure of untold) if (metrics[figure] != null) untold.delete(figure)
    if (untold.size === 0) return
    clicks += Number(metrics.clicks ?? 0)
    hasValue ||= Number(metrics.conversionsValue ?? 0) > 0
    printsCounts ||= COUNTS.some((figure) => isZero(metrics[figure]))
    printsAmounts ||= AMOUNTS.some((figure) => isZero(metrics[figure]))
  }
  const isMissing = (figure: Figure): boolean => {
    if (figure === 'impressions') return printsCounts || clicks > 0
    if (figure === 'clicks') return printsCounts
    if (figure === 'costMicros') return printsCounts || clicks >= PAID_CLICKS
    return printsAmounts || (figure === 'conversions' && hasValue)
  }
  return {
    see,
    /** Throws FigureMissing; `isWhole`: the answer has ended. */
    check: (isWhole: boolean) => {
      if (untold.size === 0 || (!isWhole && rows < ENOUGH_ROWS)) return
      const missing = [...untold].filter(isMissing)
      if (missing.length > 0) throw new FigureMissing(`no row tells ${missing.join(', ')}`)
    },
  }
}

function isZero(value: unknown): boolean {
  return value != null && value !== '' && Number(value) === 0
}
