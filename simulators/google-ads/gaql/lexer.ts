import { queryError } from '../wire/google-error.ts'

export type Token =
  | { kind: 'word' | 'string' | 'symbol'; text: string }
  | { kind: 'number'; text: string; value: number }
  | { kind: 'end'; text: '' }

const SPACE = /\s+/y
const WORD = /[A-Za-z_][A-Za-z0-9_.]*/y
const NUMBER = /[+-]?\d+(\.\d+)?([eE][+-]?\d+)?/y
const SYMBOL = /!=|<=|>=|[=<>(),]/y

/** Words keep their case; strings come without quotes and escapes. */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const text = pattern.exec(query)?.[0]
    at += text?.length ?? 0
    return text
  }
  while (at < query.length) {
    if (take(SPACE)) continue
    const quote = query[at]
    if (quote === "'" || quote === '"') {
      const { text, end } = readString(query, at, quote)
      tokens.push({ kind: 'string', text })
      at = end
      continue
    }
    tokens.push(nextToken(query, at, take))
  }
  tokens.push({ kind: 'end', text: '' })
  return tokens
}

function nextToken(
  query: string,
  at: number,
  take: (pattern: RegExp) => string | undefined,
): Token {
  const word = take(WORD)
  if (word) return { kind: 'word', text: word }
  const number = take(NUMBER)
  if (number) return { kind: 'number', text: number, value: Number(number) }
  const symbol = take(SYMBOL)
  if (symbol) return { kind: 'symbol', text: symbol }
  const found = query[at]!
  throw queryError('BAD_SYMBOL', `Error in query: unexpected input ${found}.`, found)
}

function readString(query: string, start: number, quote: string): { text: string; end: number } {
  let text = ''
  for (let at = start + 1; at < query.length; at++) {
    const letter = query[at]!
    if (letter === quote) return { text, end: at + 1 }
    if (letter === '\n') {
      throw queryError('PROHIBITED_NEWLINE_IN_STRING', 'Error in query: newline in string.', text)
    }
    if (letter !== '\\') {
      text += letter
      continue
    }
    const escaped = query[++at] ?? ''
    if (!`\\'"`.includes(escaped) || escaped === '') {
      // A regular expression keeps its own escapes (\d, \.), so only an escape at the very end is wrong.
      if (escaped === '') break
      text += `\\${escaped}`
      continue
    }
    text += escaped
  }
  throw queryError('STRING_NOT_TERMINATED', 'Error in query: string not terminated.', text)
}
