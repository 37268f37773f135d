import { expect, test } from 'vitest'
import { openResultCache } from './result-cache.ts'

test('the same question is read once, even when asked twice at the same time', async () => {
  const cache = openResultCache()
  let reads = 0
  const read = async () => ++reads
  expect(await Promise.all([cache.remember('a', read), cache.remember('a', read)])).toEqual([1, 1])
  expect(await cache.remember('b', read)).toBe(2)
})

test('a failure is not kept', async () => {
  const cache = openResultCache()
  await expect(cache.remember('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.remember('a', async () => 'bien')).toBe('bien')
})

test('what was used longest ago goes first', async () => {
  const cache = openResultCache(2)
  const reads: string[] = []
  const ask = (key: string) => cache.remember(key, async () => void reads.push(key))
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key)
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
})
