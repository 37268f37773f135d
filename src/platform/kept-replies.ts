import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'

export type KeptEncoding = 'zstd' | 'br'
type Bytes = Buffer<ArrayBufferLike>

/** Characters; a shorter text is compressed sooner than another thread could be asked to: zstd takes 0.3 ms for 400,000. */
const SMALL = { zstd: 524_288, br: 16_384 }
/** While a request waits: brotli's default effort is meant for files made once. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** Of rows that repeat their names the first level takes a quarter less time than the third, and leaves no more bytes. */
const QUICK_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

const brotli = promisify(brotliCompress)
const zstd = promisify(zstdCompress)

const COMPRESS: Record<KeptEncoding, (text: string) => Promise<Bytes>> = {
  zstd: async (text) =>
    text.length < SMALL.zstd
      ? zstdCompressSync(text, { ...QUICK_ZSTD, chunkSize: chunkFor(text) })
      : await zstd(text, QUICK_ZSTD),
  br: async (text) =>
    text.length < SMALL.br
      ? brotliCompressSync(text, { ...QUICK, chunkSize: chunkFor(text) })
      : await brotli(text, QUICK),
}

/** Memory to write into, which stays with the bytes: zlib's 16 kB would be a reply of 500 bytes' as well. */
function chunkFor({ length }: string): number {
  return Math.min(16_384, Math.max(256, Math.ceil(length / 4)))
}

/** Results that a cache answers with, and the bytes of their reply once it was sent; gone with the result. */
const replies = new WeakMap<object, Map<KeptEncoding, Promise<Bytes>>>()

/** From now on the reply made of this very object is kept. It must not change any more. */
export function keepReplyOf(result: unknown): void {
  if (typeof result === 'object' && result !== null) replies.set(result, new Map())
}

/**
 * The compressed reply of a kept result, made at the first call per encoding; undefined for any other result.
 * Checking, writing and compressing a thousand rows takes far longer than finding them in a cache.
 */
export function keptReply(
  result: unknown,
  encoding: KeptEncoding,
  toText: () => string,
): Promise<Bytes> | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const kept = replies.get(result)
  if (!kept) return undefined
  const body = kept.get(encoding) ?? COMPRESS[encoding](toText())
  kept.set(encoding, body)
  return body
}

/** Of those that `accept-encoding` allows the one that is made quickest; the sizes are alike. */
export function keptEncoding(acceptEncoding: string | undefined): KeptEncoding | undefined {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .filter((entry) => !REFUSED.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim())
  return (['zstd', 'br'] as const).find((encoding) => accepted.includes(encoding))
}

const REFUSED = /;\s*q=0(\.0*)?\s*$/
