import { describe, expect, test } from 'vitest'
import { failureOf } from './api.ts'
import { ApiError } from './api-error.ts'
import { changeFailure, isLost, isTimeout, OPEN, UNKNOWN } from './google-change.ts'

const without = { get: () => null }
const ofProxy = (status: number) => failureOf({ status, headers: without }, null)

describe('whether a change may have been made', () => {
  test.each([
    { what: 'the line broke', error: new ApiError({ status: 0, code: 'network', message: '' }) },
    { what: 'it took too long', error: new ApiError({ status: 0, code: 'timeout', message: '' }) },
    { what: 'a proxy waited in vain', error: ofProxy(504) },
    { what: 'the process died under a proxy', error: ofProxy(502) },
  ])('$what: nothing is said of it, and it is not to be sent again', ({ error }) => {
    expect(isLost(error)).toBe(true)
    expect(changeFailure('No se pudo', error)).toMatchObject({ title: OPEN, description: UNKNOWN })
  })

  test.each([
    {
      what: 'refused by the program',
      error: new ApiError({ status: 409, code: 'conflict', message: 'Ya existe.' }),
    },
    {
      what: 'not sent at all',
      error: new ApiError({ status: 0, code: 'offline', message: 'Sin conexión.' }),
    },
    { what: 'a page that is none of ours', error: ofProxy(403) },
  ])('$what: it was not', ({ error }) => {
    expect(isLost(error)).toBe(false)
    expect(changeFailure('No se pudo', error)).toMatchObject({ title: 'No se pudo' })
  })

  test('where the line broke nothing else is sent either', () => {
    expect(isTimeout(ofProxy(504))).toBe(true)
    expect(isTimeout(new ApiError({ status: 0, code: 'network', message: '' }))).toBe(false)
  })
})
