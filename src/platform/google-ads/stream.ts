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

/**
 * Counts braces outside strings. It works on bytes: all marks are ASCII, and no byte of a longer
 * UTF-8 sequence looks like one.
 */
async function* topLevelObjects(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let depth = 0
  let inString = false
  let escaped = false
  let ended = false
  let parts: Uint8Array[] = []
  for await (const chunk of chunks) {
    let start = depth > 0 ? 0 : -1
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inString = false
      } else if (byte === QUOTE) inString = true
      else if (byte === OPEN) {
        if (depth === 0) start = i
        depth++
      } else if (byte === CLOSE) {
        depth--
        if (depth > 0) continue
        parts.push(chunk.subarray(start, i + 1))
        start = -1
        const whole = Buffer.concat(parts).toString('utf8')
        parts = []
        yield whole
      } else if (byte === END_OF_ARRAY && depth === 0) ended = true
    }
    if (start >= 0) parts.push(chunk.subarray(start))
  }
  if (!ended) throw new NoAnswer('the answer broke off')
}
