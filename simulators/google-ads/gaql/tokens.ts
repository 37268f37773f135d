import { queryError } from '../wire/google-error.ts'
import type { Token } from './lexer.ts'

const END: Token = { kind: 'end', text: '' }

/** A cursor over the tokens of one query. Key words are case-insensitive. */
export class Tokens {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? END
  }

  next(): Token {
    const token = this.peek()
    if (token.kind === 'end') {
      throw queryError('UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.')
    }
    this.#at++
    return token
  }

  peekIsWord(...words: string[]): boolean {
    const token = this.peek()
    return token.kind === 'word' && words.includes(token.text.toUpperCase())
  }

  takeWord(word: string): boolean {
    const found = this.peekIsWord(word)
    if (found) this.#at++
    return found
  }

  takeSymbol(symbol: string): boolean {
    const token = this.peek()
    const found = token.kind === 'symbol' && token.text === symbol
    if (found) this.#at++
    return found
  }

  expectSymbol(symbol: string): void {
    if (this.takeSymbol(symbol)) return
    const { text } = this.next()
    throw queryError(
      'UNEXPECTED_INPUT',
      `Error in query: expected '${symbol}', found '${text}'.`,
      text,
    )
  }

  expectEnd(): void {
    const { kind, text } = this.peek()
    if (kind === 'end') return
    throw queryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${text}.`, text)
  }
}
