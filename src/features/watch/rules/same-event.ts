import { LONGEST_RUN } from '#engine/watch/find-runs.ts'
import { type Day, daysInRange } from '#shared/dates.ts'

/** An alert as far as it tells whether another is the same event. */
type Event = { metric: string; campaignId: number | null; rises: boolean; startsOn: Day }

/** The beginning of an event is seen more sharply day by day. */
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
 * The first day of what lasts longer than is looked back, by what was kept of it; undefined where the run tells its own. `since`: of the
 * kept one, if it was so already.
 */
export function firstDayOf(
  found: { startsOn: Day; endsOn: Day },
  kept: { startsOn: Day; since?: Day | undefined } | undefined,
): Day | undefined {
  const isCut = daysInRange(found.startsOn, found.endsOn) >= LONGEST_RUN
  const known = kept && (kept.since ?? kept.startsOn)
  return isCut && known && known < found.startsOn ? known : undefined
}

const daysBetween = (from: Day, to: Day) => daysInRange(from, to) - 1
