import { addDays, type Day, daysInRange } from '#shared/dates.ts'
import type { Recommendation } from '../../contract/recommendations.ts'
import type { TermDay } from '../../contract/term-days.ts'

/** A card that lists search terms none of which has brought anything: what they cost piles up day by day. */
export function isOfTerms({ evidence: { table } }: Pick<Recommendation, 'evidence'>): boolean {
  return (
    table.rows.length > 0 &&
    table.rows.every(
      ({ term, campaign, conversions }) =>
        typeof term === 'string' && typeof campaign === 'string' && conversions === 0,
    )
  )
}

/** How many searches the table lists where the card counts more than these; null where it lists all that it counts. */
export function listedPart({ evidence }: Pick<Recommendation, 'evidence'>): number | null {
  const { figures, table } = evidence
  const counted = figures.find(({ key }) => key === 'clicks')?.value
  const listed = table.rows.reduce((sum, { clicks }) => sum + Number(clicks), 0)
  return typeof counted === 'number' && listed < counted ? table.rows.length : null
}

/** What had been spent by the end of each day of a range. */
export function spentSoFar(days: readonly TermDay[], from: Day, to: Day): number[] {
  const costs = new Map(days.map(({ day, costMicros }) => [day, costMicros]))
  let sum = 0
  return Array.from({ length: daysInRange(from, to) }, (_, at) => {
    sum += costs.get(addDays(from, at)) ?? 0
    return sum
  })
}

/** A staircase: money is spent on a day, not between two. */
export function staircase(
  values: readonly number[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, at) => `${at === 0 ? `M${x(0)} ${y(0)}V` : 'V'}${y(value)}H${x(at + 1)}`)
    .join('')
}
