import { expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { MICROS } from '#shared/metrics.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'

test('what to raise and to better is what a campaign for products has', () => {
  const eligible = 400_000
  const losing = (
    over: Partial<CampaignFacts<Column>>,
    ...others: Partial<CampaignFacts<Column>>[]
  ) => {
    const lost = { impressionShare: { eligible, lostToBudget: 0, lostToRank: 0.6 * eligible } }
    const campaigns = [over, ...others].map((one, i) =>
      campaign({ ...lost, id: `${i + 1}`, ...one }),
    )
    const [card] = found(sampleAccount({ targetCpaMicros: 25 * MICROS, campaigns }), 'lost-to-rank')
    return [card!.description, card!.evidence.change!.after].join(' ')
  }
  const shopping = { channelType: 'SHOPPING', biddingStrategyType: 'MANUAL_CPC' }
  const max = { channelType: 'PERFORMANCE_MAX' }
  expect(losing(shopping)).toContain('los grupos de productos que mejor venden')
  expect(losing({ ...shopping, biddingStrategyType: 'UNKNOWN' })).toContain('grupos de productos')
  expect(losing({ biddingStrategyType: 'MANUAL_CPC' })).toContain('palabras clave')
  for (const text of [losing(shopping), losing(shopping, max), losing(max), losing(max, max)]) {
    expect(text).not.toContain('palabras')
    expect(text).not.toMatch(/ calidad/)
  }
  expect(losing(shopping, max)).toContain('el título, el precio y la foto de los productos')
  expect(losing({}, {})).toContain('mejora primero la calidad, y afloja')
  expect(losing({}, shopping)).toContain('mejora primero la calidad, o el título')
})

test('shares that Google does not tell are no figures', () => {
  const losing = (had: number, lostToRank: number) => {
    const own = sums(9_000, 360)
    const eligible = Math.round(own.impressions / had)
    const share = { eligible, lostToBudget: 0, lostToRank: lostToRank * eligible }
    const campaigns = [campaign({ sums: own, impressionShare: share })]
    const [card] = found(sampleAccount({ targetCpaMicros: 15 * MICROS, campaigns }), 'lost-to-rank')
    expect(unsupportedNumbers(card!)).toEqual([])
    return `${card!.title} ${card!.whyNow}`
  }
  expect(losing(0.5, 0.45)).toMatch(/por ranking el 45\u00a0% de .* Solo sale en el 50\u00a0% de /)
  expect(losing(0.0999, 0.9001)).toMatch(
    /más del 90\u00a0% de .* Solo sale en menos del 10\u00a0% /,
  )
})

test('without a price that is said, what it costs is told without the brand, as it was held against the mean', () => {
  const share = { eligible: 400_000, lostToBudget: 0, lostToRank: 200_000 }
  const account = sampleAccount({
    campaigns: [
      campaign({ sums: sums(9_000, 560), impressionShare: share }),
      campaign({ id: '2', name: 'Botas', sums: sums(9_000, 180) }),
    ],
    searchTerms: [
      searchTerm('calzados lumbre', sums(1_000, 200)),
      searchTerm('zapatos mujer', sums(3_000, 120)),
    ],
  })
  const [card] = found(account, 'lost-to-rank')
  expect(card!.description).toMatch(/ 11,11\s€ sin la marca y podrías pagar /)
  expect(card!.evidence.figures.find(({ key }) => key === 'cpa')!.label).toMatch(/ sin la marca$/)
})
