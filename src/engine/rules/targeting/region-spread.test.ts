import { expect, test } from 'vitest'
import { sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'
import { equippedAccount } from '../../samples/sample-inventory.ts'

const ALIKE = [48, 51, 50, 47, 52, 49, 53, 50, 48, 52]
const UNLIKE = [38, 85, 50, 35, 70, 36, 90, 40, 37, 63]

/** Of a thousand clicks each; at 11 € a conversion 45 pay for them. */
function excluded(others: readonly number[], last: number, targetCpaMicros = 11e6) {
  const regions = [...others, last].map((conversions, i) => ({
    ...{ campaignId: '1', regionId: `${i}`, name: `Región ${i}`, sums: sums(1_000, conversions) },
  }))
  return found(equippedAccount({ regions }, { targetCpaMicros }), 'location-targeting')
}

test('where all regions sell alike one that sold less is taken for bad luck until it sold far less', () => {
  expect(excluded(ALIKE, 28)).toEqual([])
  const [card] = excluded(ALIKE, 22)
  expect(card!.title).toContain('Región 10')
})

test('among unlike ones it says less that one sold far less', () => {
  expect(excluded(ALIKE, 22, 13e6)).toHaveLength(1)
  expect(excluded(UNLIKE, 22, 13e6)).toEqual([])
})

test('of a campaign that is dear everywhere the region of worst luck is not to blame', () => {
  const thin = (last: number) => {
    const regions = [8, 5, 7, 6, 4, 9, 6, 5, 7, 6, 8, last].map((conversions, i) => ({
      ...{ campaignId: '1', regionId: `${i}`, name: `Región ${i}`, sums: sums(300, conversions) },
    }))
    const account = equippedAccount({ regions }, { targetCpaMicros: 11e6 })
    return found(account, 'location-targeting')
  }
  expect(thin(1)).toEqual([])
})
