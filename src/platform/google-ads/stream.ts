import { NoAnswer, toGoogleAdsError } from './errors.ts'
import type { AdsRow } from './row.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const END_OF_ARRAY = 0x5d

/**
 * Reads the JSON array of a `searchStream` answer batch by batch, holding one batch in memory.
 * Throws NoAnswer when the array never ends, and Google's error when one stands among the batches.
 */
export async function* readBatches(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<AdsRow[]> {
  for await (const text of topLevelObjects(chunks)) {
    const batch = JSON.parse(text) as { results?: AdsRow[]; error?: { code?: number } }
    if (batch.error) throw toGoogleAdsError(batch, batch.error.code ?? 500)
    if (batch.results && batch.results.length > 0) yield batch.results
  }
}

async function* topLevelObjects(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const place: Place = { depth: 0, inString: false, escaped: 0 }
  let parts: Uint8Array[] = []
  let ended = false
  for await (const chunk of chunks) {
    let at = 0
    while (at < chunk.length) {
      if (place.depth === 0) {
        const open = chunk.indexOf(OPEN, at)
        ended ||= chunk.subarray(at, open < 0 ? chunk.length : open).includes(END_OF_ARRAY)
        if (open < 0) break
        at = open
      }
      const end = endOfObject(chunk, at, place)
      parts.push(chunk.subarray(at, end))
      at = end
      if (place.depth > 0) break
      yield Buffer.concat(parts).toString('utf8')
      parts = []
    }
  }
  if (!ended) throw new NoAnswer('the answer broke off')
}

/** Where in the answer a chunk ended; `escaped`: how many bytes of the next stand behind a backslash. */
type Place = { depth: number; inString: boolean; escaped: number }

/**
 * Up to the end of the object under way, or of the chunk. It works on bytes: all marks are ASCII, and no byte of a longer
 * UTF-8 sequence looks like one. Apart from the generator, in which each byte takes four times as long.
 */
function endOfObject(chunk: Uint8Array, from: number, place: Place): number {
  let { depth, inString } = place
  let i = from + place.escaped
  while (i < chunk.length) {
    if (!inString) {
      const byte = chunk[i++]
      if (byte === QUOTE) inString = true
      else if (byte === OPEN) depth++
      else if (byte === CLOSE && --depth === 0) break
      continue
    }
    while (i < chunk.length && chunk[i] !== QUOTE && chunk[i] !== BACKSLASH) i++
    if (chunk[i] === BACKSLASH) i += 2
    else if (chunk[i] === QUOTE) [inString, i] = [false, i + 1]
  }
  place.depth = depth
  place.inString = inString
  place.escaped = Math.max(0, i - chunk.length)
  return Math.min(i, chunk.length)
}
