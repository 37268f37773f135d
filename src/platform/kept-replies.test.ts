import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keepReplyOf, keptReply } from './kept-replies.ts'
import { openResultCache } from './result-cache.ts'

test('the reply of a kept result is made once, and says the same', async () => {
  const rows = [{ text: 'búsqueda' }]
  keepReplyOf(rows)
  let made = 0
  const ask = () => keptReply(rows, () => JSON.stringify([...rows, ++made]))
  const [first, second] = await Promise.all([ask(), ask()])
  expect(JSON.parse(brotliDecompressSync(first ?? '').toString())).toEqual([...rows, 1])
  expect(second).toBe(first)
  expect(made).toBe(1)
})

test('nothing is kept of a result that no cache holds', () => {
  for (const result of [[{ text: 'a' }], null, undefined, 'text', 7])
    expect(keptReply(result, () => '')).toBeUndefined()
})

test('what a cache answers with is kept', async () => {
  const cache = openResultCache()
  const rows = await cache.remember('a', async () => [1])
  expect(keptReply(rows, () => '[1]')).toBeDefined()
})
