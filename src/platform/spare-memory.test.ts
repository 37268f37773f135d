import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage, whenIdle } from './spare-memory.ts'

test('what is held no more is gone', async () => {
  let left: object | null = { rows: Array.from({ length: 10_000 }, (_, i) => ({ i })) }
  const watched = new WeakRef(left)
  await sleep(0)
  left = null
  collectGarbage()
  expect(watched.deref()).toBeUndefined()
})

test('memory is given back once each time that work ends', async () => {
  const everyMs = 10
  let [times, used, looks] = [0, 0, 0]
  const usedMs = () => {
    looks++
    return used
  }
  const stop = whenIdle(() => times++, { everyMs, usedMs })
  const afterLooks = async (count: number) => {
    const from = looks
    await expect.poll(() => looks - from, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
  }
  await afterLooks(5)
  expect(times, 'the start was work').toBe(1)
  used += everyMs
  await afterLooks(5)
  expect(times).toBe(2)
  // A hundredth of a core is no work.
  used += everyMs / 100
  await afterLooks(5)
  stop()
  expect(times).toBe(2)
})

test('what the process itself uses is work', async () => {
  let times = 0
  const stop = whenIdle(() => times++, { everyMs: 50 })
  const until = performance.now() + 200
  while (performance.now() < until);
  expect(times, 'nothing is given back in the middle of it').toBe(0)
  await expect.poll(() => times, { timeout: 10_000 }).toBeGreaterThanOrEqual(1)
  stop()
})
