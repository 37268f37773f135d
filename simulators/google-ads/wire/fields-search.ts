import type { FieldRow, FieldValue } from '../account-source.ts'
import {
  dataType,
  enumValues,
  everyFieldName,
  resourceFields,
  resourceNames,
} from '../gaql/catalogue.ts'
import { predicate } from '../gaql/matches.ts'
import { parseQuery } from '../gaql/parse.ts'
import { camelCase } from '../gaql/print-row.ts'
import { isMetric, isSegment } from '../gaql/query.ts'
import { sorted } from '../gaql/sort.ts'
import { queryError, requestError } from './google-error.ts'
import type { JsonObject } from './request-body.ts'

export const FIELDS_SEARCH_NAMES = ['query', 'pageToken', 'pageSize']

const NAMES = [
  'resource_name',
  'name',
  'category',
  'data_type',
  'selectable',
  'filterable',
  'sortable',
  'selectable_with',
  'enum_values',
]

/** `googleAdsFields:search`: the catalogue as rows; its queries have no FROM. */
export function searchFields(body: JsonObject): JsonObject {
  if (typeof body.query !== 'string') {
    throw requestError('REQUIRED_FIELD_MISSING', 'Required field is missing: query.')
  }
  const query = parseQuery(body.query, { withFrom: false })
  const used = [...query.select, ...query.where.map(({ field }) => field)]
  for (const field of used) {
    if (!NAMES.includes(field)) {
      throw queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${field}'.`, field)
    }
  }
  const tests = query.where.map((condition) => {
    const matches = predicate(condition, '')
    return (row: FieldRow) => matches(row[condition.field])
  })
  const found = [...resourceNames().map(resourceRow), ...everyFieldName().map(fieldRow)].filter(
    (row) => tests.every((test) => test(row)),
  )
  const orderings = query.orderBy.map(({ field, descending }) => ({
    read: (row: FieldRow) => row[field],
    descending,
  }))
  const rows = [...sorted(found, orderings)].slice(0, query.limit)
  const results = rows.map((row) => printed(row!, query.select))
  return { ...(results.length > 0 && { results }), totalResultsCount: String(found.length) }
}

function printed(row: FieldRow, select: string[]): JsonObject {
  const chosen = ['resource_name', ...select].flatMap((name): [string, FieldValue][] =>
    row[name] === undefined ? [] : [[camelCase(name), row[name]]],
  )
  return Object.fromEntries(chosen)
}

function resourceRow(name: string): FieldRow {
  const known = resourceFields(name)!
  const attributed = [...new Set([...known.fields].map((field) => field.split('.')[0]!))]
  return {
    resource_name: `googleAdsFields/${name}`,
    name,
    category: 'RESOURCE',
    data_type: 'MESSAGE',
    selectable: false,
    filterable: false,
    sortable: false,
    selectable_with: [
      ...attributed.filter((other) => other !== name),
      ...known.metrics,
      ...known.segments,
    ],
  }
}

function fieldRow(name: string): FieldRow {
  const message = dataType(name) === 'MESSAGE'
  const values = enumValues(name)
  return {
    resource_name: `googleAdsFields/${name}`,
    name,
    category: isMetric(name) ? 'METRIC' : isSegment(name) ? 'SEGMENT' : 'ATTRIBUTE',
    data_type: dataType(name),
    selectable: true,
    filterable: !message,
    sortable: !message,
    selectable_with: resourceNames().filter((resource) => {
      const { fields, metrics, segments } = resourceFields(resource)!
      return fields.has(name) || metrics.has(name) || segments.has(name)
    }),
    ...(values && { enum_values: values }),
  }
}
