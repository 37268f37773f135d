import { expect, test } from 'vitest'
import type { Measured } from '#shared/measured.ts'
import { verdictLine } from './notice-text.ts'

const measured: Measured = {
  verdict: 'worsened',
  kpi: { label: 'Coste', change: { estimate: 0.2, low: 0.1, high: 0.3 } },
  monthlyMicros: { estimate: -90e6, low: -140e6, high: -40e6 },
  measuredOn: '2026-11-20',
  confounders: [],
  note: null,
}
const line = (over: Partial<Measured>, isTried = false) =>
  verdictLine('Puja', { ...measured, ...over }, { currencyCode: 'EUR', isTried }).replaceAll(
    '\u00a0',
    ' ',
  )

test('a verdict is told with its amount, or with why there is none', () => {
  const told = 'Puja: empeorado. Coste: +20,0 % (entre +10,0 % y +30,0 %); −90,00 € netos al mes.'
  expect(line({})).toBe(told)
  expect(line({ note: 'Comparado por sorteo.' })).toBe(`${told} Comparado por sorteo.`)
  expect(line({}, true)).toBe(`${told} Sigue en prueba en la mitad de las búsquedas.`)
  const note = 'Faltan unas 40 conversiones.'
  expect(line({ verdict: 'inconclusive', note })).toBe(`Puja: no concluyente. ${note}`)
})

test('of what was stopped the fall is told, however many times its ends are apart', () => {
  const stopped = { label: 'Coste', change: { estimate: -0.93, low: -0.99, high: -0.57 } }
  expect(line({ kpi: stopped })).toContain('Coste: −93,0 % (entre −99,0 % y −57,0 %)')
  const open = { label: 'Coste', change: { estimate: -0.6, low: -0.99, high: -0.05 } }
  expect(line({ kpi: open })).toContain('no se puede precisar')
})
