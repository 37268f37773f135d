import { beforeAll, expect, test } from 'vitest'
import { ASKED_SHOP, openAskedShop, sumOfDays } from '../../../tests/asked-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { accountInventory } from '../../platform/db/schema/entities.ts'
import { money } from '../../shared/spanish-numbers.ts'
import type { TracedText } from './contract/endpoints.ts'

const t = testApp()
const DURING_THE_20TH = '2026-11-20T10:00:00Z'
/** The last day of which there are figures. */
const DURING_THE_19TH = '2026-11-19T10:00:00Z'
let owner: Person

beforeAll(async () => {
  owner = await openAskedShop(t)
})

test('the running month is held against as many days of the other one', async () => {
  const text = await answerAt(DURING_THE_20TH, 'gasto de este mes frente al mes pasado')
  const [now, was] = [
    await spend('2026-11-01', '2026-11-19'),
    await spend('2026-10-01', '2026-10-19'),
  ]
  expect(text).toContain(`Gasto: ${now} frente a ${was} (un `)
  expect(text).toContain('los mismos días')
})

test('a day that has only begun is left out of what is held against another', async () => {
  const text = await answerAt(DURING_THE_19TH, '¿He gastado más que la semana pasada?')
  const [now, was] = [
    await spend('2026-11-16', '2026-11-18'),
    await spend('2026-11-09', '2026-11-11'),
  ]
  expect(text).toContain(`Gasto: ${now} frente a ${was} (un `)
})

test('the year that runs is held against the same days of the last one, as far as they are known', async () => {
  const text = await answerAt(DURING_THE_20TH, 'gasto de este año frente a 2025')
  const was = await spend('2025-10-01', '2025-11-19')
  expect(text).toContain(` frente a ${was}. `)
  expect(text).toContain('no tienen los mismos días')
})

test('sums of periods that are not as long get no percentage, rates do', async () => {
  const text = await answerAt(
    DURING_THE_20TH,
    'gasto y CPC medio de octubre frente a la semana pasada',
  )
  expect(text).toMatch(/Gasto: [\d.,]+\s€ frente a [\d.,]+\s€\./)
  expect(text).toMatch(/CPC medio: [\d.,]+\s€ frente a [\d.,]+\s€ \(un /)
  expect(text).toContain('no tienen los mismos días')
})

test('months are held against each other though one is a day longer', async () => {
  const text = await answerAt(DURING_THE_20TH, 'gasto de octubre frente a septiembre')
  expect(text).toMatch(/Gasto: [\d.,]+\s€ frente a [\d.,]+\s€ \(un /)
})

test('a day that has only begun is held against no whole one', async () => {
  const text = await answerAt(DURING_THE_19TH, '¿Cuánto llevo gastado hoy?')
  expect(text).toContain(`Gasto: ${await spend('2026-11-19', '2026-11-19')}.`)
  expect(await answerAt(DURING_THE_19TH, '¿Gasto más que ayer?')).toMatch(
    /Gasto: [\d.,]+\s€ frente a [\d.,]+\s€\. .*todavía no ha terminado/,
  )
  expect(await answerAt(DURING_THE_19TH, '¿Por qué ha bajado el gasto hoy?')).toContain(
    'todavía no ha terminado',
  )
})

test('why: as many days of both, or no explanation', async () => {
  const why = '¿Por qué he gastado menos este mes que el mes pasado?'
  expect(await answerAt(DURING_THE_20TH, why)).toContain(
    `Gasto: ${await spend('2026-11-01', '2026-11-19')} frente a ${await spend('2026-10-01', '2026-10-19')}`,
  )
  const uneven = '¿Por qué gasté más en octubre que la semana pasada?'
  expect(await answerAt(DURING_THE_20TH, uneven)).toContain('no tienen los mismos días')
})

test('what is held against the year before says so', async () => {
  const asked = 'gasto de octubre comparado con el mismo mes del año pasado'
  const text = await answerAt(DURING_THE_20TH, asked)
  expect(text).toMatch(/desde [\d.,]+\s€ en los mismos días del año anterior\)/)
  expect(text).not.toContain('periodo anterior')
})

test('a list longer than what is told says where the rest is', async () => {
  const best = await answerAt(DURING_THE_20TH, 'los 4 mejores días de octubre')
  expect(best).not.toContain('están en la tabla')
  const days = await answerAt(DURING_THE_20TH, 'los 10 mejores días de octubre')
  expect(days).toContain('Las demás filas están en la tabla.')
})

test('conversions that are still to come are told of, where the days reach so far', async () => {
  const said = 'aún llegan conversiones'
  expect(await answerAt(DURING_THE_20TH, 'CPA de los últimos 7 días')).not.toContain(said)
  const lags = [
    { bucket: 'LESS_THAN_ONE_DAY', conversionsMicros: 700e6 },
    { bucket: 'TWO_TO_THREE_DAYS', conversionsMicros: 300e6 },
  ]
  await t.ctx.db
    .insert(accountInventory)
    .values({ customerId: 91, part: 'conversionLags', fetchedAt: t.clock.now(), rows: lags })
  expect(await answerAt(DURING_THE_20TH, 'CPA de los últimos 7 días')).toContain(said)
  expect(await answerAt(DURING_THE_20TH, '¿Por qué han bajado las conversiones?')).toContain(said)
  expect(await answerAt(DURING_THE_20TH, 'gasto de los últimos 7 días')).not.toContain(said)
  expect(await answerAt(DURING_THE_20TH, 'CPA de octubre')).not.toContain(said)
})

test('a list of some hours only says so', async () => {
  const text = await answerAt(DURING_THE_20TH, 'gasto por campaña por la mañana')
  expect(text).toMatch(/^Campañas en las horas pedidas/)
})

async function spend(from: string, to: string): Promise<string> {
  return money(await sumOfDays(t, 'cost_micros', [from, to]), 'EUR')
}

async function answerAt(instant: string, question: string): Promise<string> {
  t.clock.now = () => new Date(instant)
  const query = new URLSearchParams({ question })
  const { status, body, text } = await owner.get(`/api/assistant/${ASKED_SHOP}/answer?${query}`)
  expect(status, text).toBe(200)
  return (body as TracedText).text
}
