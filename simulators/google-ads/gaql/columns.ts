import type { FieldRow, FieldValue, Measures } from '../account-source.ts'
import { dateSegment, isDateSegment } from './date-segments.ts'
import { metricReader } from './metrics.ts'
import { isMetric, isSegment, type Query } from './query.ts'

/** One value per column of the query, in the order of `columnsOf`. */
export type ResultRow = FieldValue[]
export type Reader = (fields: FieldRow, sums: Measures) => FieldValue

/** What each row of the answer must carry: resource names, selected fields, and what orders them. */
export function columnsOf(query: Query): string[] {
  const ordering = query.orderBy.map(({ field }) => field)
  return [...new Set([...printedFields(query), ...ordering])]
}

/** Google adds the name of every resource that a query touches, unless told not to. */
export function printedFields(query: Query): string[] {
  const names =
    query.parameters.omit_unselected_resource_names === 'true' ? [] : resourceNameFields(query)
  return [...new Set([...names, ...query.select])]
}

export function fieldReader(field: string): Reader {
  if (isMetric(field)) return metricReader(field)
  if (isDateSegment(field) && field !== 'segments.date') {
    return (fields) => dateSegment(field, String(fields['segments.date']))
  }
  return (fields) => fields[field]
}

function resourceNameFields(query: Query): string[] {
  const attributes = query.select.filter((field) => !isMetric(field) && !isSegment(field))
  const resources = new Set([query.from, ...attributes.map((field) => field.split('.')[0]!)])
  if (attributes.some((field) => field.startsWith('ad_group_ad.ad.')))
    resources.add('ad_group_ad.ad')
  return [...resources].map((resource) => `${resource}.resource_name`)
}
