import { expect, test } from 'vitest'
import { openFairQueue } from './fair-queue.ts'

test('owners take turns, one piece of work at a time', async () => {
  const queue = openFairQueue()
  const done: string[] = []
  let running = 0
  const work = (name: string) => async () => {
    running += 1
    expect(running).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running -= 1
    done.push(name)
  }
  const six = [1, 2, 3, 4, 5, 6].map((i) => queue('a', work(`a${i}`)))
  const late = [queue('b', work('b1')), queue('c', work('c1'))]
  await Promise.all([...six, ...late])
  expect(done).toEqual(['a1', 'b1', 'a2', 'c1', 'a3', 'a4', 'a5', 'a6'])
})

test('work that fails is told to its owner, and the rest goes on', async () => {
  const queue = openFairQueue()
  const failed = queue('a', () => Promise.reject(new Error('no')))
  const fine = queue('b', async () => 7)
  await expect(failed).rejects.toThrow('no')
  expect(await fine).toBe(7)
})
