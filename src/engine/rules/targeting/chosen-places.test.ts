import { expect, test } from 'vitest'
import { sums } from '../../samples/sample-account.ts'
import { sayingsOf } from '../../samples/sample-analysis.ts'
import { equippedAccount } from '../../samples/sample-inventory.ts'

const { found, reason } = sayingsOf('location-targeting')

const account = (targeted: string[], excluded: string[] = []) =>
  equippedAccount({
    regions: [
      { campaignId: '1', regionId: '20282', name: 'Madrid', sums: sums(8_000, 355) },
      { campaignId: '1', regionId: '20271', name: 'Cataluña', sums: sums(1_000, 3) },
    ],
    chosenPlaces: [{ campaignId: '1', targeted, excluded }],
  })

test('a region that is chosen by itself is not sent as an exclusion, which Google refuses', () => {
  const changed = (targeted: string[]) => {
    const { operations, after } = found(account(targeted))[0]!.evidence.change!
    return { sent: operations.length, isTold: after.includes('quítala antes de esa lista') }
  }
  expect(changed(['2724'])).toEqual({ sent: 1, isTold: false })
  expect(changed([])).toEqual({ sent: 1, isTold: false })
  expect(changed(['2724', '20271'])).toEqual({ sent: 0, isTold: true })
  expect(changed(['20282', '20271'])).toEqual({ sent: 0, isTold: true })
})

test('nor is it told where it is excluded already, or all that its campaign is for', () => {
  expect(reason(account(['2724'], ['20271']))).toContain('En ninguna zona')
  expect(reason(account(['20271']))).toContain('En ninguna zona')
})
