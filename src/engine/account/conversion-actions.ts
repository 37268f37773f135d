import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { ConversionDay } from './inventory.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'

/** Conversion actions that Google's bidding optimises for. */
export function primaryActions(snapshot: AccountSnapshot): ConversionAction[] {
  return (snapshot.conversionActions ?? []).filter(
    ({ status, primaryForGoal }) => status === 'ENABLED' && primaryForGoal,
  )
}

/** Steps on the way to a sale, or signs of interest: worth watching, not worth bidding for. */
export const MICRO_EVENTS: ReadonlySet<string> = new Set([
  'PAGE_VIEW',
  'ENGAGEMENT',
  'ADD_TO_CART',
  'BEGIN_CHECKOUT',
  'OUTBOUND_CLICK',
  'GET_DIRECTIONS',
  'DOWNLOAD',
])

/** Contacts: each person counts once. */
export const LEADS: ReadonlySet<string> = new Set([
  'SIGNUP',
  'PHONE_CALL_LEAD',
  'IMPORTED_LEAD',
  'SUBMIT_LEAD_FORM',
  'BOOK_APPOINTMENT',
  'REQUEST_QUOTE',
  'CONTACT',
  'QUALIFIED_LEAD',
  'CONVERTED_LEAD',
])

export type ActionSeries = {
  /** Conversions of each day of the window, 0 where there was none. */
  conversions: number[]
  /** Value of each day, micros. */
  valueMicros: number[]
  total: number
}

/** Daily conversions of each action over the snapshot's window. */
export function actionSeries(
  snapshot: AccountSnapshot,
  rows: readonly ConversionDay[],
): ReadonlyMap<string, ActionSeries> {
  const days = eachDay(snapshot.window.from, snapshot.window.to)
  const position = new Map(days.map((day, i) => [day, i]))
  const series = new Map<string, ActionSeries>()
  for (const { actionId, day, conversionsMicros, valueMicros } of rows) {
    const at = position.get(day)
    if (at === undefined) continue
    const own = series.get(actionId) ?? {
      conversions: days.map(() => 0),
      valueMicros: days.map(() => 0),
      total: 0,
    }
    own.conversions[at]! += conversionsMicros / MICROS
    own.valueMicros[at]! += valueMicros
    own.total += conversionsMicros / MICROS
    series.set(actionId, own)
  }
  return series
}
