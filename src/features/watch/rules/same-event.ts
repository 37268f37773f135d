import type { Alert } from '#engine/watch/alert.ts'
import { LONGEST_RUN } from '#engine/watch/find-runs.ts'
import { isMostlyOf, troubleOf } from '#engine/watch/trouble.ts'
import { addDays, type Day, daysInRange } from '#shared/dates.ts'

/** An alert as far as it tells whether another is the same event; a budget's body is none of the engine's. */
type Event = {
  metric: string
  campaignId: number | null
  rises: boolean
  startsOn: Day
  endsOn: Day
  body: unknown
}
type Kept = Event & { id: string; endedAt: Date | null }

/** The beginning of an event is seen more sharply day by day, for so many. */
const SAME_DAYS = 7
/** Between its runs a trouble may be within its band for so many days. */
const BREAK_DAYS = 3

/** How an alert goes on: `id` is the kept one's that it is, null where it is new; then `of` is the one whose event it tells besides. */
export type Match = { id: string | null; of: string | null }

/** Each kept one goes on as one at most: the same figure first, then the same trouble there, then what it is of the whole or in a part. */
export function matchEvents(found: readonly Event[], kept: readonly Kept[]): Match[] {
  const ids = found.map((): string | null => null)
  const taken = new Set<string>()
  for (const likeness of LIKENESSES)
    for (const [at, one] of found.entries()) {
      if (ids[at] !== null) continue
      const same = kept.find(
        (other) => !taken.has(other.id) && mayGoOnAs(other, one) && likeness(one, other),
      )
      if (!same) continue
      ids[at] = same.id
      taken.add(same.id)
    }
  return found.map((one, at) => {
    const like = (other: Kept) => LIKENESSES.some((likeness) => likeness(one, other))
    return { id: ids[at]!, of: ids[at] === null ? (kept.find(like)?.id ?? null) : null }
  })
}

/** What has ended is not another figure's now. */
const mayGoOnAs = (kept: Kept, found: Event) =>
  kept.endedAt === null || kept.metric === found.metric

const LIKENESSES: ((one: Event, other: Event) => boolean)[] = [
  (one, other) =>
    one.metric === other.metric &&
    one.campaignId === other.campaignId &&
    one.rises === other.rises &&
    beginTogether(one, other, SAME_DAYS),
  (one, other) => one.campaignId === other.campaignId && isSameTrouble(one, other),
  (one, other) => isPartOf(one, other) || isPartOf(other, one),
]

/** The same figures the same way, or conversions and what they cost, on days that touch. */
function isSameTrouble(one: Event, other: Event): boolean {
  const told = troublesOf(other)
  return (
    troublesOf(one).some((trouble) => told.includes(trouble)) &&
    (beginTogether(one, other, SAME_DAYS) || touch(one, other))
  )
}

/** The same trouble, and the account's is most of it this campaign's. */
function isPartOf(own: Event, whole: Event): boolean {
  if (isBudget(own) || isBudget(whole)) return false
  if (own.campaignId === null || whole.campaignId !== null) return false
  return isMostlyOf(alertOf(whole), String(own.campaignId)) && isSameTrouble(own, whole)
}

/** What leads both is one trouble of one place: only then did the one begin when the other did. */
export function isSameFigure(one: Event, other: Event): boolean {
  if (isBudget(one) || isBudget(other)) return false
  return (
    one.campaignId === other.campaignId && troubleOf(alertOf(one)) === troubleOf(alertOf(other))
  )
}

function troublesOf(event: Event): string[] {
  if (isBudget(event)) return []
  const alert = alertOf(event)
  return [alert, ...alert.besides].map(troubleOf)
}

/** Only `watchAccount` writes bodies, and it writes the engine's own type. */
const alertOf = ({ body }: Event) => body as Alert

const isBudget = ({ metric }: Event) => metric === 'budget'

const beginTogether = (one: Event, other: Event, days: number) =>
  Math.abs(daysBetween(one.startsOn, other.startsOn)) <= days

const touch = (one: Event, other: Event) =>
  addDays(one.endsOn, BREAK_DAYS) >= other.startsOn &&
  addDays(other.endsOn, BREAK_DAYS) >= one.startsOn

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
