import { queryError } from '../wire/google-error.ts'
import { existsAnywhere, type ResourceFields, resourceFields } from './catalogue.ts'
import { checkChangeQuery } from './check-changes.ts'
import { checkValues } from './check-values.ts'
import { CORE_DATE_SEGMENTS, isMetric, isSegment, type Query } from './query.ts'

export type CheckContext = {
  /** The account's own day. */
  today: string
  manager: boolean
}

/**
 * Refuses what Google refuses: unknown names, fields that do not go with the resource, operators and
 * values that do not go with the field, missing date ranges.
 */
export function checkQuery(query: Query, context: CheckContext): void {
  const known = resourceFields(query.from)
  if (!known) {
    throw queryError(
      'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE',
      `Error in query: '${query.from}' is not a valid resource name.`,
      query.from,
    )
  }
  for (const field of query.select) checkField(field, query.from, known, 'SELECT')
  for (const { field } of query.where) checkField(field, query.from, known, 'WHERE')
  for (const { field } of query.orderBy) checkField(field, query.from, known, 'ORDER_BY')
  checkReferences(query)
  for (const condition of query.where) checkValues(condition, context.today)
  checkDateRange(query)
  checkChangeQuery(query, context.today)
  const used = [...query.select, ...query.where.map((condition) => condition.field)]
  if (context.manager && used.some(isMetric)) {
    throw queryError(
      'REQUESTED_METRICS_FOR_MANAGER',
      'Metrics cannot be requested for a manager account. To retrieve metrics, issue separate requests against each client account under the manager account.',
    )
  }
}

type Clause = 'SELECT' | 'WHERE' | 'ORDER_BY'

function checkField(field: string, from: string, known: ResourceFields, clause: Clause): void {
  if (known.fields.has(field) || known.metrics.has(field) || known.segments.has(field)) return
  if (!existsAnywhere(field)) {
    throw queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${field}'.`, field)
  }
  if (isMetric(field) || isSegment(field)) {
    const kind = isMetric(field) ? 'METRIC' : 'SEGMENT'
    throw queryError(
      `PROHIBITED_${kind}_IN_SELECT_OR_WHERE_CLAUSE`,
      `Cannot select or filter on the following ${kind.toLowerCase()}s: '${field}', since it is incompatible with the resource in the FROM clause: '${from}'.`,
      field,
    )
  }
  if (clause === 'ORDER_BY') {
    throw queryError(
      'PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE',
      `Cannot order by the following field: '${field}'.`,
      field,
    )
  }
  throw queryError(
    `PROHIBITED_RESOURCE_TYPE_IN_${clause}_CLAUSE`,
    `Error in query: '${field}' is not compatible with the resource in the FROM clause: '${from}'.`,
    field,
  )
}

/** Segments in WHERE and everything but the main resource's own fields in ORDER BY must be selected. */
function checkReferences(query: Query): void {
  const selected = new Set(query.select)
  const missing = new Set<string>()
  for (const { field } of query.where) {
    if (isSegment(field) && !CORE_DATE_SEGMENTS.has(field) && !selected.has(field))
      missing.add(field)
  }
  for (const { field } of query.orderBy) {
    const own = field.startsWith(`${query.from}.`) || CORE_DATE_SEGMENTS.has(field)
    if (!own && !selected.has(field)) missing.add(field)
  }
  if (missing.size === 0) return
  const list = [...missing].map((field) => `'${field}'`).join(', ')
  throw queryError(
    'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    `The following fields must be present in SELECT clause: ${list}.`,
    [...missing][0],
  )
}

/** A core date segment in SELECT needs a finite range in WHERE. */
function checkDateRange(query: Query): void {
  if (!query.select.some((field) => CORE_DATE_SEGMENTS.has(field))) return
  const filters = query.where.filter(({ field }) => CORE_DATE_SEGMENTS.has(field))
  const operators = filters.map(({ operator }) => operator)
  const closed = operators.some((operator) => ['=', 'BETWEEN', 'DURING', 'IN'].includes(operator))
  const lower = operators.some((operator) => operator === '>' || operator === '>=')
  const upper = operators.some((operator) => operator === '<' || operator === '<=')
  if (closed || (lower && upper)) return
  throw queryError(
    'EXPECTED_FILTERS_ON_DATE_RANGE',
    'Error in query: a finite date range is needed in WHERE when a core date segment is selected.',
  )
}
