import { queryError } from '../wire/google-error.ts'
import { type Token, tokenize } from './lexer.ts'
import { parseCondition } from './parse-condition.ts'
import type { Query } from './query.ts'
import { Tokens } from './tokens.ts'

const FIELD = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/

/**
 * `SELECT … FROM … [WHERE …] [ORDER BY …] [LIMIT n] [PARAMETERS …]`; only the grammar, names are checked later.
 * @throws GoogleError with a `queryError` code.
 */
export function parseQuery(
  text: string,
  options: { withFrom: boolean } = { withFrom: true },
): Query {
  const tokens = new Tokens(tokenize(text))
  if (!tokens.takeWord('SELECT')) {
    throw queryError(
      'EXPECTED_SELECT',
      'Error in query: query must start with SELECT.',
      tokens.peek().text,
    )
  }
  const select = fieldList(tokens)
  const from = fromClause(tokens, options.withFrom)
  const where = tokens.takeWord('WHERE') ? conditions(tokens) : []
  const orderBy = tokens.takeWord('ORDER') ? orderings(tokens) : []
  const limit = tokens.takeWord('LIMIT') ? limitValue(tokens) : undefined
  const parameters = tokens.takeWord('PARAMETERS') ? parameterList(tokens) : {}
  tokens.expectEnd()
  return { select, from, where, orderBy, ...(limit !== undefined && { limit }), parameters }
}

function fieldList(tokens: Tokens): string[] {
  const fields: string[] = []
  do fields.push(fieldName(tokens))
  while (tokens.takeSymbol(','))
  return fields
}

function fieldName(tokens: Tokens): string {
  const token = tokens.next()
  if (token.kind !== 'word' || !FIELD.test(token.text)) {
    throw queryError(
      'BAD_FIELD_NAME',
      `Error in query: invalid field name '${token.text}'.`,
      token.text,
    )
  }
  return token.text
}

function fromClause(tokens: Tokens, withFrom: boolean): string {
  const present = tokens.takeWord('FROM')
  if (!withFrom) {
    if (present)
      throw queryError('UNEXPECTED_FROM_CLAUSE', 'Error in query: unexpected FROM clause.')
    return ''
  }
  if (!present) {
    const found = tokens.peek()
    if (found.kind === 'end') throw endOfQuery()
    throw queryError(
      'EXPECTED_FROM',
      `Error in query: expected FROM, found '${found.text}'.`,
      found.text,
    )
  }
  const token = tokens.next()
  if (token.kind === 'end') throw endOfQuery()
  if (token.kind !== 'word' || token.text.includes('.')) {
    throw queryError(
      'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE',
      `Error in query: invalid resource type in FROM clause: '${token.text}'.`,
      token.text,
    )
  }
  return token.text
}

function conditions(tokens: Tokens): Query['where'] {
  const list = [parseCondition(tokens, fieldName(tokens))]
  while (tokens.takeWord('AND')) list.push(parseCondition(tokens, fieldName(tokens)))
  const next = tokens.peek()
  const clauseFollows = tokens.peekIsWord('ORDER', 'LIMIT', 'PARAMETERS')
  if (next.kind !== 'end' && !clauseFollows) {
    throw queryError(
      'EXPECTED_AND',
      `Error in query: expected AND, found '${next.text}'.`,
      next.text,
    )
  }
  return list
}

function orderings(tokens: Tokens): Query['orderBy'] {
  if (!tokens.takeWord('BY')) {
    throw queryError('EXPECTED_BY', 'Error in query: expected BY after ORDER.', tokens.peek().text)
  }
  const list: Query['orderBy'] = []
  do {
    const field = fieldName(tokens)
    const descending = tokens.takeWord('DESC')
    if (!descending) tokens.takeWord('ASC')
    list.push({ field, descending })
  } while (tokens.takeSymbol(','))
  return list
}

function limitValue(tokens: Tokens): number {
  const token = tokens.next()
  if (token.kind !== 'number' || !Number.isInteger(token.value)) {
    throw queryError(
      'BAD_LIMIT_VALUE',
      `Error in query: invalid LIMIT '${token.text}'.`,
      token.text,
    )
  }
  if (token.value < 1) {
    throw queryError('LIMIT_VALUE_TOO_LOW', 'Error in query: LIMIT must be at least 1.', token.text)
  }
  return token.value
}

const PARAMETERS = new Set(['include_drafts', 'omit_unselected_resource_names'])

function parameterList(tokens: Tokens): Record<string, string> {
  const parameters: Record<string, string> = {}
  do {
    const name = tokens.next().text
    if (!PARAMETERS.has(name)) {
      throw queryError('BAD_PARAMETER_NAME', `Error in query: unknown parameter '${name}'.`, name)
    }
    tokens.expectSymbol('=')
    const value: Token = tokens.next()
    if (!/^(true|false)$/i.test(value.text)) {
      throw queryError('BAD_PARAMETER_VALUE', `Error in query: bad value for ${name}.`, value.text)
    }
    parameters[name] = value.text.toLowerCase()
  } while (tokens.takeSymbol(','))
  return parameters
}

function endOfQuery() {
  return queryError('UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.')
}
