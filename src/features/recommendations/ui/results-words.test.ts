import { expect, test } from 'vitest'
import { sumText, totalSentence } from '#shared/results-text.ts'
import {
  measuredTexts,
  noTotalText,
  secondText,
  stateText,
  waitingText,
} from '../contract/result-words.ts'
import type { ResultRow } from '../contract/results.ts'
import {
  countsText,
  forecastText,
  leftOutText,
  periodText,
  togetherOf,
  togetherText,
} from './results-words.ts'

const total = (low: number, high: number) => ({
  estimate: (low + high) / 2,
  range80: { low: low * 1e6, high: high * 1e6 },
  range95: { low: low * 1e6, high: high * 1e6 },
  usual: 3e9,
  cards: 2,
})

test.each([
  [2140, 3480, 'De 2.140,00 € a 3.480,00 € al mes más que si no se hubiera tocado nada'],
  [-3480, -2140, 'De 2.140,00 € a 3.480,00 € al mes menos que si no se hubiera tocado nada'],
  [-20, 140, 'Entre 20,00 € al mes menos y 140,00 € más que si no se hubiera tocado nada'],
])('from %d to %d', (low, high, text) => {
  expect(totalSentence(total(low, high), 'EUR').replaceAll('\u00a0', ' ')).toBe(text)
})

test('a sum that may still be chance claims neither', () => {
  const open = { ...total(24, 418), range95: { low: -80e6, high: 520e6 } }
  expect(totalSentence(open, 'EUR')).toMatch(/ más que si .*, aunque aún puede ser casualidad$/)
  const lost = { ...total(-418, -24), range95: { low: -520e6, high: 80e6 } }
  expect(totalSentence(lost, 'EUR')).toMatch(/ menos que si .*, aunque aún puede ser casualidad$/)
})

test('where nothing is added up it is said why, and never that nothing was measured', () => {
  const amount = { estimate: 1, low: 0, high: 2 }
  const row = (over: Partial<ResultRow>) =>
    ({ standing: 'measured', measured: amount, within: null, daysLeft: null, ...over }) as ResultRow
  const headline = (...rows: ResultRow[]) => noTotalText([{ rows }]).headline
  const open = row({ standing: 'measuring', measured: null, daysLeft: 12 })
  expect(headline(open)).toBe('Todavía no hay ningún importe medido')
  const undone = row({ standing: 'undone' })
  const ended = row({ experiment: { state: 'ended' } as ResultRow['experiment'] })
  expect(headline(undone, ended, open)).toBe('Nada de lo que se midió sigue en vigor')
  expect(noTotalText([{ rows: [undone, open] }]).sub).toContain('12 días')
  const held = row({ within: 'Otro' })
  expect(headline(held, undone)).toBe('Lo medido aquí ya cuenta en cambios de otro periodo')
  expect(headline(held, row({}))).toBe('De lo medido no hay nada que sumar')
})

test('where a figure would say nothing it is said in words', () => {
  expect(totalSentence({ ...total(-4259, 7632) }, 'EUR')).toContain('no se distingue')
})

test('counts name what was lost as they name what was won', () => {
  const row = (verdict: 'mejorado' | 'empeorado' | null) =>
    ({ standing: verdict ? 'measured' : 'measuring', verdict }) as const
  const counts = countsText([row('mejorado'), row('empeorado'), row('empeorado'), row(null)])
  expect(counts).toBe('4 aplicadas: 1\u00a0mejorada · 2\u00a0empeoradas · 1\u00a0midiéndose')
  const failed = { standing: 'failed', verdict: null } as const
  expect(countsText([row('mejorado'), failed])).toBe(
    '1 aplicada: 1\u00a0mejorada. 1 no se pudo aplicar',
  )
  expect(countsText([failed, failed])).toBe('2 no se pudieron aplicar')
  expect(periodText('2026-T4')).toBe('4.º trimestre de 2026')
})

test('who undoes a loss does not make it unseen, nor a gain', () => {
  const row = (
    verdict: ResultRow['verdict'],
    standing: ResultRow['standing'] = 'undone',
  ): Pick<ResultRow, 'standing' | 'verdict'> => ({ verdict, standing })
  const counts = (...rows: Parameters<typeof countsText>[0]) =>
    countsText(rows).replaceAll('\u00a0', ' ')
  expect(counts(row('mejorado', 'measured'), row('empeorado'), row(null))).toBe(
    '3 aplicadas: 1 mejorada · 1 empeorada, ya deshecha · 1 deshecha',
  )
  expect(counts(row('empeorado'), row('empeorado'), row('empeorado', 'measured'))).toBe(
    '3 aplicadas: 3 empeoradas (2 deshechas)',
  )
  expect(counts(row('mejorado'), row('no_concluyente'))).toBe(
    '2 aplicadas: 1 mejorada, ya deshecha · 1 deshecha',
  )
  expect(stateText(row('empeorado'))).toBe('Empeorado, deshecha')
  expect(stateText(row('no_concluyente'))).toBe('Deshecha')
})

test('what is being measured says when it will be told, or why that is not known', () => {
  const row = { standing: 'measuring', within: null } as const
  const text = (daysLeft: number | null, note: string | null = null) =>
    waitingText({ ...row, daysLeft, note } as ResultRow)
  expect(text(12)).toBe('Quedan 12 días.')
  expect(text(1)).toBe('Queda 1 día.')
  expect(text(0)).toBe('Se mide en la próxima revisión.')
  expect(text(null, 'Faltan días.')).toBe('Faltan días.')
  expect(text(28, 'Aún podía ser casualidad.')).toBe('Quedan 28 días. Aún podía ser casualidad.')
})

test('what may be chance has a range and no middle', () => {
  const measured = { estimate: 300e6, low: -1_400e6, high: 2_000e6 }
  const texts = (verdict: ResultRow['verdict']) => measuredTexts({ measured, verdict }, 'EUR')!
  expect(texts('no_concluyente')).toEqual({
    estimate: null,
    span: 'de −1.400,00\u00a0€ a 2.000,00\u00a0€ al mes (95\u00a0%)',
  })
  expect(texts('mejorado').estimate).toBe('300,00\u00a0€ al mes')
  expect(measuredTexts({ measured: null, verdict: 'mejorado' }, 'EUR')).toBeNull()
})

test('beside each other what was forecast and what was measured say how wide their ranges are', () => {
  const amount = { estimate: 800e6, low: 500e6, high: 1_100e6 }
  expect(forecastText(amount, 'EUR')).toBe('de 500\u00a0€ a 1.100\u00a0€ (80\u00a0%)')
  const measured = measuredTexts({ measured: amount, verdict: 'mejorado' }, 'EUR')
  expect(measured?.span).toBe('de 500,00\u00a0€ a 1.100,00\u00a0€ (95\u00a0%)')
})

test('doubts of accounts add as squares', () => {
  const two = togetherOf([total(0, 392), total(0, 392)])!
  expect((two.range95.high - two.range95.low) / 1e6).toBeCloseTo(392 * Math.SQRT2, 0)
  expect(togetherOf([])).toBeNull()
})

test('all cards of a rule are told as one, and what may be chance is said to be', () => {
  const together = {
    verdict: 'mejorado' as const,
    cards: 12,
    share: { estimate: 0.08, low: 0.03, high: 0.13 },
    chanceOfGain: 0.84,
  }
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(togetherText(together))).toBe(
    'Las 12 juntas ganan: entre +3,0 % y +13,0 % de lo que costaban. De 10 como estas, ganarían unas 8.',
  )
  expect(plain(togetherText({ ...together, verdict: 'no_concluyente' }))).toContain(
    'aún puede ser casualidad',
  )
  const lost = { ...together, verdict: 'empeorado' as const, chanceOfGain: 0.1 }
  expect(plain(togetherText(lost))).toMatch(/pierden.*ganaría una\./)
  expect(plain(togetherText({ ...lost, chanceOfGain: 0.03 }))).toMatch(/ganaría una\.$/)
  expect(plain(togetherText({ ...together, chanceOfGain: 0.97 }))).toMatch(/ganarían unas 9\.$/)
})

test('why the other half is not made is said once', () => {
  const cancelled = (note: string) => secondText({ state: 'cancelled', on: null, note }, true)
  expect(cancelled('La primera mitad perdió dinero.')).toBe(
    'En dos mitades: la segunda no se hace. La primera mitad perdió dinero.',
  )
  expect(cancelled('No se hizo la primera mitad.')).toBe(
    'En dos mitades: la segunda no se hace. No se hizo la primera mitad.',
  )
  expect(secondText({ state: 'cancelled', on: null, note: null }, false)).toBe(
    'En dos mitades: la segunda no se hace.',
  )
})

test('that halves can no longer be compared is said until they were', () => {
  const second = { state: 'waiting', on: null, note: 'La cuenta está en solo lectura.' } as const
  expect(secondText({ ...second, on: '2026-12-09', note: null }, false)).toBe(
    'En dos mitades: aplicada la primera, segunda mitad el 9 dic 2026. Hecha antes, ya no se podrán comparar.',
  )
  expect(secondText(second, true)).toBe(
    'En dos mitades: aplicada la primera, la segunda mitad espera. La cuenta está en solo lectura.',
  )
})

test('a second half of which not all was made is not said to be applied', () => {
  const second = { state: 'applied', on: null } as const
  expect(secondText({ ...second, note: null }, true)).toBe(
    'En dos mitades: las dos están aplicadas.',
  )
  expect(secondText({ ...second, note: 'Se hicieron 3 de 20 cambios.' }, true)).toBe(
    'En dos mitades: aplicada la primera; la segunda, solo en parte. Se hicieron 3 de 20 cambios.',
  )
})

test('what is left out of the sum has its own reason each', () => {
  expect(leftOutText(0)).toBe('')
  expect(leftOutText(1)).toBe(' Otro no se suma: su fila dice por qué.')
  expect(leftOutText(3)).toBe(' Otros 3 no se suman: sus filas dicen por qué.')
  expect(leftOutText(0, 1)).toBe(
    ' Lo que se midió de una deshecha no se suma: ya no está aplicada.',
  )
  expect(leftOutText(1, 2)).toBe(
    ' Otro no se suma: su fila dice por qué. Lo que se midió de 2 deshechas tampoco: ya no están aplicadas.',
  )
  expect(sumText(3)).toBe('Suma de 3 resultados medidos de lo que sigue aplicado')
})
