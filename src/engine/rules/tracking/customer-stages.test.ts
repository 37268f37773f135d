import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { ConversionAction } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { sampleAccount } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'

const { window } = sampleAccount()
const days = eachDay(window.from, window.to)
const RULE = 'duplicate-conversions'

const lead = (id: string, over: Partial<ConversionAction>): ConversionAction => ({
  ...{ id, name: `Contacto ${id}`, status: 'ENABLED', category: 'SUBMIT_LEAD_FORM' },
  ...{ primaryForGoal: true, ...over },
})

/** Forms, and what was uploaded of them afterwards; what is primary counts, as often as `counts` says. */
function account(later: Partial<ConversionAction>, counts: Record<string, number> = { 5: 4 }) {
  const conversionDays = Object.entries(counts).flatMap(([actionId, each]) =>
    days.map((day, i) => {
      const conversionsMicros = (each + ((i * (Number(actionId) + 2)) % 5)) * MICROS
      return { actionId, day, conversionsMicros, valueMicros: 0 }
    }),
  )
  const conversionActions = [
    lead('5', { name: 'Formulario' }),
    lead('7', { name: 'Lead cualificado', type: 'UPLOAD_CLICKS', ...later }),
  ]
  return sampleAccount({ conversionActions, inventory: { conversionDays } })
}

test('contacts that proved to be good and are only watched are told to be bid for', () => {
  const watched = { category: 'QUALIFIED_LEAD', primaryForGoal: false }
  const [card, ...others] = found(account({ ...watched, lastConversionDay: '2026-11-12' }), RULE)
  expect(others).toEqual([])
  expect(card!.title).toBe(
    'Puja por «Lead cualificado»: Google ya sabe qué contactos son buenos y no lo usa',
  )
  expect(card!.evidence.change!.after).toContain('«Lead cualificado» pasa a «principal»')
  expect(unsupportedNumbers(card!)).toEqual([])
  const paid = { name: 'Suscripción pagada', category: 'SUBSCRIBE_PAID', primaryForGoal: false }
  expect(found(account({ ...paid, lastConversionDay: '2026-11-12' }), RULE)[0]!.title).toContain(
    'Puja por «Suscripción pagada»',
  )
  // Who was turned down proves nothing.
  const turnedDown = { ...watched, name: 'Lead no cualificado', lastConversionDay: '2026-11-12' }
  expect(found(account(turnedDown), RULE)).toEqual([])
  // Of those that are long past, or of none, nothing can be learned.
  expect(found(account({ ...watched, lastConversionDay: '2026-08-01' }), RULE)).toEqual([])
  expect(found(account(watched), RULE)).toEqual([])
})

test('who was turned down is no conversion', () => {
  const turnedDown = { name: 'Lead no cualificado', category: 'IMPORTED_LEAD' }
  const [card] = found(account(turnedDown, { 5: 4, 7: 3 }), RULE)
  expect(card!.title).toBe(
    'Quita «Lead no cualificado» de las conversiones principales: cuenta contactos que no sirven',
  )
  expect(card!.description).toContain('cuenta a quien se descartó')
  expect(unsupportedNumbers(card!)).toEqual([])
  for (const name of ['Lead no urgente', 'Lead (no spam)', 'Contacto con filtro anti-spam'])
    expect(found(account({ ...turnedDown, name }, { 5: 4, 7: 3 }), RULE)).toEqual([])
})
