import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { STATUS, type Status } from '#shared/change-states.ts'

type Row = {
  fingerprint: string
  status: Status
  settledUntil: Date | null
  changes: readonly string[]
}

/**
 * A card of a group is known by its place in it. Once one is applied what the next holds moves up to its place, where it would be
 * taken for what was applied: the cards of that rule are known by what they change instead. `analysed` in turn.
 */
export function onTheirPages(
  known: readonly Row[],
  analysed: readonly Analysed[],
  now: Date,
): Analysed[] {
  const held = new Set(known.flatMap((row) => (isMeasured(row, now) ? [row.fingerprint] : [])))
  const moved = new Set(
    analysed.flatMap(({ rule, fingerprint }) => (held.has(fingerprint) ? [rule] : [])),
  )
  if (moved.size === 0) return [...analysed]
  const open = new Set(known.filter(({ status }) => status === STATUS.pending))
  const pages = new Map<Analysed, string>()
  for (const one of analysed.filter(({ rule }) => moved.has(rule))) {
    const page = pageOf(one, open)
    if (!page) continue
    open.delete(page)
    pages.set(one, page.fingerprint)
  }
  const taken = new Set(pages.values())
  return analysed.flatMap((one) => {
    const page = pages.get(one)
    if (page) return [{ ...one, fingerprint: page }]
    return taken.has(one.fingerprint) ? [] : [one]
  })
}

/** While one half waits, its card holds what is left by design. */
function isMeasured({ status, settledUntil }: Row, now: Date): boolean {
  return status === STATUS.applied && settledUntil !== null && settledUntil > now
}

/** Of those that wait the one that has most of its changes. */
function pageOf(one: Analysed, open: ReadonlySet<Row>): Row | undefined {
  const own = new Set(changesOf(one.evidence.change?.operations ?? []))
  const common = (row: Row) => row.changes.filter((change) => own.has(change)).length
  const [best] = [...open].toSorted((a, b) => common(b) - common(a))
  return best && common(best) > 0 ? best : undefined
}

/** What operations change, but for the amounts that they set; the database keeps their fields in an order of its own. */
export function changesOf(operations: readonly object[]): string[] {
  return operations.map((one) =>
    JSON.stringify(one, (key, value) => {
      if (key.endsWith('Micros')) return undefined
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      return isObject ? Object.fromEntries(Object.entries(value).sort(byName)) : value
    }),
  )
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
