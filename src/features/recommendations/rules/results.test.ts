import { expect, test } from 'vitest'
import { STATE } from '#shared/change-states.ts'
import { addDays, daysInRange } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { type AppliedCard, periodOf, quarterOf, resultsOf } from './results.ts'

const TODAY = '2026-11-22'
const flat = { estimate: 0, low: -0.1, high: 0.1 }

function measured(estimate: number, over: Partial<Measured> = {}): Measured {
  return {
    verdict: estimate > 0 ? 'improved' : 'worsened',
    kpi: { label: 'Coste', change: flat },
    monthlyMicros: { estimate, low: estimate - 196, high: estimate + 196 },
    money: {
      cost: flat,
      conversions: flat,
      worthMicros: 1,
      worthText: '',
      marginMicros: 1,
      spread: { allMicros: 100, controlMicros: 0, worthMicros: 0 },
      measuredTo: '2026-10-14',
      chanceOfGain: 1,
      leftOut: [],
    },
    measuredOn: '2026-10-22',
    confounders: [],
    note: null,
    ...over,
  }
}

let n = 0
const card = (over: Partial<AppliedCard> = {}): AppliedCard => ({
  id: `r${++n}`,
  applicationId: `a${n}`,
  title: `Cambio ${n}`,
  ruleTitle: 'Regla',
  campaignIds: [String(n)],
  adGroupId: null,
  appliedOn: '2026-09-10',
  appliedIn: 'EUR',
  state: STATE.applied,
  measureAfter: '2026-10-23',
  measured: null,
  forecast: null,
  second: null,
  experiment: null,
  wholeOn: null,
  goneOn: null,
  ...over,
})

test('gains and losses are added up, what was undone or is still measured is not', () => {
  const cards = [
    card({ measured: measured(1000) }),
    card({ measured: measured(-400) }),
    card({ measured: measured(5000), state: STATE.undone, measureAfter: null }),
    card({ appliedOn: '2026-11-01', measureAfter: '2026-12-14' }),
  ]
  const { total, rows } = resultsOf(cards, TODAY)
  expect(total).toMatchObject({ estimate: 600, cards: 2 })
  expect(total!.range95.high - total!.range95.low).toBeCloseTo(2 * 1.96 * Math.hypot(100, 100), 3)
  expect(rows.map(({ standing }) => standing)).toEqual([
    'measured',
    'measured',
    'undone',
    'measuring',
  ])
  expect(rows[3]).toMatchObject({ daysLeft: 22, measured: null, verdict: null })
  expect(rows[3]!.progress).toBeCloseTo(21 / 43, 3)
})

test('two cards of one campaign at once: the second says in whose figures it is', () => {
  const cards = [
    card({ measured: measured(500), appliedOn: '2026-09-17', campaignIds: ['x'] }),
    card({ measured: measured(700), title: 'El primero', campaignIds: ['x'] }),
  ]
  const { total, rows } = resultsOf(cards, TODAY)
  expect(total).toMatchObject({ estimate: 700, cards: 1 })
  expect(rows.map(({ within }) => within)).toEqual(['El primero', null])
})

test('of a card of several campaigns only what an earlier one of one of them does not hold is added', () => {
  const cards = [
    card({ measured: measured(-800), appliedOn: '2026-09-17', campaignIds: ['x', 'y', 'z', 'w'] }),
    card({ measured: measured(30), title: 'El primero', campaignIds: ['x'] }),
  ]
  const { total, rows, running } = resultsOf(cards, TODAY)
  expect(total).toMatchObject({ estimate: 30 - 600, cards: 2 })
  expect(rows[0]!.within).toBeNull()
  expect(rows[0]!.note).toMatch(
    /^Parte de su efecto ya está en el de «El primero»: en la suma cuenta el resto, el 75.%\.$/,
  )
  const days = [daysInRange('2026-09-10', TODAY) - 1, daysInRange('2026-09-17', TODAY) - 1]
  const brought = (30 * days[0]! - 600 * days[1]!) / 30
  expect(running.at(-1)!.estimate).toBeCloseTo(brought, 6)
})

test('what is in the figures of a card of the quarter before counts there alone', () => {
  const { money } = measured(700)
  const ofLate = measured(700, { money: { ...money!, measuredTo: '2026-11-02' } })
  const [former, own] = [
    card({ measured: ofLate, campaignIds: ['x'], appliedOn: '2026-09-28' }),
    card({ measured: measured(500), campaignIds: ['x'], appliedOn: '2026-10-05' }),
  ]
  const all = [own, former]
  const totalOf = (shown: AppliedCard[]) => resultsOf(shown, TODAY, null, all).total?.estimate ?? 0
  expect(totalOf([former]) + totalOf([own])).toBe(totalOf(all))
  const { running, rows } = resultsOf([own], TODAY, null, all)
  expect(running).toEqual([])
  expect(rows[0]).toMatchObject({ standing: 'measured', within: former.title })
})

test('a look that is not the last shows no effect', () => {
  const looks = { fractions: [0.5], next: { weeks: 8, on: '2026-12-01' } }
  const { total, rows } = resultsOf([card({ measured: measured(900, { looks }) })], TODAY)
  expect(total).toBeNull()
  expect(rows[0]).toMatchObject({
    standing: 'measuring',
    verdict: null,
    measured: null,
    daysLeft: 9,
  })
})

test('in another currency no days are counted to a verdict that cannot come', () => {
  const account = { connected: true, currencyCode: 'USD', dataTo: TODAY, fileFacts: null }
  const open = card({ appliedOn: '2026-11-01', measureAfter: '2026-12-14' })
  const [row] = resultsOf([open], TODAY, account).rows
  expect(row).toMatchObject({ standing: 'measuring', daysLeft: null })
  expect(row!.note).toContain('estaba en EUR cuando se aplicó y ahora está en USD')
  expect(resultsOf([open], TODAY, { ...account, currencyCode: 'EUR' }).rows[0]!.daysLeft).toBe(22)
})

test('what was brought so far grows by the days in force', () => {
  const { running } = resultsOf(
    [card({ measured: measured(3000), appliedOn: '2026-10-23' })],
    TODAY,
  )
  expect(running[0]).toMatchObject({ day: '2026-10-23', estimate: 0 })
  expect(running.at(-1)).toMatchObject({ day: TODAY, estimate: 3000 })
  expect(running.at(-1)!.low).toBeLessThan(3000)
})

/** Days before today. */
const ago = (days: number) => addDays(TODAY, -days)
const forecast = (monthly: number) =>
  ({ kpi: 'cost', monthlyMidMicros: monthly, monthlyLowMicros: 0, monthlyHighMicros: 0 }) as const
const last = (cards: AppliedCard[]) => resultsOf(cards, TODAY).running.at(-1)!

test('a change that was made in halves has brought its share until the other half was made, and was foreseen as much', () => {
  const halves = { pairs: 8, p: 0.01, shareNow: 0.5 }
  const half = card({
    measured: measured(1000, { halves }),
    appliedOn: ago(60),
    forecast: forecast(1000),
    second: { state: 'waiting', on: null, note: null },
  })
  expect(last([half])).toMatchObject({ estimate: 1000, predicted: 1000 })
  const whole = {
    ...half,
    second: { ...half.second!, state: 'applied' as const },
    wholeOn: ago(17),
  }
  const { estimate, low, high, predicted } = last([whole])
  // Half of it for 43 days, all for 17.
  const brought = (1000 * (0.5 * 43 + 17)) / 30
  expect([estimate, predicted]).toEqual([expect.closeTo(brought, 6), expect.closeTo(brought, 6)])
  expect((high - low) / 2).toBeCloseTo((1.2816 * 100 * brought) / 1000, 1)
  // What had come by the day on which the rest was made is what it was.
  const before = (one: AppliedCard) =>
    resultsOf([one], TODAY).running.filter(({ day }) => day < ago(17))
  expect(before(whole)).toEqual(before(half))
})

test('of a second half of which some steps were made the share of those counts', () => {
  const halves = { pairs: 8, p: 0.01, shareNow: 0.5, shareMade: 0.525 }
  const partly = card({
    measured: measured(1000, { halves }),
    appliedOn: ago(60),
    second: { state: 'applied', on: null, note: 'Se hizo 1 de 20 cambios.' },
    wholeOn: ago(30),
  })
  const { total, running, rows } = resultsOf([partly], TODAY)
  expect(total!.estimate).toBeCloseTo(525, 6)
  expect(running.at(-1)!.estimate).toBeCloseTo(500 + 525, 6)
  expect(rows[0]!.note).toMatch(/^En la suma cuenta lo que está aplicado, el 53.%\.$/)
})

test('what was taken back counts for the days that it stood, and no more in the total', () => {
  const kept = card({ measured: measured(400), appliedOn: ago(90) })
  const lost = card({
    measured: measured(-300),
    appliedOn: ago(80),
    forecast: forecast(60),
    state: STATE.undone,
    measureAfter: null,
    goneOn: ago(30),
  })
  const { total, running } = resultsOf([kept, lost], TODAY)
  expect(total!.estimate).toBe(400)
  expect(running.at(-1)).toMatchObject({
    estimate: expect.closeTo(1200 - 500, 6),
    predicted: expect.closeTo(100, 6),
  })
})

test('a trial has brought half from its first day on, all once it was promoted, nothing after its end', () => {
  const days = { startsOn: ago(99), endsOn: ago(-13), note: null, canPromote: false, canEnd: false }
  const tried = card({
    measured: measured(1200),
    appliedOn: ago(100),
    experiment: { ...days, state: 'running' },
  })
  expect(last([tried]).estimate).toBeCloseTo(0.5 * 99 * 40, 6)
  const promoted = {
    ...tried,
    experiment: { ...days, state: 'promoted' as const },
    wholeOn: ago(10),
  }
  expect(last([promoted]).estimate).toBeCloseTo((0.5 * 89 + 10) * 40, 6)
  const ended = { ...tried, experiment: { ...days, state: 'ended' as const }, goneOn: ago(9) }
  expect(last([ended, card({ measured: measured(0.001) })]).estimate).toBeCloseTo(0.5 * 90 * 40, 1)
})

test('what is in the figures of another counts by itself once that one was taken back, less what its own hold of that one', () => {
  const [holder, own] = [
    card({ measured: measured(600), campaignIds: ['x'], appliedOn: ago(90) }),
    card({ measured: measured(300), campaignIds: ['x'], appliedOn: ago(84) }),
  ]
  expect(last([holder, own]).estimate).toBeCloseTo(1800, 6)
  const back = { ...holder, state: STATE.undone, goneOn: ago(30) }
  // Of the 38 days before it, too, the other was in force in 6: of both half and a little more is its own.
  expect(last([back, own]).estimate).toBeCloseTo(1200 + 300 / (1 + 32 / 38), 6)
})

test('of two that were measured as one, the one that stands keeps its part once the other is undone', () => {
  const [kept, other] = [
    card({ measured: measured(-500), campaignIds: ['x'], appliedOn: ago(90) }),
    card({ campaignIds: ['x'], appliedOn: ago(90), title: 'Otro', measured: measured(-500) }),
  ]
  const two = [
    { ...kept, forecast: forecast(300) },
    { ...other, forecast: forecast(200) },
  ]
  const back = { ...two[1]!, state: STATE.undone, measureAfter: null, goneOn: ago(30) }
  const { total, rows, running } = resultsOf([two[0]!, back], TODAY)
  expect(resultsOf(two, TODAY).total!.estimate).toBe(-500)
  expect(total!.estimate).toBeCloseTo(-300, 6)
  expect(running.at(-1)!.estimate).toBeCloseTo(-1000 - 300, 6)
  expect(rows[0]!.note).toMatch(
    /^En lo que se midió está también «Otro», que se deshizo: en la suma cuenta lo suyo, por lo previsto de cada una: el 60.%\.$/,
  )
})

test('where nothing was foreseen of one, that it counts as the mean is said', () => {
  const at = { campaignIds: ['x'], appliedOn: ago(90) }
  const kept = card({ ...at, measured: measured(600), forecast: forecast(500) })
  const back = { ...card({ ...at, title: 'Otro' }), state: STATE.undone, goneOn: ago(30) }
  const noted = (gonePart?: number) => resultsOf([kept, { ...back, gonePart }], TODAY).rows[0]!.note
  expect(noted()).toMatch(/cada una o, si no se previó nada, como la media: el 50.%\.$/)
  expect(noted(0.1)).toMatch(/«Otro», que se deshizo en parte: .* como la media: el 95.%\.$/)
})

test('what was foreseen is that of all whose effect the figures hold', () => {
  const three = [0, 1, 2].map(() =>
    card({
      measured: measured(600),
      campaignIds: ['x'],
      appliedOn: ago(60),
      forecast: forecast(300),
    }),
  )
  expect(last(three)).toMatchObject({
    estimate: expect.closeTo(1200, 6),
    predicted: expect.closeTo(1800, 6),
  })
  // In another quarter than the one whose figures hold it, it was foreseen there.
  const holder = { ...three[0]!, appliedOn: ago(62) }
  const { measured: own } = three[1]!
  const apart = [holder, { ...three[1]!, campaignIds: ['x', 'y'], measured: own }]
  const predictedOf = (shown: AppliedCard[]) =>
    resultsOf(shown, TODAY, null, apart).running.at(-1)?.predicted ?? 0
  const [ofFirst, ofSecond] = apart.map((one) => predictedOf([one]))
  expect(ofFirst! + ofSecond!).toBeCloseTo(predictedOf(apart), 6)
  expect(ofSecond).toBeCloseTo((300 * 60) / 30 / 2, 6)
})

test('no amount of another cause, and while a half waits its share is said', () => {
  const { money } = measured(300)
  const hit = measured(300, { verdict: 'inconclusive', money: { ...money!, hasOtherCause: true } })
  const halves = { pairs: 8, p: 0.01, shareNow: 0.5 }
  const drawn = measured(400, { halves, note: 'Comparado por sorteo.' })
  const second = { state: 'waiting', on: '2026-12-01', note: null } as const
  const { rows } = resultsOf(
    [
      card({ measured: hit }),
      card({ measured: drawn, second }),
      card({ measured: drawn, second: { ...second, state: 'applied' } }),
    ],
    TODAY,
  )
  expect(rows[0]!.measured).toBeNull()
  expect(rows[1]!.note).toMatch(/^Comparado por sorteo. En la suma cuenta lo .* el 50.%\.$/)
  expect(rows[2]!.note).toBe('Comparado por sorteo.')
})

test('of a card of which some steps were not made it is said that the forecast was of all', () => {
  const { rows } = resultsOf([card({ measured: measured(100, { isPartly: true }) })], TODAY)
  expect(rows[0]!.note).toBe('No se hicieron todos sus cambios: lo previsto era de todos.')
})

test('what was taken back says what it had been measured as', () => {
  const [row] = resultsOf(
    [card({ measured: measured(5000), state: STATE.undone, measureAfter: null })],
    TODAY,
  ).rows
  expect(row).toMatchObject({
    standing: 'undone',
    note: 'Antes de deshacerse se midió: mejorado.',
  })
})

test('only the newest application of a recommendation can be undone', () => {
  const cards = [card({ id: 'same' }), card({ id: 'same', appliedOn: '2026-08-01' })]
  expect(resultsOf(cards, TODAY).rows.map(({ canUndo }) => canUndo)).toEqual([true, false])
})

test('the present quarter once anything of it is measured, else all', () => {
  expect(quarterOf('2026-10-01')).toBe('2026-T4')
  const old = card({ measured: measured(1) })
  expect(periodOf(undefined, [old], TODAY)).toBe('todo')
  const recent = card({ measured: measured(1), appliedOn: '2026-10-01' })
  expect(periodOf(undefined, [old, recent], TODAY)).toBe('2026-T4')
  expect(periodOf('2026-T3', [recent], TODAY)).toBe('2026-T3')
})

test('what is not looked at again says no day, and why there is no verdict', () => {
  const looks = { fractions: [0.5], next: { weeks: 8, on: '2026-12-01' } }
  const open = measured(9, {
    verdict: 'inconclusive',
    looks,
    note: 'Aún puede ser casualidad.',
  })
  const experiment = { state: 'ended', startsOn: '2026-09-11', endsOn: '2026-12-01' } as const
  const [ended, undone, failed] = resultsOf(
    [
      card({
        measured: open,
        measureAfter: null,
        experiment: {
          ...experiment,
          note: 'Se terminó en Google Ads.',
          canPromote: false,
          canEnd: false,
        },
      }),
      card({ measured: open, measureAfter: null, state: STATE.undone }),
      card({ measureAfter: null, state: STATE.failed }),
    ],
    TODAY,
  ).rows
  const [waiting] = resultsOf([card({ measured: open })], TODAY).rows
  expect(waiting!.note).toContain('se vuelve a mirar el 1 dic 2026')
  const early = 'Se terminó antes de que se pudiera juzgar.'
  expect(ended).toMatchObject({ standing: 'unmeasured', daysLeft: null, note: early })
  expect(undone).toMatchObject({ standing: 'undone', note: 'Se deshizo antes de saber qué hacía.' })
  expect(failed).toMatchObject({
    standing: 'failed',
    note: 'No se pudo aplicar: no hay nada que medir.',
  })
})

test('a trial that was over before it could be judged says so', () => {
  const trial = { startsOn: '2026-09-11', endsOn: '2026-12-31', note: null }
  const over = { ...trial, canPromote: false, canEnd: false }
  const open = measured(500, { looks: { fractions: [], next: { weeks: 8, on: '2026-11-20' } } })
  const noteOf = (state: 'promoted' | 'ended', told: Measured | null) => {
    const own = { measureAfter: null, measured: told, experiment: { ...over, state } }
    return resultsOf([card(own)], TODAY).rows[0]!.note
  }
  expect(noteOf('promoted', open)).toContain('Se promovió antes de que se pudiera juzgar')
  expect(noteOf('ended', null)).toContain('Se terminó antes de que se pudiera juzgar')
  expect(noteOf('promoted', measured(500))).toBeNull()
})
