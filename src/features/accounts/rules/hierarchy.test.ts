import { expect, test } from 'vitest'
import { leavingWith } from './hierarchy.ts'

test('a manager takes along what is still connected; what went before keeps its day', () => {
  const account = (id: string, parent: string | null, disconnectedAt: Date | null = null) => ({
    googleCustomerId: id,
    parentGoogleCustomerId: parent,
    isManager: parent === null,
    connected: disconnectedAt === null,
    disconnectedAt,
  })
  const agency = account('1', null)
  const all = [agency, account('2', '1', new Date('2026-11-01')), account('3', '1')]
  expect(leavingWith(all, agency).map((one) => one.googleCustomerId)).toEqual(['1', '3'])
})
