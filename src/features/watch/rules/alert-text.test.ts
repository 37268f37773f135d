import { expect, test } from 'vitest'
import type { Alert } from '#engine/watch/alert.ts'
import { alertSummary, mainCause } from './alert-text.ts'

const alert: Alert = {
  metric: 'cost',
  campaignId: null,
  from: '2026-11-10',
  to: '2026-11-19',
  seen: 0,
  expected: 900,
  low: 800,
  high: 1_000,
  score: 9,
  causes: [{ campaignId: '7', kind: 'impressions', device: null, amount: -800 }],
  besides: [],
  trend: [],
}
const named = (isPaused: boolean) => () => ({ name: 'Botas', isPaused })

test('a paused campaign is why it spends less, and no reason to spend more', () => {
  expect(mainCause(alert, named(false))).toBe('Sobre todo, menos impresiones en «Botas»')
  expect(mainCause(alert, named(true))).toMatch(/en «Botas», que está en pausa$/)
  const more = { ...alert, seen: 2_000, causes: [{ ...alert.causes[0]!, amount: 900 }] }
  expect(mainCause(more, named(true))).toBe('Sobre todo, más impresiones en «Botas»')
})

test('conversions that are one or none are said as such', () => {
  const few = {
    ...alert,
    metric: 'conversions',
    seen: 0,
    expected: 6e6,
    low: 1e6,
    high: 12e6,
  } as const
  expect(alertSummary(few, 'EUR')).toBe(
    'Del 10 nov al 19 nov: ninguna conversión. Por las semanas anteriores cabía esperar 6 conversiones, de 1 conversión a 12 conversiones, contando con que aún llegarán algunas.',
  )
})
