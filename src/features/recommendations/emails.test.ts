import { expect, test } from 'vitest'
import type { Measured } from '#shared/measured.ts'
import { type Fallen, verdictsLetter } from './emails.ts'

const flat = { estimate: 0, low: -0.1, high: 0.1 }
const measured = (verdict: Measured['verdict'], euros: number): Measured => ({
  verdict,
  kpi: { label: 'Coste', change: flat },
  monthlyMicros: { estimate: euros * 1e6, low: (euros - 50) * 1e6, high: (euros + 50) * 1e6 },
  measuredOn: '2026-11-22',
  confounders: [],
  note: verdict === 'inconclusive' ? 'Faltan unas 40 conversiones, 5 semanas más.' : null,
})

type Told = Pick<Fallen, 'title' | 'measured'> & Partial<Fallen>

const letterOf = (...fallen: Told[]) => letterTo(true, ...fallen)

const letterTo = (mayDecide: boolean, ...fallen: Told[]) =>
  verdictsLetter({
    ...{ userName: 'Marta', url: 'https://x.test', wayOutUrl: 'https://x.test/s' },
    accounts: [verdictsOf('Zapatería', mayDecide, ...fallen)],
  })

const verdictsOf = (accountName: string, mayDecide: boolean, ...fallen: Told[]) => ({
  ...{ accountName, currencyCode: 'EUR', mayDecide },
  fallen: fallen.map((one) => ({ waits: false, trialEndsOn: null, isByHand: false, ...one })),
})

test('losses come first, and what is open has no amount but what is missing', () => {
  const { subject, lists } = letterOf(
    { title: 'Abierta', measured: measured('inconclusive', 500) },
    { title: 'Buena', measured: measured('improved', 120) },
    { title: 'Mala', measured: measured('worsened', -90) },
  )
  expect(subject).toBe('3 resultados medidos en Zapatería')
  const told = lists![0]!.items.map(({ verdict, text, detail }) =>
    `${verdict!.text}: ${text}. ${detail}`.replaceAll('\u00a0', ' '),
  )
  expect(told[0]).toBe('Empeorado: Mala. −90,00 € netos al mes (entre −140,00 € y −40,00 €).')
  expect(told[1]).toContain('Mejorado: Buena. 120,00 €')
  expect(told[2]).toBe('No concluyente: Abierta. Faltan unas 40 conversiones, 5 semanas más.')
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
  expect(detail('improved', true)).toContain(
    'Si la primera mitad sigue como se dejó, la segunda va a continuación',
  )
  expect(detail('worsened', true)).toContain('la segunda no se aplica')
  expect(detail('improved', false)).not.toContain('segunda mitad')
  expect(detail('inconclusive', false)).not.toContain('segunda mitad')
})

test('an amount that says nothing is not told, as nowhere else', () => {
  const change = { estimate: 3, low: -0.9, high: 40 }
  const monthlyMicros = { estimate: 90e6, low: -4_000e6, high: 6_000e6 }
  const wide = { ...measured('improved', 90), kpi: { label: 'Coste', change }, monthlyMicros }
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

test('of a trial that lost it says that it can be ended, not that it can be undone', () => {
  const bad = { title: 'Mala', measured: measured('worsened', -90) }
  const tried = { ...bad, title: 'Objetivo', trialEndsOn: '2026-12-06' }
  const alone = letterOf(tried)
  expect(alone.lead).toBe('Zapatería: el cambio medido ha empeorado.')
  const [item] = alone.lists![0]!.items
  expect(item!.detail).toContain(
    'Sigue en prueba en la mitad de las búsquedas: termínala en Resultados y la campaña entera sigue como estaba; si no, acaba sola el 6 dic 2026.',
  )
  expect(item!.detail).not.toContain('promueve')
  expect(letterOf(tried, bad, bad).lead).toContain(
    'De los que han empeorado, 2 se pueden deshacer.',
  )
})

test('of halves that lost it says which one is made, and of what was made by hand where it is taken back', () => {
  const bad = { title: 'Mala', measured: measured('worsened', -90) }
  const halved = letterOf({ ...bad, waits: true })
  expect(halved.lead).toContain('Se puede deshacer.')
  expect(halved.lists![0]!.items[0]!.detail).toContain(
    'Solo está hecha la primera mitad: la segunda no se aplica.',
  )
  const byHand = letterOf({ ...bad, isByHand: true })
  expect(byHand.lead).not.toContain('deshacer')
  expect(byHand.lists![0]!.items[0]!.detail).toContain('se quita en Google Ads')
})

test('who only looks is told nothing that they could do', () => {
  const bad = { title: 'Mala', measured: measured('worsened', -90) }
  expect(letterTo(false, bad).lead).toBe('Zapatería: el cambio medido ha empeorado.')
  const tried = letterTo(false, { ...bad, trialEndsOn: '2026-12-06' }).lists![0]!.items[0]!.detail
  expect(tried).toContain('Sigue en prueba en la mitad de las búsquedas hasta el 6 dic 2026.')
})

test('of several accounts there is one letter, with a list of each', () => {
  const bad = { title: 'Mala', measured: measured('worsened', -90) }
  const good = { title: 'Buena', measured: measured('improved', 120) }
  const { subject, lead, lists, quietLink } = verdictsLetter({
    ...{ userName: 'Marta', url: 'https://x.test', wayOutUrl: 'https://x.test/s' },
    accounts: [verdictsOf('Zapatería', true, good, bad), verdictsOf('Bar', false, bad)],
  })
  expect(subject).toBe('3 resultados medidos en 2 cuentas')
  expect(lead).toBe(
    '2 cuentas: de 3 cambios medidos, 2 han empeorado y 1 ha mejorado. De los que han empeorado, 1 se puede deshacer.',
  )
  expect(lists!.map(({ title, items }) => [title, items.map(({ text }) => text)])).toEqual([
    ['Zapatería', ['Mala', 'Buena']],
    ['Bar', ['Mala']],
  ])
  expect(quietLink?.url).toBe('https://x.test/s')
})
