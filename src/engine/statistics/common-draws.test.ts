import { expect, test } from 'vitest'
import { CommonDraws } from './common-draws.ts'
import { drawNormal, uniformsFrom } from './random.ts'

test('set back it gives the same numbers again, renewed those that follow', () => {
  const stream = uniformsFrom('common')
  const [a, b, c, d] = Array.from({ length: 4 }, stream)
  const common = new CommonDraws(uniformsFrom('common'))
  expect([common.uniform(), common.uniform()]).toEqual([a, b])
  common.at = 1
  // Farther than before: only what is missing is drawn.
  expect([common.uniform(), common.uniform()]).toEqual([b, c])
  expect(common.renew().uniform()).toBe(d)
})

test('a normal is that of its two uniforms at its place, however often and from wherever it is asked for', () => {
  const common = new CommonDraws(uniformsFrom('normal'))
  const stream = uniformsFrom('normal')
  const [first, second] = [drawNormal(stream), drawNormal(stream)]
  expect([common.normal(), common.normal()]).toEqual([first, second])
  common.at = 0
  expect([common.normal(), common.normal()]).toEqual([first, second])
  common.at = 1
  const shifted = uniformsFrom('normal')
  shifted()
  expect(common.normal()).toBe(drawNormal(shifted))
  expect(common.renew().normal()).toBe(drawNormal(stream))
})
