import { expect, test } from 'vitest'
import { refreshFailure, SyncFailed } from './refresh-failure.ts'

const well: PromiseSettledResult<void> = { status: 'fulfilled', value: undefined }
const failed = (problem: string | null): PromiseSettledResult<void> => ({
  status: 'rejected',
  reason: new SyncFailed(problem),
})

test('a refresh tells of how many accounts nothing new came, and each reason once', () => {
  expect(refreshFailure([well, well])).toBeNull()
  expect(refreshFailure([failed('Google Ads no responde.')])).toEqual({
    title: 'Could not refresh the data',
    description: 'Google Ads no responde.',
  })
  const three = [failed('Google Ads no responde.'), well, failed('Google Ads no responde.')]
  expect(refreshFailure([...three, failed(null)])).toEqual({
    title: 'Could not refresh the data of 3 of 4 accounts',
    description: 'Google Ads no responde. Ha ocurrido un error inesperado.',
  })
})
