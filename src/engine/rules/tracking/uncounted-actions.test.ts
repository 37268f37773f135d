import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { sampleAccount } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'

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
