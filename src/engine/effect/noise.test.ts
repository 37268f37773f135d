import { expect, test } from 'vitest'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { amongOthers, dispersionOf } from './noise.ts'

/** 28 days of a mean, with a variance of so many times it. */
function days(seed: string, times: number): number[] {
  const next = uniformsFrom(seed)
  return Array.from({ length: 28 }, () => 100 + Math.sqrt(100 * times) * drawNormal(next))
}
const scatterOf = (seed: string, times: number) =>
  dispersionOf([days(`${seed} before`, times), days(`${seed} after`, times)])

test('how days scatter is learned from entities that are alike, and known far better so', () => {
  const all = Array.from({ length: 21 }, (_, i) => scatterOf(`alike ${i}`, 1.5))
  const [own, ...others] = all
  const drawn = amongOthers(own!, others)
  expect(own!.freedom).toBe(42)
  expect(drawn.freedom).toBeGreaterThan(200)
  const off = (value: number) => Math.abs(value - 1.5)
  const mean = (of: (i: number) => number) => all.reduce((sum, _, i) => sum + of(i), 0) / 21
  expect(mean((i) => off(amongOthers(all[i]!, all.toSpliced(i, 1)).value))).toBeLessThan(
    0.6 * mean((i) => off(all[i]!.value)),
  )
})

test('one of its own kind keeps its own scatter among unlike ones', () => {
  const others = Array.from({ length: 20 }, (_, i) => scatterOf(`unlike ${i}`, i % 2 ? 1 : 9))
  const own = scatterOf('own', 9)
  const { value, freedom } = amongOthers(own, others)
  expect(Math.abs(value / own.value - 1)).toBeLessThan(0.15)
  expect(freedom).toBeLessThan(60)
})

test('few tell nothing of each other, and none is calmer than chance', () => {
  const own = { value: 0.4, freedom: 42 }
  expect(amongOthers(own, [own, own])).toEqual({ value: 1, freedom: 42 })
  expect(amongOthers(own, Array(20).fill({ value: 0, freedom: 42 })).value).toBe(1)
})
