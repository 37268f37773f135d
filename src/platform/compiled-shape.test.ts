import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parse } from 'zod/v4/core'
import { compiledShape } from './compiled-shape.ts'

const Row = z.object({
  id: z.string(),
  clicks: z.number().check(z.gte(0)),
  quality: z.nullable(z.number()),
  note: z.optional(z.string()),
  place: z.nullable(z.object({ name: z.string() })),
})
const List = z.object({
  rows: z.array(Row).check(z.maxLength(2)),
  kind: z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]),
  others: z.record(z.string(), z.object({ n: z.number() })),
})

const row = { id: '1', clicks: 2, quality: null, place: { name: 'Sur', secret: 1 }, secret: 1 }
const list = { rows: [row, row], kind: { b: 1, secret: 1 }, others: { x: { n: 1, secret: 1 } } }

test('lets through what the shape names and nothing else', () => {
  const parsed = parse(compiledShape(List), { ...list, secret: 1 })
  expect(parsed).toEqual(List.parse(list))
  expect(JSON.stringify(parsed)).not.toContain('secret')
  expect(JSON.stringify(parsed)).toBe(JSON.stringify(List.parse(list)))
})

test('refuses what the shape refuses, in the same words', () => {
  const wrong = [
    { ...list, rows: [row, row, row] },
    { ...list, rows: [{ ...row, clicks: -1 }] },
    { ...list, rows: [{ ...row, place: { name: 7 } }] },
    { ...list, kind: {} },
    { ...list, rows: [{ id: '1' }] },
    null,
  ]
  for (const given of wrong)
    expect(() => parse(compiledShape(List), given)).toThrow(List.safeParse(given).error?.message)
})
