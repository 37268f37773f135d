import { expect, test } from 'vitest'
import { exportName } from './export-name.ts'

test('the file of a table says of which days it is, where it has days', () => {
  const range = { from: '2026-11-01', to: '2026-11-20' } as const
  expect(exportName('campanas', '4815162342', range)).toBe(
    'campanas-4815162342_2026-11-01_2026-11-20',
  )
  expect(exportName('campanas', '4815162342', {})).toBe('campanas-4815162342')
})
