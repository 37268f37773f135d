import { expect, test } from 'vitest'
import type { Measured } from './measured.ts'
import { measuredOnWire } from './measured-on-wire.ts'

test('who made a change is left out of lines kept with it, and nothing else', () => {
  const plain = ['24 nov 2026: Se cambió «Botas (web@2x)»', '25 nov 2026: Se cambió «A», 2 veces']
  const measured: Measured = {
    verdict: 'improved',
    kpi: { label: 'Coste', change: { estimate: 0.2, low: 0.1, high: 0.3 } },
    monthlyMicros: null,
    measuredOn: '2026-11-28',
    confounders: [
      ...plain,
      '26 nov 2026: Se cambió el presupuesto (ana@agencia.test)',
      '27 nov 2026: Se pausó una palabra clave (ana@agencia.test), 1.300 veces',
    ],
    note: null,
  }
  expect(measuredOnWire(measured)?.confounders).toEqual([
    ...plain,
    '26 nov 2026: Se cambió el presupuesto',
    '27 nov 2026: Se pausó una palabra clave, 1.300 veces',
  ])
})
