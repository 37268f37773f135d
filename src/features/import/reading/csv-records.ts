export type Delimiter = ',' | ';' | '\t'

/** `line` is the last line of the record in the file, from 1. */
export type TableRecord = { cells: string[]; line: number }

const MAX_RECORD_CHARACTERS = 200_000
const QUOTE = 34
const NEWLINE = 10
const RETURN = 13

/** Quotes that are opened and never closed. */
export class UnclosedQuotes extends Error {
  readonly afterLine: number
  constructor(afterLine: number) {
    super()
    this.afterLine = afterLine
  }
}

/**
 * The records that have a non-empty cell, of text that arrives in chunks. Quoted cells may hold newlines, delimiters and
 * quotes; a quote inside a cell that does not begin with one, or does not end at one, is a letter like any other.
 */
export function* csvRecords(
  chunks: Iterable<string>,
  delimiter: Delimiter,
): Generator<TableRecord, void> {
  let pending = ''
  let line = 0
  let lastLine = 0
  function* read(isLast: boolean): Generator<TableRecord, void> {
    let at = 0
    while (at < pending.length) {
      const record = recordAt(pending, at, delimiter, isLast)
      if (record === 'more') break
      if (record === 'unclosed' || record.end - at > MAX_RECORD_CHARACTERS)
        throw new UnclosedQuotes(lastLine)
      at = record.end
      line += record.lines
      if (record.cells.every((cell) => cell.trim() === '')) continue
      lastLine = line
      yield { cells: record.cells, line }
    }
    pending = pending.slice(at)
    if (pending.length > MAX_RECORD_CHARACTERS) throw new UnclosedQuotes(lastLine)
  }
  for (const chunk of chunks) {
    pending += chunk
    yield* read(false)
  }
  yield* read(true)
}

type RecordAt = { cells: string[]; end: number; lines: number }

/** 'more': it may go on in the next chunk. */
function recordAt(
  text: string,
  start: number,
  delimiter: Delimiter,
  isLast: boolean,
): RecordAt | 'more' | 'unclosed' {
  const mark = delimiter.charCodeAt(0)
  const cells: string[] = []
  let at = start
  let lines = 1
  for (;;) {
    const quoted = text.charCodeAt(at) === QUOTE ? quotedCell(text, at, mark, isLast) : null
    if (quoted === 'more' || quoted === 'unclosed') return quoted
    const end = quoted ? quoted.end : plainEnd(text, at, mark)
    const cell = quoted ? quoted.cell : text.slice(at, end)
    if (quoted && /[\r\n]/.test(cell)) lines += cell.split(/\r\n|\r|\n/).length - 1
    cells.push(cell)
    if (end >= text.length) return isLast ? { cells, end, lines } : 'more'
    const letter = text.charCodeAt(end)
    if (letter === mark) {
      at = end + 1
      continue
    }
    if (letter === RETURN && end + 1 >= text.length && !isLast) return 'more'
    const isPair = letter === RETURN && text.charCodeAt(end + 1) === NEWLINE
    return { cells, end: end + (isPair ? 2 : 1), lines }
  }
}

function plainEnd(text: string, start: number, mark: number): number {
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === mark || letter === NEWLINE || letter === RETURN) return at
  }
  return text.length
}

/** Null where the quotes end before the cell does: then they are letters. */
function quotedCell(
  text: string,
  start: number,
  mark: number,
  isLast: boolean,
): { cell: string; end: number } | 'more' | 'unclosed' | null {
  let close = text.indexOf('"', start + 1)
  while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2)
  if (close < 0) return isLast ? 'unclosed' : 'more'
  const end = close + 1
  if (end >= text.length && !isLast) return 'more'
  const letter = text.charCodeAt(end)
  const isEnd = end >= text.length || letter === mark || letter === NEWLINE || letter === RETURN
  return isEnd ? { cell: text.slice(start + 1, close).replaceAll('""', '"'), end } : null
}
