import { expect, test } from 'vitest'
import { campaign, keyword, sampleAccount, sums } from '../samples/sample-account.ts'
import { protectionOf } from './brand.ts'

const hotels = (
  named: { rate?: number; cpc?: number; text?: string } = {},
  name = 'Hotel Playa',
) => {
  const { rate = 0.12, cpc = 0.2, text = 'hotel playa' } = named
  const place = { campaignId: '2', adGroupId: '21' }
  const account = sampleAccount({
    campaigns: [campaign(), campaign({ id: '2', name })],
    keywords: [
      ...sampleAccount().keywords,
      keyword(text, sums(1_000, 1_000 * rate, cpc), place),
      keyword('hotel en cádiz', sums(4_000, 50, 0.9), place),
    ],
  })
  return protectionOf(account)
}
const isBrand = (of: ReturnType<typeof hotels>, text: string, campaignId = '2') => [
  of.namesBrand({ text, campaignId }),
  of.reasonFor(text, campaignId) === 'marca',
]

test('what a campaign is called by, and sells far more often and cheaply than the rest of it, is a name', () => {
  expect(isBrand(hotels(), 'reservas hotel playa')).toEqual([true, true])
  expect(isBrand(hotels(), 'hotel en cádiz')).toEqual([false, false])
  expect(isBrand(hotels(), 'hotel playa', '1')).toEqual([false, false])
})

test('not what only sells often, or only costs little, or says but one word, or is no name of its campaign', () => {
  expect(isBrand(hotels({ cpc: 0.6 }), 'hotel playa')).toEqual([false, false])
  expect(isBrand(hotels({ rate: 0.03 }), 'hotel playa')).toEqual([false, false])
  expect(isBrand(hotels({ rate: 0.009 }), 'hotel playa')).toEqual([false, false])
  expect(isBrand(hotels({ text: 'hotel' }), 'hotel')).toEqual([false, false])
  expect(isBrand(hotels({}, 'Genérica'), 'hotel playa')).toEqual([false, false])
})
