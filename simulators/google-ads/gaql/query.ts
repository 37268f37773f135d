export type Scalar = string | number

export type Condition =
  | { field: string; operator: Comparison | TextMatch; value: Scalar }
  | { field: string; operator: ListMatch; values: Scalar[] }
  | { field: string; operator: 'BETWEEN'; from: Scalar; to: Scalar }
  | { field: string; operator: 'DURING'; range: string }
  | { field: string; operator: 'IS NULL' | 'IS NOT NULL' }

export type Comparison = '=' | '!=' | '<' | '>' | '<=' | '>='
export type TextMatch = 'LIKE' | 'NOT LIKE' | 'REGEXP_MATCH' | 'NOT REGEXP_MATCH'
export type ListMatch = 'IN' | 'NOT IN' | 'CONTAINS ANY' | 'CONTAINS ALL' | 'CONTAINS NONE'

export type Query = {
  select: string[]
  /** Empty only for `googleAdsFields:search`, whose queries have no FROM. */
  from: string
  where: Condition[]
  orderBy: { field: string; descending: boolean }[]
  limit?: number
  parameters: Record<string, string>
}

/** Segments that may be filtered and ordered by without being selected. */
export const CORE_DATE_SEGMENTS: ReadonlySet<string> = new Set([
  'segments.date',
  'segments.week',
  'segments.month',
  'segments.quarter',
  'segments.year',
])

export function isMetric(field: string): boolean {
  return field.startsWith('metrics.')
}

export function isSegment(field: string): boolean {
  return field.startsWith('segments.')
}
