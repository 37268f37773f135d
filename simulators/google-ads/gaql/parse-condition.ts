import { queryError } from '../wire/google-error.ts'
import type { Comparison, Condition, ListMatch, Scalar, TextMatch } from './query.ts'
import type { Tokens } from './tokens.ts'

const COMPARISONS = new Set(['=', '!=', '<', '>', '<=', '>='])

/** What follows a field name in WHERE. */
export function parseCondition(tokens: Tokens, field: string): Condition {
  const token = tokens.next()
  if (token.kind === 'symbol' && COMPARISONS.has(token.text)) {
    return { field, operator: token.text as Comparison, value: scalar(tokens) }
  }
  const word = token.kind === 'word' ? token.text.toUpperCase() : token.text
  switch (word) {
    case 'NOT':
      return negated(tokens, field)
    case 'IN':
      return { field, operator: 'IN', values: list(tokens) }
    case 'LIKE':
    case 'REGEXP_MATCH':
      return { field, operator: word, value: pattern(tokens) }
    case 'CONTAINS':
      return contains(tokens, field)
    case 'IS':
      return nullCheck(tokens, field)
    case 'DURING':
      return { field, operator: 'DURING', range: tokens.next().text.toUpperCase() }
    case 'BETWEEN':
      return between(tokens, field)
    default:
      throw badOperator(token.text)
  }
}

function negated(tokens: Tokens, field: string): Condition {
  const { text } = tokens.next()
  const word = text.toUpperCase()
  if (word === 'IN') return { field, operator: 'NOT IN', values: list(tokens) }
  if (word === 'LIKE' || word === 'REGEXP_MATCH') {
    return { field, operator: `NOT ${word}` as TextMatch, value: pattern(tokens) }
  }
  throw badOperator(`NOT ${text}`)
}

function contains(tokens: Tokens, field: string): Condition {
  const { text } = tokens.next()
  const word = text.toUpperCase()
  if (word !== 'ANY' && word !== 'ALL' && word !== 'NONE') throw badOperator(`CONTAINS ${text}`)
  return { field, operator: `CONTAINS ${word}` as ListMatch, values: list(tokens) }
}

function nullCheck(tokens: Tokens, field: string): Condition {
  const not = tokens.takeWord('NOT')
  const { text } = tokens.next()
  if (text.toUpperCase() !== 'NULL') throw badOperator(`IS ${text}`)
  return { field, operator: not ? 'IS NOT NULL' : 'IS NULL' }
}

function between(tokens: Tokens, field: string): Condition {
  const from = scalar(tokens)
  if (!tokens.takeWord('AND')) {
    const { text } = tokens.next()
    throw queryError(
      'EXPECTED_VALUE_WITH_BETWEEN_OPERATOR',
      'Error in query: BETWEEN needs two values joined by AND.',
      text,
    )
  }
  return { field, operator: 'BETWEEN', from, to: scalar(tokens) }
}

function list(tokens: Tokens): Scalar[] {
  if (!tokens.takeSymbol('(')) {
    const { text } = tokens.next()
    throw queryError('EXPECTED_LIST', `Error in query: expected a list, found '${text}'.`, text)
  }
  if (tokens.takeSymbol(')')) {
    throw queryError('PROHIBITED_EMPTY_LIST_IN_CONDITION', 'Error in query: empty list.')
  }
  const values: Scalar[] = []
  do values.push(scalar(tokens))
  while (tokens.takeSymbol(','))
  tokens.expectSymbol(')')
  return values
}

function scalar(tokens: Tokens): Scalar {
  const token = tokens.next()
  if (token.kind === 'number')
    return token.value > Number.MAX_SAFE_INTEGER ? token.text : token.value
  if (token.kind === 'string' || token.kind === 'word') return token.text
  if (token.text === '(') {
    throw queryError('EXPECTED_SINGLE_VALUE', 'Error in query: expected one value, found a list.')
  }
  throw queryError('BAD_VALUE', `Error in query: bad value '${token.text}'.`, token.text)
}

function pattern(tokens: Tokens): string {
  const token = tokens.next()
  if (token.kind !== 'string') {
    throw queryError(
      'INVALID_VALUE_WITH_LIKE_OPERATOR',
      'Error in query: a text pattern must be a quoted string.',
      token.text,
    )
  }
  return token.text
}

function badOperator(text: string) {
  return queryError('BAD_OPERATOR', `Error in query: unknown operator '${text}'.`, text)
}
