import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { AccountInventory } from '../account/inventory.ts'
import { analyseAccount } from '../analyse-account.ts'
import type { RuleName } from '../rules/rules.ts'
import { campaign, sums } from '../samples/sample-account.ts'
import { equippedAccount, settings } from '../samples/sample-inventory.ts'

/** By rule, how many changes the cards about a campaign of this kind would send; one sells nothing, the other at the usual price. */
function sent(channelType: string, rule: RuleName, id: string, inventory: AccountInventory = {}) {
  const asked = { channelType, biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 15 * MICROS }
  const account = equippedAccount(inventory, {
    campaigns: [
      campaign(asked),
      campaign({ id: '2', name: 'Botas', budgetId: '92' }),
      campaign({ ...asked, id: '3', name: 'Anuncio', budgetId: '93', sums: sums(3_000, 0) }),
    ],
  })
  const own = analyseAccount(account).recommendations.filter(
    (one) => one.rule === rule && one.campaignId === id,
  )
  return own.map(({ evidence }) => evidence.change!.operations.length)
}

test('of Video campaigns all is told and nothing sent: Google’s API takes no change of them', () => {
  const outside: AccountInventory = {
    campaignSettings: [settings({ positiveGeoTargetType: 'PRESENCE_OR_INTEREST' })],
    locationMatches: [
      { campaignId: '1', countryId: '2724', isTargeted: true, sums: sums(8_000, 355) },
      { campaignId: '1', countryId: '2724', isTargeted: false, sums: sums(1_000, 5) },
    ],
  }
  const place = (placement: string, clicks: number, conversions: number) => ({
    ...{ campaignId: '1', placement, name: '', type: 'YOUTUBE_CHANNEL' },
    sums: sums(clicks, conversions),
  })
  const places = { placements: [place('UCventas', 8_000, 360), place('UCdibujos', 600, 0)] }
  const sentBy = (channelType: string) => [
    sent(channelType, 'campaigns-without-return', '3'),
    sent(channelType, 'location-targeting', '1', outside),
    sent(channelType, 'wasted-placements', '1', places),
  ]
  expect(sentBy('DISPLAY')).toEqual([[1], [1], [1]])
  expect(sentBy('VIDEO')).toEqual([[0], [0], [0]])
})
