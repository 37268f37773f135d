import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { ConversionAction } from '../../account/snapshot.ts'
import { sampleAccount } from '../../samples/sample-account.ts'
import { found, numbersMissing } from '../../samples/sample-analysis.ts'

const { window } = sampleAccount()

test('primary actions of a goal that Google does not count steer no bids, and are not too many', () => {
  const action = (id: string, category = 'PURCHASE') => ({
    ...{ id, name: `Acción ${id}`, status: 'ENABLED' as const, category, primaryForGoal: true },
  })
  const titles = (counted: readonly string[]) => {
    const conversionActions = [...'123456'].map((id) => action(id))
    const conversionDays = eachDay(window.from, window.to).flatMap((day, i) =>
      counted.map((actionId) => ({
        ...{ actionId, day, valueMicros: 0 },
        conversionsMicros: (2 + ((i * Number(actionId)) % 5)) * MICROS,
      })),
    )
    const account = sampleAccount({
      conversionActions: [...conversionActions, action('7', 'PAGE_VIEW')],
      inventory: { conversionDays },
    })
    const told = found(account, 'duplicate-conversions').map(({ title }) => title.slice(0, 25))
    return told.filter((title) => !title.startsWith('Posible doble'))
  }
  expect(titles(['1', '2'])).toEqual([])
  expect(titles(['1', '2', '7'])).toEqual(['Deja de optimizar para «A'])
  expect(titles([...'123456'])).toEqual(['Reduce las 6 conversiones'])
})

test('a primary contact that counts nothing beside steps on the way is told, not to be made primary', () => {
  const action = (id: string, name: string, category: string, over = {}) => ({
    ...{ id, name, status: 'ENABLED' as const, category, primaryForGoal: true },
    ...over,
  })
  const view = action('5', 'Vista de precios', 'PAGE_VIEW')
  const told = (conversionActions: ConversionAction[], counting = ['5']) => {
    const conversionDays = eachDay(window.from, window.to).flatMap((day) =>
      counting.map((actionId) => ({ actionId, day, conversionsMicros: 3e6, valueMicros: 0 })),
    )
    const inventory = { conversionDays }
    return found(sampleAccount({ conversionActions, inventory }), 'duplicate-conversions')
  }
  const demo = action('6', 'Demo', 'SUBMIT_LEAD_FORM')
  const [card, ...others] = told([view, demo])
  expect(others).toEqual([])
  expect(card!.title).toBe(
    'Revisa «Demo»: es principal y no ha contado ninguna conversión en 90 días',
  )
  expect(card!.evidence.change!.after).toContain('prueba su etiqueta')
  expect(card!.evidence.table.rows.map((row) => row.conversions)).toEqual([0, 270])
  expect(numbersMissing(card!)).toEqual([])
  const titles = (...args: Parameters<typeof told>) => told(...args).map(({ title }) => title)
  expect(titles([view, demo], ['5', '6']).join()).toContain('Deja de optimizar')
  expect(titles([view])).toEqual([expect.stringContaining('solo es principal')])
  const hosted = action('6', 'Llamadas', 'CONTACT', { type: 'GOOGLE_HOSTED' })
  expect(titles([view, hosted])).toEqual([expect.stringContaining('solo es principal')])
})
