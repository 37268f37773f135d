import { expect, test } from 'vitest'
import { totalLine } from './applied-line.ts'

const line = (low: number, high: number) =>
  totalLine(
    { range80: { low: low * 1e6, high: high * 1e6 }, usual: 1e9, counted: ['a', 'b'] },
    'EUR',
    '2026-11-22',
  )

test('a client reads a loss as plainly as a gain', () => {
  expect(line(100, 300)).toMatchObject({
    verdict: 'En conjunto',
    tone: 'good',
    title: expect.stringMatching(/^De 100,00.€ a 300,00.€ al mes más /),
    detail: expect.stringContaining('2 resultados medidos'),
  })
  expect(line(-300, -100)).toMatchObject({
    tone: 'bad',
    title: expect.stringMatching(/^De 100,00.€ a 300,00.€ al mes menos /),
  })
  expect(line(-50, 80).tone).toBe('neutral')
})
