import { expect, test } from 'vitest'
import { troubledAccount } from '#engine/samples/sample-account.ts'
import { packed, transferable, unpacked } from './packed-snapshot.ts'

test('a snapshot comes out of its tables as it went in', () => {
  const account = troubledAccount()
  const recent = { clicks: 3, conversionsMicros: 500_000 }
  const [first, ...others] = account.searchTerms
  const snapshot = { ...account, searchTerms: [{ ...first!, recent }, ...others] }
  const table = packed(snapshot)
  const moved = structuredClone(table, { transfer: transferable(table) })
  const { searchTerms, ...rest } = unpacked(moved)
  expect(searchTerms).toEqual(snapshot.searchTerms)
  expect({ ...rest, searchTerms }).toEqual(snapshot)
})

test('each text goes over once', () => {
  const [first] = troubledAccount().searchTerms
  const snapshot = { ...troubledAccount(), searchTerms: [first!, first!, first!] }
  const { texts, places } = packed(snapshot).searchTerms
  expect(new Set(texts).size).toBe(texts.length)
  expect(places.length).toBe(21)
})
