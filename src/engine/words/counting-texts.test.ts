import { expect, test } from 'vitest'
import type { CountingChange } from '../account/counting-changes.ts'
import type { SettingChange } from '../account/snapshot.ts'
import { countingText } from './counting-texts.ts'

const told = (
  setting: SettingChange['setting'],
  [former, present]: [string, string],
  more: Partial<CountingChange> = {},
) =>
  countingText({
    ...{ kind: 'setting', on: '2026-11-03', until: '2026-11-04', action: 'Contacto' },
    ...{
      change: { actionId: '1', setting, former, present, from: '2026-11-03', to: '2026-11-04' },
    },
    ...{ hasMoved: true, ...more },
  } as CountingChange)

test('each setting is told by what it does to counts, and by the days between which it was changed', () => {
  expect(told('counting_type', ['MANY_PER_CLICK', 'ONE_PER_CLICK'])).toBe(
    'Entre el 3 nov 2026 y el 4 nov 2026 «Contacto» pasó de contar todas las conversiones de un clic a contar una',
  )
  expect(told('counting_type', ['ONE_PER_CLICK', 'MANY_PER_CLICK'])).toContain(
    '«Contacto» pasó de contar una conversión por clic a contarlas todas',
  )
  const models: [string, string] = [
    'GOOGLE_ADS_LAST_CLICK',
    'GOOGLE_SEARCH_ATTRIBUTION_DATA_DRIVEN',
  ]
  expect(told('attribution_model', models, { until: undefined, action: null })).toBe(
    'El 3 nov 2026 cambió el modelo de atribución de otra acción',
  )
  expect(told('click_lookback_days', ['30', '1'])).toContain(
    '«Contacto» pasó de contar lo que llega hasta 30 días después del clic a contar hasta 1 día',
  )
})
