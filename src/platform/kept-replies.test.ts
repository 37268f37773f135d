import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keepReplyOf, keptEncoding, keptReply } from './kept-replies.ts'
import { openResultCache } from './result-cache.ts'

test('the reply of a kept result is made once per encoding, and says the same', async () => {
  const rows = [{ text: 'búsqueda' }]
  keepReplyOf(rows)
  let made = 0
  const ask = (encoding: 'zstd' | 'br') =>
    keptReply(rows, encoding, () => JSON.stringify([...rows, ++made]))
  const [first, second, other] = await Promise.all([ask('br'), ask('br'), ask('zstd')])
  expect(JSON.parse(brotliDecompressSync(first ?? '').toString())).toEqual([...rows, 1])
  expect(JSON.parse(zstdDecompressSync(other ?? '').toString())).toEqual([...rows, 2])
  expect(second).toBe(first)
  expect(await ask('zstd')).toBe(other)
  expect(made).toBe(2)
})

test('nothing is kept of a result that no cache holds', () => {
  for (const result of [[{ text: 'a' }], null, undefined, 'text', 7])
    expect(keptReply(result, 'br', () => '')).toBeUndefined()
})

test('what a cache answers with is kept', async () => {
  const cache = openResultCache()
  const rows = await cache.remember('a', async () => [1])
  expect(keptReply(rows, 'br', () => '[1]')).toBeDefined()
})

test('the encoding is one that the client reads', () => {
  expect(keptEncoding('gzip, deflate, br, zstd')).toBe('zstd')
  expect(keptEncoding('gzip, br;q=0.5')).toBe('br')
  expect(keptEncoding('br, zstd;q=0')).toBe('br')
  expect(keptEncoding('gzip, brotli, br;q=0.0')).toBeUndefined()
  expect(keptEncoding(undefined)).toBeUndefined()
})
