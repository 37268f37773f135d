import type { FieldValue } from '../account-source.ts'
import { dataType } from './catalogue.ts'
import { namedRange } from './days.ts'
import type { Condition, Scalar } from './query.ts'

export type Predicate = (value: FieldValue) => boolean

const NUMERIC = new Set(['INT32', 'INT64', 'DOUBLE', 'FLOAT'])

/** Compiles a checked condition into a test of the field's value. `today` is the account's own day. */
export function predicate(condition: Condition, today: string): Predicate {
  const key = keyOf(dataType(condition.field))
  switch (condition.operator) {
    case 'IS NULL':
      return (value) => isAbsent(value)
    case 'IS NOT NULL':
      return (value) => !isAbsent(value)
    case 'DURING': {
      const range = namedRange(condition.range, today)!
      return (value) => {
        const day = String(value ?? '').slice(0, 10)
        return day >= range.from && day <= range.to
      }
    }
    case 'BETWEEN':
      return between(key, condition.from, condition.to)
    case 'IN':
    case 'NOT IN':
    case 'CONTAINS ANY':
    case 'CONTAINS ALL':
    case 'CONTAINS NONE':
      return listPredicate(condition.operator, key, condition.values)
    case 'LIKE':
    case 'NOT LIKE':
      return textPredicate(likePattern(String(condition.value)), condition.operator === 'LIKE')
    case 'REGEXP_MATCH':
    case 'NOT REGEXP_MATCH':
      return textPredicate(
        regexpPattern(String(condition.value)),
        condition.operator === 'REGEXP_MATCH',
      )
    default:
      return comparison(condition.operator, key, condition.value)
  }
}

type Key = (value: unknown) => string | number

/** One form in which a row's value and a query's value can be compared. */
function keyOf(type: string): Key {
  if (NUMERIC.has(type)) return Number
  if (type === 'BOOLEAN') return (value) => String(value).toLowerCase()
  return String
}

/** An unset boolean is false and an unset number 0; anything else unset equals nothing. */
function comparison(operator: string, key: Key, wanted: Scalar): Predicate {
  const target = key(wanted)
  const unset =
    typeof target === 'number' ? 0 : target === 'true' || target === 'false' ? 'false' : ''
  return (value) => {
    const found = isAbsent(value) ? unset : key(value)
    switch (operator) {
      case '=':
        return found === target
      case '!=':
        return found !== target
      case '<':
        return found < target
      case '<=':
        return found <= target
      case '>':
        return found > target
      default:
        return found >= target
    }
  }
}

function between(key: Key, from: Scalar, to: Scalar): Predicate {
  const [low, high] = [key(from), key(to)]
  return (value) => !isAbsent(value) && key(value) >= low && key(value) <= high
}

function listPredicate(operator: string, key: Key, values: readonly Scalar[]): Predicate {
  const wanted = new Set(values.map(key))
  const found = (value: FieldValue) =>
    isAbsent(value) ? [] : (Array.isArray(value) ? value : [value]).map(key)
  switch (operator) {
    case 'IN':
    case 'CONTAINS ANY':
      return (value) => found(value).some((item) => wanted.has(item))
    case 'CONTAINS ALL':
      return (value) => {
        const items = new Set(found(value))
        return [...wanted].every((item) => items.has(item))
      }
    default:
      return (value) => !found(value).some((item) => wanted.has(item))
  }
}

function textPredicate(pattern: RegExp, wanted: boolean): Predicate {
  return (value) => {
    const texts = Array.isArray(value) ? value : [value ?? '']
    return texts.some((text) => pattern.test(String(text))) === wanted
  }
}

/** `%` any text, `_` one letter, `[%]` and `[_]` the letters themselves; case does not matter. */
function likePattern(pattern: string): RegExp {
  const source = pattern.replace(
    /\[([[\]%_])\]|%|_|[\\^$.*+?()[\]{}|]/g,
    (found, literal?: string) => {
      if (literal !== undefined) return `\\${literal}`.replace(/\\([%_])/, '$1')
      if (found === '%') return '[\\s\\S]*'
      return found === '_' ? '[\\s\\S]' : `\\${found}`
    },
  )
  return new RegExp(`^${source}$`, 'i')
}

/** RE2 matches the whole value; `(?i)` in front turns case off. */
function regexpPattern(pattern: string): RegExp {
  const ignoreCase = pattern.startsWith('(?i)')
  return new RegExp(`^(?:${ignoreCase ? pattern.slice(4) : pattern})$`, ignoreCase ? 'iu' : 'u')
}

function isAbsent(value: FieldValue): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}
