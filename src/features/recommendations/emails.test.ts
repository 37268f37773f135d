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
      {
        title: 'Abierta',
        measured: measured('inconclusive', 500),
        waits: false,
        trialEndsOn: null,
      },
      { title: 'Buena', measured: measured('improved', 120), waits: false, trialEndsOn: null },
      { title: 'Mala', measured: measured('worsened', -90), waits: false, trialEndsOn: null },
    ],
    url: 'https://x.test',
  })
  expect(subject).toBe('3 resultados medidos en Zapatería')
  const told = lists![0]!.items.map(({ verdict, text, detail }) =>
    `${verdict!.text}: ${text}. ${detail}`.replaceAll('\u00a0', ' '),
  )
  expect(told[0]).toBe('Empeorado: Mala. −90,00 € netos al mes (entre −140,00 € y −40,00 €).')
  expect(told[1]).toContain('Mejorado: Buena. 120,00 €')
  expect(told[2]).toBe('No concluyente: Abierta. Faltan unas 40 conversiones, 5 semanas más.')
})

const letterOf = (
  ...fallen: { title: string; measured: Measured; waits?: boolean; trialEndsOn?: string }[]
) =>
  verdictsLetter({
    ...{ userName: 'Marta', accountName: 'Zapatería', currencyCode: 'EUR', url: 'https://x.test' },
    fallen: fallen.map((one) => ({ waits: false, trialEndsOn: null, ...one })),
  })

test('it begins with how many went well and ill, and what can be undone', () => {
  const bad = { title: 'Mala', measured: measured('worsened', -90) }
  const good = { title: 'Buena', measured: measured('improved', 120) }
  expect(letterOf(good, bad, bad).lead).toBe(
    'Zapatería: de 3 cambios medidos, 2 han empeorado y 1 ha mejorado. Los que han empeorado se pueden deshacer.',
  )
  expect(letterOf(good).lead).toBe('Zapatería: el cambio medido ha mejorado.')
  expect(letterOf(bad).lead).toBe('Zapatería: el cambio medido ha empeorado. Se puede deshacer.')
  expect(letterOf(bad, bad).lead).toBe(
    'Zapatería: los 2 cambios medidos han empeorado. Se pueden deshacer.',
  )
})

test('ranges are drawn on one scale with zero on it, and what is open has none', () => {
  const { lists } = letterOf(
    { title: 'Abierta', measured: measured('inconclusive', 500) },
    { title: 'Buena', measured: measured('improved', 110) },
    { title: 'Mala', measured: measured('worsened', -90) },
  )
  expect(lists![0]!.axis).toMatchObject({ least: '−140\u00a0€', most: '160\u00a0€' })
  const bars = lists![0]!.items.map(({ bar }) => bar)
  expect(bars[0]).toMatchObject({ low: 0, zero: 140 / 300 })
  expect(bars[1]).toMatchObject({ high: 1, zero: 140 / 300 })
  expect(bars[2]).toBeUndefined()
  expect(
    letterOf({ title: 'Abierta', measured: measured('inconclusive', 500) }).lists![0]!.axis,
  ).toBe(undefined)
})

test('what was compared with nothing is not said to have been', () => {
  const none = { label: 'Coste', change: { estimate: 0, low: 0, high: 0 } }
  const silent = { ...measured('inconclusive', 0), kpi: none, monthlyMicros: null }
  const alone = letterOf({ title: 'Sola', measured: silent }, { title: 'Otra', measured: silent })
  expect(alone.lead).toBe('Zapatería: los 2 cambios medidos no son concluyentes.')
  expect(alone.paragraphs).toEqual([])
  const both = letterOf(
    { title: 'Sola', measured: silent },
    { title: 'Buena', measured: measured('improved', 120) },
  )
  expect(both.paragraphs).toHaveLength(1)
})

test('the other half is spoken of only while it waits', () => {
  const halves = { pairs: 12, p: 0.5, shareNow: 0.5 }
  const detail = (verdict: Measured['verdict'], waits: boolean) => {
    const one = { title: 'A medias', measured: { ...measured(verdict, 90), halves }, waits }
    return letterOf(one).lists![0]!.items[0]!.detail
  }
  expect(detail('improved', true)).toContain('La segunda mitad va a continuación')
  expect(detail('worsened', true)).toContain('La segunda mitad no se aplica')
  expect(detail('improved', false)).not.toContain('segunda mitad')
  expect(detail('inconclusive', false)).not.toContain('segunda mitad')
})

test('an amount that says nothing is not told, as nowhere else', () => {
  const change = { estimate: 3, low: -0.9, high: 40 }
  const wide = { ...measured('improved', 90), kpi: { label: 'Coste', change } }
  const [item] = letterOf({ title: 'Poca cosa', measured: wide }).lists![0]!.items
  expect(item).not.toHaveProperty('bar')
  expect(item!.detail ?? '').not.toContain('netos')
})

test('what is still tried on half of the searches says until when it can be decided on', () => {
  const detailOf = (trialEndsOn: string) =>
    letterOf({ title: 'Objetivo', measured: measured('improved', 120), trialEndsOn }).lists![0]!
      .items[0]!.detail
  expect(detailOf('2026-12-06')).toContain('se promueve o se termina, hasta el 6 dic 2026.')
  expect(detailOf('2026-11-21')).not.toContain('se promueve')
})
