import { expect, test } from 'vitest'
import type { InboxRow } from '../../contract/inbox.ts'
import { ageText, chooseText, firstReady, firstText, moreText, rowAfter } from './inbox-rows.ts'

test('what was found last night is of yesterday, whatever the hour', () => {
  expect(ageText('2026-11-22', '2026-11-22')).toBe('nuevo hoy')
  expect(ageText('2026-11-21', '2026-11-22')).toBe('desde ayer')
  expect(ageText('2026-11-10', '2026-11-22')).toBe('12 días pendiente')
  expect(ageText('2026-11-23', '2026-11-22'), 'a clock that runs behind').toBe('nuevo hoy')
})

test('the rest of a list is one, several, or more than are shown at once', () => {
  expect(moreText(1)).toBe('Ver la restante')
  expect(moreText(60)).toBe('Ver las 60 restantes')
  expect(moreText(1200)).toBe('Ver 60 de las 1.200 restantes')
})

test('the first that are ready are counted with what stands between them', () => {
  const [high, low] = [400_000_000, 200_000_000]
  const kpi = 'coste'
  const forecast = { kpi, monthlyLowMicros: low, monthlyHighMicros: high } as InboxRow['forecast']
  const row = (id: string, other: Partial<InboxRow> = {}) =>
    ({ id, byHand: false, forecast, estado: 'pendiente', ...other }) as InboxRow
  const rows = [
    row('a', { byHand: true }),
    row('b'),
    row('c', { forecast: null }),
    row('d', { estado: 'aplicando' }),
    row('e'),
    row('f'),
  ]
  const ids = (most: number) => {
    const { ready, shownTo } = firstReady(rows, most)
    return [ready.map(({ id }) => id), shownTo]
  }
  expect(ids(2)).toEqual([['b', 'e'], 5])
  expect(ids(9)).toEqual([['b', 'e', 'f'], 6])
  expect(firstReady([], 5)).toEqual({ ready: [], shownTo: 0 })
})

test('those offered first are called so only where no other row stands above them', () => {
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  expect(firstText(rows, ['a', 'b'])).toBe('las 2 primeras')
  expect(firstText(rows, ['b', 'c'])).toBe('las 2 primeras que se aplican desde aquí')
  expect(firstText(rows, ['a', 'c'])).toBe('las 2 primeras que se aplican desde aquí')
  expect(chooseText(rows, ['a', 'c'])).toBe('Elegir 2 aplicables')
  expect(chooseText(rows, ['a', 'b'])).toBe('Elegir las 2 primeras')
})

test('the focus goes on after the last that was decided, else to what is left before it', () => {
  const shown = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  const after = (...ids: string[]) => rowAfter(shown, new Set(ids))?.id
  expect(after('a')).toBe('b')
  expect(after('a', 'c')).toBe('d')
  expect(after('d')).toBe('c')
  expect(after('b', 'd')).toBe('c')
  expect(after('a', 'b', 'c', 'd')).toBeUndefined()
})
