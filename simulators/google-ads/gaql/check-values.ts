import { queryError } from '../wire/google-error.ts'
import { dataType, enumValues } from './catalogue.ts'
import { isDay, monthStart, namedRange, quarterStart } from './days.ts'
import type { Condition, Scalar } from './query.ts'

const ORDERING = new Set(['<', '>', '<=', '>=', 'BETWEEN'])
const TEXT_ONLY = new Set(['LIKE', 'NOT LIKE', 'REGEXP_MATCH', 'NOT REGEXP_MATCH'])
const TEXT_TYPES = new Set(['STRING', 'RESOURCE_NAME', 'DATE'])
const NUMERIC = new Set(['INT32', 'INT64', 'DOUBLE', 'FLOAT'])
const DATE_TIME = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2}(\.\d+)?)?$/

/** The operator must suit the field's type, and each value must be one of its values. */
export function checkValues(condition: Condition, today: string): void {
  const { field, operator } = condition
  const type = dataType(field)
  if (type === 'MESSAGE' && !operator.startsWith('IS')) {
    throw queryError('PROHIBITED_FIELD_IN_WHERE_CLAUSE', `Cannot filter on '${field}'.`, field)
  }
  const mismatch =
    (TEXT_ONLY.has(operator) && !TEXT_TYPES.has(type)) ||
    (ORDERING.has(operator) && (type === 'ENUM' || type === 'BOOLEAN')) ||
    (operator === 'DURING' && !isDateField(field))
  if (mismatch) {
    throw queryError(
      'OPERATOR_FIELD_MISMATCH',
      `Operator '${operator}' cannot be used with field '${field}'.`,
      field,
    )
  }
  if (condition.operator === 'DURING') {
    if (namedRange(condition.range, today)) return
    throw queryError(
      'INVALID_VALUE_WITH_DURING_OPERATOR',
      `Invalid date range for DURING: '${condition.range}'.`,
      condition.range,
    )
  }
  if (operator.endsWith('REGEXP_MATCH')) checkPattern(condition)
  for (const value of valuesOf(condition)) checkValue(field, type, value)
  if (condition.operator === 'BETWEEN' && compare(condition.from, condition.to) > 0) {
    throw queryError(
      'INVALID_VALUE_WITH_BETWEEN_OPERATOR',
      `The lower bound of BETWEEN is above the upper bound for '${field}'.`,
      String(condition.from),
    )
  }
}

export function isDateField(field: string): boolean {
  return dataType(field) === 'DATE' || field.endsWith('date_time')
}

function valuesOf(condition: Condition): Scalar[] {
  if ('values' in condition) return condition.values
  if ('value' in condition) return [condition.value]
  return condition.operator === 'BETWEEN' ? [condition.from, condition.to] : []
}

function checkValue(field: string, type: string, value: Scalar): void {
  const text = String(value)
  if (NUMERIC.has(type) && (text.trim() === '' || Number.isNaN(Number(text)))) {
    throw queryError('BAD_NUMBER', `Invalid number for '${field}': '${text}'.`, text)
  }
  if (type === 'BOOLEAN' && !/^(true|false)$/i.test(text)) {
    throw queryError('BAD_VALUE', `Invalid boolean for '${field}': '${text}'.`, text)
  }
  if (type === 'ENUM' && !enumValues(field)?.includes(text)) {
    throw queryError('BAD_ENUM_CONSTANT', `Invalid enum value for '${field}': '${text}'.`, text)
  }
  if (type === 'DATE') checkDate(field, text)
  else if (isDateField(field) && !(DATE_TIME.test(text) && isDay(text.slice(0, 10)))) {
    throw queryError('INVALID_DATE_FORMAT', `Invalid date for '${field}': '${text}'.`, text)
  }
}

function checkDate(field: string, text: string): void {
  if (!isDay(text)) {
    throw queryError('INVALID_DATE_FORMAT', `Invalid date for '${field}': '${text}'.`, text)
  }
  const start = { 'segments.month': monthStart, 'segments.quarter': quarterStart }[field]
  if (start && start(text) !== text) {
    throw queryError(
      'MISALIGNED_DATE_FOR_FILTER',
      `The date for '${field}' must be the first day of the period: '${text}'.`,
      text,
    )
  }
}

function checkPattern(condition: Condition): void {
  const pattern = 'value' in condition ? String(condition.value) : ''
  try {
    new RegExp(pattern.replace(/^\(\?i\)/, ''), 'u')
  } catch {
    throw queryError('BAD_VALUE', `Invalid regular expression: '${pattern}'.`, pattern)
  }
}

function compare(a: Scalar, b: Scalar): number {
  const [x, y] = [Number(a), Number(b)]
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}
