import { NoAnswer, toGoogleAdsError } from './errors.ts'
import type { AdsRow } from './row.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const END_OF_ARRAY = 0x5d
const COMMA = 0x2c
const COLON = 0x3a
/** '[' and '{', ']' and '}' differ in this bit alone. */
const OF_BOTH = 0x20
const OPENS = 0x7b
const CLOSES = 0x7d

const BEFORE_ROWS = /"results"\s*:\s*\[$/
const SLICE_ROWS = 1_000

/**
 * Reads the JSON array of a `searchStream` answer in slices of some 1,000 rows of one batch. Rows are parsed as they come, some
 * 100 of a chunk at a time: those of a whole batch of 10,000 are 5 MB, which everything else would wait for, and outlive the
 * collector's first rounds. Throws NoAnswer when the array never ends or is no JSON, and Google's error when one stands among the batches.
 */
export async function* readBatches(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<AdsRow[]> {
  const place: Place = { depth: 0, inString: false, escaped: 0, inRows: false }
  let rows: AdsRow[] = []
  // Of the batch under way all but its rows, and from where the last chunk has no whole row more.
  const frame: Uint8Array[] = []
  let begun: Uint8Array = new Uint8Array()
  let ended = false
  for await (const came of chunks) {
    const chunk = Buffer.concat([begun, came])
    begun = chunk.subarray(chunk.length)
    let at = 0
    while (at < chunk.length) {
      if (place.depth === 0) {
        const open = chunk.indexOf(OPEN, at)
        ended ||= chunk.subarray(at, open < 0 ? chunk.length : open).includes(END_OF_ARRAY)
        if (open < 0) break
        at = open
      }
      const wereRows = place.inRows
      if (wereRows) {
        const guessed = rowsBeforeLast(chunk, at)
        rows.push(...guessed.rows)
        at = guessed.end
      }
      const { end, whole } = passOver(chunk, at, place)
      if (!wereRows) frame.push(chunk.subarray(at, end))
      else {
        if (whole > at) rows.push(...rowsIn(chunk.subarray(at, whole)))
        if (place.inRows) begun = chunk.subarray(Math.max(at, whole))
        else frame.push(chunk.subarray(end - 1, end))
      }
      if (begun.length > 0) Object.assign(place, BETWEEN_ROWS)
      at = end
      if (!wereRows && place.depth === 2) place.inRows = BEFORE_ROWS.test(textOf(frame))
      if (place.depth === 0) refuseError(textOf(frame.splice(0)))
      if (rows.length === 0 || (place.depth > 0 && rows.length < SLICE_ROWS)) continue
      yield rows
      rows = []
    }
  }
  if (!ended) throw new NoAnswer('the answer broke off')
}

/** Where in the answer a chunk ended; `escaped`: how many bytes of the next stand behind a backslash. */
type Place = { depth: number; inString: boolean; escaped: number; inRows: boolean }

const BETWEEN_ROWS = { depth: 2, inString: false, escaped: 0 }

/**
 * Up to the end of the batch under way or of its rows, the beginning of a list of it, or the end of the chunk; `whole`: up to where
 * rows are whole. It works on bytes: all marks are ASCII, and no byte of a longer UTF-8 sequence looks like one. Apart from the
 * generator, in which each byte takes four times as long.
 */
function passOver(chunk: Uint8Array, from: number, place: Place): { end: number; whole: number } {
  let { depth, inString } = place
  let i = from + place.escaped
  let whole = from
  while (i < chunk.length) {
    if (!inString) {
      const byte = chunk[i++]!
      if (byte === QUOTE) inString = true
      else if ((byte | OF_BOTH) === OPENS) {
        if (++depth === 2 && byte !== OPEN) break
      } else if ((byte | OF_BOTH) === CLOSES) {
        depth--
        if (depth === 2) whole = i
        else if (depth < 2 && (depth === 0 || place.inRows)) break
      }
      continue
    }
    while (i < chunk.length && chunk[i] !== QUOTE && chunk[i] !== BACKSLASH) i++
    if (chunk[i] === BACKSLASH) i += 2
    else if (chunk[i] === QUOTE) [inString, i] = [false, i + 1]
  }
  place.depth = depth
  place.inString = inString
  place.escaped = Math.max(0, i - chunk.length)
  place.inRows &&= depth > 1
  return { end: Math.min(i, chunk.length), whole }
}

/**
 * Those before the last place that looks like the first one's beginning. What parses as whole rows is whole rows, and to look
 * at each byte takes longer than to guess; where the guess is wrong, as at the end of a batch, there are none.
 */
function rowsBeforeLast(chunk: Buffer, at: number): { rows: AdsRow[]; end: number } {
  const none = { rows: [], end: at }
  const first = chunk.indexOf(OPEN, at)
  const named = chunk.indexOf(COLON, first)
  if (first < 0 || named < 0) return none
  const last = chunk.lastIndexOf(chunk.subarray(first, named))
  const comma = last > first ? chunk.lastIndexOf(COMMA, last) : -1
  if (comma < 0) return none
  try {
    return { rows: rowsIn(chunk.subarray(first, comma)), end: comma }
  } catch {
    return none
  }
}

/** Whole rows, behind a comma perhaps. */
function rowsIn(bytes: Buffer): AdsRow[] {
  const text = bytes.toString('utf8')
  const rows = `[${text.slice(text.indexOf('{'))}]`
  // Letters are seldom spelt out, and to look for two takes a fiftieth of what a pattern does.
  const isUnkept = rows.includes('\\u') && UNKEPT.test(rows)
  return parse(rows, isUnkept ? withoutUnkept : undefined) as AdsRow[]
}

/** What a database keeps in no text, and JSON can only spell out: the character 0, and one half of a pair. */
const UNKEPT = /\\u(0000|d[89a-f])/i

/** People search for anything; one such letter must not stop an account from being read. */
function withoutUnkept(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD').toWellFormed() : value
}

/** What stands between Google and us may answer with a page of its own: no JSON is no answer. */
function parse(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch (error) {
    throw new NoAnswer('the answer is no JSON', { cause: error })
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8')
}

function refuseError(frame: string): void {
  const batch = parse(frame) as { error?: { code?: number } }
  if (batch.error) throw toGoogleAdsError(batch, batch.error.code ?? 500)
}
