import { expect, test } from 'vitest'
import { STATE } from '#shared/change-states.ts'
import type { Measured } from '#shared/measured.ts'
import { appliedLine, totalLine } from './applied-line.ts'

const line = (low: number, high: number, doubt = 50) =>
  totalLine(
    {
      range80: { low: low * 1e6, high: high * 1e6 },
      range95: { low: (low - doubt) * 1e6, high: (high + doubt) * 1e6 },
      usual: 1e9,
      counted: ['a', 'b'],
    },
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
  const open = line(20, 400, 150)
  expect(open.tone).toBe('neutral')
  expect(open.title).toMatch(/nada, aunque aún puede ser casualidad\.$/)
})

test('one result alone is no sum', () => {
  const range80 = { low: 1e6, high: 2e6 }
  const total = { range80, range95: range80, usual: 1e9, counted: ['a'] }
  expect(totalLine(total, 'EUR', '2026-11-22').detail).toMatch(/^De 1 resultado medido hasta el /)
})

const change = { estimate: -0.2, low: -0.3, high: -0.1 }
const worse: Measured = {
  verdict: 'worsened',
  kpi: { label: 'Conversiones', change },
  monthlyMicros: { estimate: -90e6, low: -140e6, high: -40e6 },
  measuredOn: '2026-11-20',
  confounders: [],
  note: null,
}
const applied = (over: Partial<Parameters<typeof appliedLine>[0]>) =>
  appliedLine({
    title: 'Sube el presupuesto',
    day: '2026-09-10',
    today: '2026-11-22',
    state: STATE.applied,
    measured: null,
    dueOn: '2026-12-01',
    held: null,
    looked: null,
    second: null,
    trial: null,
    currencyCode: 'EUR',
    appliedIn: 'EUR',
    ...over,
  })

test('what was taken back after its verdict is not told as in force', () => {
  const { verdict, tone, detail, range } = applied({ state: STATE.undone, measured: worse })
  expect({ verdict, tone, range }).toEqual({ verdict: 'Empeorado, deshecha', tone: 'neutral' })
  expect(detail).toContain(
    'Aplicada el 10 sept 2026. Después se deshizo: en Google Ads está otra vez como antes. Medida antes: empeorado.',
  )
  expect(detail).toContain('Conversiones: −20,0')
  const open = applied({ state: STATE.undone, measured: { ...worse, verdict: 'inconclusive' } })
  expect(open.verdict).toBe('Deshecha')
  const partly = applied({ state: STATE.partlyUndone, measured: worse })
  expect(partly.verdict).toBe('Empeorado, deshecha en parte')
  expect(partly.detail).toContain('Después se deshizo en parte')
  expect(applied({ state: STATE.undone, dueOn: null })).toMatchObject({
    verdict: 'Deshecha',
    detail: 'Aplicada el 10 sept 2026. Después se deshizo: en Google Ads está otra vez como antes.',
  })
})

test('no day is promised that has passed', () => {
  expect(applied({}).verdict).toBe('Se medirá el 1 dic 2026')
  const held = 'La cuenta no está conectada: se medirá cuando vuelva a estarlo.'
  expect(applied({ dueOn: '2026-10-23', held })).toMatchObject({
    verdict: 'Sin medir todavía',
    detail: expect.stringContaining(held),
  })
  expect(applied({ dueOn: '2026-10-23' }).detail).toContain('en la próxima revisión')
  expect(applied({ dueOn: null }).verdict).toBe('Sin medición')
  const looked = 'El 3 nov 2026 aún podía ser casualidad: se vuelve a mirar el 1 dic 2026.'
  expect(applied({ looked }).detail).toContain(looked)
})

test('no amount of another currency, and none that says nothing', () => {
  const other = applied({ measured: worse, appliedIn: 'USD' })
  expect(other).not.toHaveProperty('range')
  expect(other.detail).toContain('Se midió en USD')
  const wide = { label: 'Coste', change: { estimate: 3, low: -0.9, high: 40 } }
  const open = { ...worse, kpi: wide, monthlyMicros: { estimate: -9e7, low: -1.4e8, high: 4e7 } }
  const little = applied({ measured: open })
  expect(little).not.toHaveProperty('range')
  expect(little.detail).not.toContain('Efecto al mes')
})

test('how it was measured takes no amount away', () => {
  const note = 'Comparado por sorteo: 12 parejas.'
  const { detail, range } = applied({ measured: { ...worse, note } })
  expect(detail).toContain('Efecto al mes: −90,00')
  expect(detail).toContain(note)
  expect(range).toBeDefined()
  const half = { ...worse, note, halves: { pairs: 12, p: 0.01, shareNow: 0.5 } }
  expect(applied({ measured: half, second: 'cancelled' }).detail).toMatch(
    /En la suma cuenta lo que está aplicado, el 50.%\.$/,
  )
  expect(applied({ measured: half, second: 'applied' }).detail).not.toContain('En la suma')
  const open = applied({ measured: { ...worse, verdict: 'inconclusive', note } })
  expect(open).not.toHaveProperty('range')
  expect(open.detail).toBe(`Aplicada el 10 sept 2026. ${note}`)
})

test('what is tried on half of the searches is told as that, and what was tried is not in force', () => {
  const tried = (trial: Parameters<typeof appliedLine>[0]['trial']) =>
    applied({ measured: { ...worse, verdict: 'improved' }, trial })
  expect(tried('running')).toMatchObject({
    verdict: 'Mejorado',
    detail: expect.stringMatching(/^Probada en un experimento.* cuenta la mitad\.$/),
  })
  expect(tried('promoted').detail).not.toContain('la mitad')
  const over = tried('ended')
  expect(over).toMatchObject({ verdict: 'Prueba terminada', tone: 'neutral' })
  expect(over).not.toHaveProperty('range')
  expect(over.detail).toContain('Medida antes: mejorado.')
  expect(applied({ trial: 'ended', dueOn: null }).verdict).toBe('Prueba terminada')
})
