import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Results that a cache answers with, and the bytes of their reply once it was sent; gone with the result. */
const replies = new WeakMap<object, Promise<Buffer> | null>()

/** From now on the reply made of this very object is kept. It must not change any more. */
export function keepReplyOf(result: unknown): void {
  if (typeof result === 'object' && result !== null) replies.set(result, null)
}

/**
 * The reply of a kept result in brotli, made at the first call; undefined for any other result. Checking, writing
 * and compressing a thousand rows takes far longer than finding them in a cache.
 */
export function keptReply(
  result: unknown,
  toText: () => string,
): Promise<Buffer<ArrayBufferLike>> | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const known = replies.get(result)
  if (known !== null) return known
  // As for any other reply: brotli's default effort is meant for files made once.
  const effort = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  const body = compress(toText(), effort)
  replies.set(result, body)
  return body
}
