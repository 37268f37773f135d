import { LONGEST_RUN } from '#engine/watch/find-runs.ts'
import { addDays, type Day, daysInRange } from '#shared/dates.ts'

/** An alert as far as it tells whether another is the same event. */
type Event = { metric: string; campaignId: number | null; rises: boolean; startsOn: Day }

/** The beginning of an event is seen more sharply day by day, for so many. */
const SAME_DAYS = 7

/** Which kept alert each found one is, each at most once; null: it is new. */
export function matchEvents(
  found: readonly Event[],
  kept: readonly (Event & { id: string })[],
): (string | null)[] {
  const left = [...kept]
  return found.map(({ metric, campaignId, rises, startsOn }) => {
    const at = left.findIndex(
      (one) =>
        one.metric === metric &&
        one.campaignId === campaignId &&
        one.rises === rises &&
        Math.abs(daysBetween(one.startsOn, startsOn)) <= SAME_DAYS,
    )
    return at < 0 ? null : left.splice(at, 1)[0]!.id
  })
}

/**
 * The first day of what has lasted for more than a week without a break, or for longer than is looked back, by what was kept of it: by
 * then other days of it may stand out more, and it did not begin with them. Undefined where the run tells its own. `since`: of the
 * kept one, if it was so already.
 */
export function firstDayOf(
  found: { startsOn: Day; endsOn: Day },
  kept: { startsOn: Day; endsOn: Day; since?: Day | undefined } | undefined,
): Day | undefined {
  const known = kept && (kept.since ?? kept.startsOn)
  if (!known || known >= found.startsOn) return undefined
  const isCut = daysInRange(found.startsOn, found.endsOn) >= LONGEST_RUN
  const isUnbroken = addDays(kept.endsOn, 1) >= found.startsOn
  const isSettled = isUnbroken && daysBetween(known, found.endsOn) > SAME_DAYS
  return isCut || isSettled ? known : undefined
}

const daysBetween = (from: Day, to: Day) => daysInRange(from, to) - 1
