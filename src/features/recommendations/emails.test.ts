import { expect, test } from 'vitest'
import type { Measured } from '#shared/measured.ts'
import { verdictsLetter } from './emails.ts'

const flat = { estimate: 0, low: -0.1, high: 0.1 }
const measured = (verdict: Measured['verdict'], euros: number): Measured => ({
  verdict,
  kpi: { label: 'Coste', change: flat },
  monthlyMicros: { estimate: euros * 1e6, low: (euros - 50) * 1e6, high: (euros + 50) * 1e6 },
  measuredOn: '2026-11-22',
  confounders: [],
  note: verdict === 'inconclusive' ? 'Faltan unas 40 conversiones, 5 semanas más.' : null,
})

test('losses come first, and what is open has no amount but what is missing', () => {
  const { subject, lists } = verdictsLetter({
    userName: 'Marta',
    accountName: 'Zapatería',
    currencyCode: 'EUR',
    fallen: [
      { title: 'Abierta', measured: measured('inconclusive', 500) },
      { title: 'Buena', measured: measured('improved', 120) },
      { title: 'Mala', measured: measured('worsened', -90) },
    ],
    url: 'https://x.test',
  })
  expect(subject).toBe('3 resultados medidos en Zapatería')
  const told = lists![0]!.items.map(({ verdict, text, detail }) =>
    `${verdict!.text}: ${text}. ${detail}`.replaceAll('\u00a0', ' '),
  )
  expect(told[0]).toBe('Empeorado: Mala. -90,00 € netos al mes (entre -140,00 € y -40,00 €).')
  expect(told[1]).toContain('Mejorado: Buena. 120,00 €')
  expect(told[2]).toBe('No concluyente: Abierta. Faltan unas 40 conversiones, 5 semanas más.')
})
