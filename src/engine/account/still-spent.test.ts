import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount } from '../analyse-account.ts'
import { unsupportedNumbers } from '../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { found, reasonOf } from '../samples/sample-analysis.ts'
import type { NegativeKeyword, WholeSnapshot } from './snapshot.ts'
import { withoutExcluded } from './without-excluded.ts'

const base = sampleAccount()
const place = { campaignId: '3', adGroupId: '31' }
const NEGATIVE: NegativeKeyword = {
  ...{ scope: 'campaign', campaignId: '3' },
  ...{ text: 'disfraz', matchType: 'BROAD' },
}

/** A campaign that sells as the others do at 12.50 €, but for 4,000 clicks on costumes; `sold` of 200 other clicks. */
const account = (negatives: readonly NegativeKeyword[], sold = 8): WholeSnapshot => ({
  ...base,
  targetCpaMicros: 12.5 * MICROS,
  campaigns: [
    ...base.campaigns,
    campaign({
      ...{ id: '3', name: 'Botas', budgetId: '93', biddingStrategyType: 'MANUAL_CPC' },
      sums: sums(4_200, sold),
    }),
  ],
  searchTerms: [
    ...base.searchTerms,
    searchTerm('disfraz flamenca', sums(2_000, 0), place),
    searchTerm('disfraz vaquero', sums(2_000, 0), place),
  ],
  negatives,
})

test('a campaign is what it still spends on', () => {
  const { ongoing, lessened } = withoutExcluded(account([NEGATIVE]))
  expect(ongoing.campaigns[1]!.sums).toEqual(sums(200, 8))
  expect(ongoing.campaigns[0]).toBe(base.campaigns[0])
  expect(lessened).toEqual(new Set(['3']))
  expect(ongoing.keywords).toBe(base.keywords)
  const untouched = account([{ ...NEGATIVE, campaignId: '1' }])
  expect(withoutExcluded(untouched).ongoing.campaigns).toEqual(untouched.campaigns)
})

test('a column that is not known of it stays unknown', () => {
  const known = account([NEGATIVE])
  const campaigns = known.campaigns.map(({ sums: { valueMicros: _, ...own }, ...one }) => {
    return { ...one, sums: own }
  })
  const [, left] = withoutExcluded({ ...known, campaigns }).ongoing.campaigns
  expect(left!.sums.valueMicros).toBeUndefined()
})

test('a campaign is not said to sell nothing for searches that are excluded, by now or by another card', () => {
  const rule = 'campaigns-without-return'
  expect(found({ ...account([]), searchTerms: base.searchTerms }, rule)).toHaveLength(1)
  for (const negatives of [[], [NEGATIVE]]) expect(found(account(negatives), rule)).toEqual([])
  expect(reasonOf(account([]), rule)).toContain('búsquedas que excluye otra recomendación')
})

test('its cards say that what is excluded is left out', () => {
  const cards = analyseAccount(account([NEGATIVE], 80)).recommendations
  const own = cards.filter(({ campaignId }) => campaignId === '3')
  expect(own.length).toBeGreaterThan(0)
  for (const one of own) {
    expect(one.evidence.counterEvidence.join()).toContain('Las cifras de «Botas» son sin las')
    expect(unsupportedNumbers(one)).toEqual([])
  }
  const others = cards.filter(({ campaignId }) => campaignId === '1')
  for (const { evidence } of others)
    expect(evidence.counterEvidence.join()).not.toContain('Las cifras de')
})
