import { failure } from '../wire/google-error.ts'
import { dateBounds } from './date-bounds.ts'
import { addDays } from './days.ts'
import type { Query } from './query.ts'

/** Days one may look back, and the field that must be filtered. LIMIT is at most 10,000 for both. */
const CHANGE_RESOURCES: Record<string, { field: string; family: string; days: number }> = {
  change_event: {
    field: 'change_event.change_date_time',
    family: 'changeEventError',
    days: 30,
  },
  change_status: {
    field: 'change_status.last_change_date_time',
    family: 'changeStatusError',
    days: 90,
  },
}
const MAX_LIMIT = 10_000

export function checkChangeQuery(query: Query, today: string): void {
  const rule = CHANGE_RESOURCES[query.from]
  if (!rule) return
  const refuse = (code: string, message: string) => failure(400, rule.family, code, message)
  const bounds = dateBounds(query.where, rule.field, today)
  if (!bounds.from || !bounds.to) {
    throw refuse(
      'CHANGE_DATE_RANGE_INFINITE',
      `The search request needs a finite date range filter on ${rule.field}.`,
    )
  }
  if (bounds.from > bounds.to) {
    throw refuse('CHANGE_DATE_RANGE_NEGATIVE', 'The start of the date range is after its end.')
  }
  if (bounds.from.slice(0, 10) < addDays(today, -rule.days)) {
    throw refuse(
      'START_DATE_TOO_OLD',
      `The requested start date is too old. It cannot be older than ${rule.days} days.`,
    )
  }
  if (query.limit === undefined) {
    throw refuse('LIMIT_NOT_SPECIFIED', 'The change search request must specify a finite LIMIT.')
  }
  if (query.limit > MAX_LIMIT) {
    throw refuse('INVALID_LIMIT_CLAUSE', 'The LIMIT must be less than or equal to 10000.')
  }
}
