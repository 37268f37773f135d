import {
  type ActionStep,
  type KnownDays,
  knownDays,
  moveOf,
  stepOf,
  sum,
  sumsByDay,
} from './action-steps.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'

/** Own choices: that both fall on the same days is no chance from this many conversions on. */
const LEAST_COUNT = 5
/** Days between the last of one and the first of the other: clicks of the days before bring some later. */
const DAYS_APART = 7
/** Of ln the rate: by how much two tags may count unlike each other. */
const MOST_UNLIKE = 0.25

/**
 * Actions that another took over from: the day on which it fell silent the other, of its category, began to count as many. Older → newer.
 * A tag that is replaced is neither lost nor a kind of conversion more.
 */
export function succeededActions(
  snapshot: Pick<AccountSnapshot, 'conversionActions' | 'accountDays'>,
  known: NonNullable<AccountSnapshot['actionDays']>,
): ReadonlyMap<string, string> {
  const actions = new Map((snapshot.conversionActions ?? []).map((one) => [one.id, one]))
  if (actions.size < 2) return new Map()
  const watched = knownDays(snapshot, known)
  const byAction = Map.groupBy(known.rows, ({ actionId }) => actionId)
  const stepped = [...byAction].flatMap(([id, rows]): Stepped[] => {
    const action = actions.get(id)
    const seen = sumsByDay(watched.days, rows)
    const step = action ? stepOf(seen, watched, LEAST_COUNT) : null
    return action && step ? [{ action, seen, step }] : []
  })
  const successors = new Map<string, string>()
  const taken = new Set<string>()
  for (const old of stepped.filter(({ step }) => !step.hasBegun)) {
    const [next] = stepped
      .filter((one) => one.step.hasBegun && !taken.has(one.action.id))
      .filter((one) => tookOver(old, one, watched))
      .sort((a, b) => apart(old, a) - apart(old, b))
    if (!next) continue
    successors.set(old.action.id, next.action.id)
    taken.add(next.action.id)
  }
  return successors
}

type Stepped = { action: ConversionAction; seen: number[]; step: ActionStep }

const apart = (a: Stepped, b: Stepped) => Math.abs(a.step.at - b.step.at)

function tookOver(old: Stepped, next: Stepped, { clicks }: KnownDays): boolean {
  const { status, primaryForGoal, category } = next.action
  if (status !== 'ENABLED' || !primaryForGoal || category !== old.action.category) return false
  if (apart(old, next) > DAYS_APART) return false
  const [first, last] = [old.step.at, next.step.at].toSorted((a, b) => a - b)
  const both = old.seen.map((value, i) => value + next.seen[i]!)
  const had = { count: sum(both.slice(0, first)), clicks: sum(clicks.slice(0, first)) }
  const has = { count: sum(both.slice(last)), clicks: sum(clicks.slice(last)) }
  const { ln, chance } = moveOf(had, has)
  return Math.abs(ln) <= MOST_UNLIKE + 2 * Math.sqrt(chance)
}
