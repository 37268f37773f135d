import { expect, test } from 'vitest'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { getGoals } from '../contract/goals.ts'
import { goalFields, isGoalAmount, isGoalCount, saidGoals } from './goal-fields.ts'
import { stillTyped } from './still-typed.ts'

const OPENED: ReplyOf<typeof getGoals> = {
  cpaObjetivo: null,
  palabrasDeMarca: ['Casa, Verde'],
  palabrasProtegidas: [],
  sociosDeBusqueda: 'datos',
  minimoMaximoRendimiento: null,
  modoDeConsentimiento: null,
  abrePaginas: true,
  paginasAbiertas: null,
  comparteAprendizaje: true,
  moneda: 'EUR',
}

test('only what was touched is sent: the rest may have been said by another since', () => {
  expect(saidGoals(OPENED, { abrePaginas: false })).toEqual({ abrePaginas: false })
  expect(saidGoals(OPENED, {})).toEqual({})
  expect(saidGoals(OPENED, { palabrasProtegidas: 'novia; bodas', cpaObjetivo: '12,50' })).toEqual({
    palabrasProtegidas: ['novia', 'bodas'],
    cpaObjetivo: 12.5,
  })
})

test('what was touched and says the same again is not sent, and what was emptied is', () => {
  const known = { ...OPENED, cpaObjetivo: 20, minimoMaximoRendimiento: 50 }
  expect(saidGoals(known, { cpaObjetivo: '20,00', minimoMaximoRendimiento: '' })).toEqual({
    minimoMaximoRendimiento: null,
  })
})

test('a field that was not touched shows what is known by now', () => {
  const known = { ...OPENED, cpaObjetivo: 20, palabrasProtegidas: ['novia', 'bodas'] }
  const fields = goalFields(known, { palabrasDeMarca: 'Lumbre' })
  expect(fields).toMatchObject({
    cpaObjetivo: '20',
    palabrasProtegidas: 'novia, bodas',
    palabrasDeMarca: 'Lumbre',
  })
})

test('once it is saved a field follows again, unless it was typed in meanwhile', () => {
  type Typed = { a?: string; b?: string }
  expect(stillTyped<Typed>({ a: '1', b: '2' }, { a: '1' })).toEqual({ b: '2' })
  expect(stillTyped<Typed>({ a: '10', b: '2' }, { a: '1', b: '2' })).toEqual({ a: '10' })
})

test('amounts and counts are none, or what they are to be', () => {
  expect(['', '12,50', '0', 'gratis'].map(isGoalAmount)).toEqual([true, true, false, false])
  expect(['', '30', '0', '1001', '1,5', 'x'].map(isGoalCount)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
