import type { FactRow, FactsWanted, FieldRow } from '../../account-source.ts'
import { dayText, type LocalTime } from '../calendar.ts'
import type { ConversionEvent, DayTraffic } from '../day-traffic.ts'
import type { RowBook } from '../entities/row-book.ts'
import type { Market } from '../market.ts'
import { emptyTally, measuresOf, type Tally } from '../tally.ts'

/** One day as the facts of every resource see it. */
export type FactContext = {
  market: Market
  book: RowBook
  traffic: DayTraffic
  events: readonly ConversionEvent[]
  now: LocalTime
  date: string
  segments: FactsWanted['segments']
  byAction: boolean
  byLag: boolean
}

export function factContext(
  market: Market,
  book: RowBook,
  traffic: DayTraffic,
  now: LocalTime,
  wanted: FactsWanted,
  brokenFrom: number,
): FactContext {
  return {
    market,
    book,
    traffic,
    events: market.reported(traffic, now, brokenFrom),
    now,
    date: dayText(traffic.day),
    segments: wanted.segments,
    byAction: asksForActions(wanted.segments),
    byLag: wanted.segments.has('segments.conversion_lag_bucket'),
  }
}

const NONE: readonly FactRow[] = []

function isEmpty(tally: Tally): boolean {
  return tally.impressions === 0 && tally.eligible === 0 && tally.events.length === 0
}

/** One row, or one per conversion action or lag where the query asks for it (then without clicks, as Google has it). */
export function emit(
  context: FactContext,
  base: FieldRow,
  tally: Tally,
  fields: FieldRow = {},
): readonly FactRow[] {
  if (isEmpty(tally)) return NONE
  const { actions } = context.market.conversions
  const isPrimary = (action: number) => actions[action]?.primary === true
  const row = (more: FieldRow, part: Tally): FactRow => {
    const own = Object.create(base) as FieldRow
    own['segments.date'] = context.date
    let entity: FieldRow | undefined = base
    for (const field in fields) {
      own[field] = fields[field]
      if (!field.startsWith('segments.') && !field.startsWith('metrics.')) entity = undefined
    }
    Object.assign(own, more)
    const measures = measuresOf(part, isPrimary)
    return entity ? { fields: own, measures, entity } : { fields: own, measures }
  }
  const { byAction, byLag } = context
  if (!byAction && !byLag) return [row({}, tally)]
  const keyOf = ({ action, lagDays }: ConversionEvent) =>
    `${byAction ? action : ''} ${byLag ? lagBucket(lagDays) : ''}`
  return [...Map.groupBy(tally.events, keyOf).values()].map((events) => {
    const [first] = events
    const action = byAction && first && actions[first.action]
    return row(
      {
        ...(action && {
          'segments.conversion_action': `${context.book.prefix}/conversionActions/${action.id}`,
          'segments.conversion_action_name': action.name,
          'segments.conversion_action_category': action.category,
        }),
        ...(byLag && { 'segments.conversion_lag_bucket': lagBucket(first?.lagDays ?? 0) }),
      },
      { ...emptyTally(), events },
    )
  })
}

const COUNTED = [
  'ZERO',
  'ONE',
  'TWO',
  'THREE',
  'FOUR',
  'FIVE',
  'SIX',
  'SEVEN',
  'EIGHT',
  'NINE',
  'TEN',
  'ELEVEN',
  'TWELVE',
  'THIRTEEN',
  'FOURTEEN',
]

function lagBucket(days: number): string {
  if (days === 0) return 'LESS_THAN_ONE_DAY'
  if (days === 1) return 'ONE_TO_TWO_DAYS'
  if (days < 14) return `${COUNTED[days]}_TO_${COUNTED[days + 1]}_DAYS`
  if (days < 21) return 'FOURTEEN_TO_TWENTY_ONE_DAYS'
  return days < 30 ? 'TWENTY_ONE_TO_THIRTY_DAYS' : 'THIRTY_TO_FORTY_FIVE_DAYS'
}

function asksForActions(segments: ReadonlySet<string>): boolean {
  for (const segment of segments) if (segment.startsWith('segments.conversion_action')) return true
  return false
}
