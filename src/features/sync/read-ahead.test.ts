import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readAhead } from './rules/read-ahead.ts'

/** Three items, and what became of them. */
function source(fails = false) {
  const seen: string[] = []
  async function* items() {
    try {
      for (const item of ['a', 'b', 'c']) {
        if (fails && item === 'b') throw new Error('broken off')
        seen.push(`read ${item}`)
        yield item
      }
    } finally {
      seen.push('closed')
    }
  }
  return { seen, items: items() }
}

const oneAhead = (items: AsyncGenerator<string, void>) => readAhead(items, () => 1, 1)

/** By then all is done that could be, and a failure that no code heard would have ended the process. */
const turns = async () => await setImmediate()

test('the next item is read while one is dealt with, and no more than that', async () => {
  const { seen, items } = source()
  for await (const item of oneAhead(items)) {
    seen.push(`begin ${item}`)
    await turns()
    seen.push(`end ${item}`)
  }
  expect(seen).toEqual([
    'read a',
    'read b',
    'begin a',
    'end a',
    'read c',
    'begin b',
    'end b',
    'closed',
    'begin c',
    'end c',
  ])
})

test('a failure of the next item is heard after this one was dealt with', async () => {
  const { seen, items } = source(true)
  const all = async () => {
    for await (const item of oneAhead(items)) {
      await turns()
      seen.push(`end ${item}`)
    }
  }
  await expect(all()).rejects.toThrow('broken off')
  expect(seen).toEqual(['read a', 'closed', 'end a'])
})

test('who fails while dealing with an item leaves nothing open', async () => {
  const { seen, items } = source()
  const all = async () => {
    for await (const _ of oneAhead(items)) throw new Error('not written')
  }
  await expect(all()).rejects.toThrow('not written')
  expect(seen).toEqual(['read a', 'read b', 'closed'])
})

test('small items run ahead of a large one, and no further than that', async () => {
  const read: number[] = []
  async function* items() {
    for (const size of [5, 1, 1, 5, 1]) {
      read.push(size)
      yield size
    }
  }
  const seen: number[][] = []
  for await (const _ of readAhead(items(), (size) => size, 4)) {
    await turns()
    seen.push([...read])
  }
  expect(seen).toEqual([
    [5, 1, 1, 5],
    [5, 1, 1, 5],
    [5, 1, 1, 5],
    [5, 1, 1, 5, 1],
    [5, 1, 1, 5, 1],
  ])
})
