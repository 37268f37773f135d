import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { campaign, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, plain } from '../../samples/sample-analysis.ts'
import { uniformsFrom } from '../../statistics/random.ts'

const KINDS = ['sandalias', 'botines', 'mocasines', 'deportivas', 'tacones', 'zuecos', 'bailarinas']
const WORDS = ['mujer', 'hombre', 'niño', 'niña', 'piel', 'baratas', 'cómodas', 'negras']
const CLICKS = 90

/** All searches sell alike, at less than half of what its campaign asks for; another campaign reaches its own. */
function shop(seed: string, rate: number, worse: Record<string, number> = {}): WholeSnapshot {
  const next = uniformsFrom(seed)
  const place = { campaignId: '1', adGroupId: '', keywordText: undefined }
  const sold = (chance: number) =>
    Array.from({ length: CLICKS }, () => Number(next() < chance)).reduce((sum, one) => sum + one, 0)
  const rows = KINDS.flatMap((kind) =>
    WORDS.map((word) => {
      const text = `${kind} ${word}`
      return searchTerm(text, sums(CLICKS, sold(rate * (worse[word] ?? 1)), 0.35), place)
    }),
  )
  const all = rows.reduce((sum, row) => sum + row.sums.conversionsMicros / MICROS, 0)
  const asked = { biddingStrategyType: 'TARGET_ROAS', targetRoas: 5, impressionShare: undefined }
  const feed = { id: '1', name: 'Feed', channelType: 'PERFORMANCE_MAX' } as const
  const good = { id: '2', name: 'Laboral', channelType: 'SHOPPING' } as const
  const safety = ['zapatos seguridad', 'botas seguridad'].map((text) =>
    searchTerm(text, sums(1_500, 58, 0.3), { ...place, campaignId: '2' }),
  )
  return sampleAccount({
    campaigns: [
      campaign({ ...feed, ...asked, sums: sums(rows.length * CLICKS, all, 0.35) }),
      campaign({ ...good, ...asked, sums: sums(3_000, 116, 0.3) }),
    ],
    searchTerms: [...rows, ...safety],
    keywords: [],
    adGroups: [],
  })
}

const RULES = ['wasted-ngrams', 'wasted-search-terms'] as const
const excluded = (account: WholeSnapshot) =>
  RULES.flatMap((rule) => found(account, rule)).map(({ title }) => plain(title))

/** Of the clicks of the campaign, which all cost the same. */
function excludedShare(account: WholeSnapshot): number {
  const texts = RULES.flatMap((rule) => found(account, rule)).flatMap(({ evidence }) =>
    evidence.change!.operations.flatMap((one) =>
      'text' in one ? [String(one.text).split(' ')] : [],
    ),
  )
  const own = account.searchTerms.filter(({ campaignId }) => campaignId === '1')
  const gone = own.filter(({ term }) =>
    texts.some((words) => words.every((word) => term.split(' ').includes(word))),
  )
  return gone.length / own.length
}

const RATE = 0.016
const shops = (worse?: Record<string, number>) =>
  Array.from({ length: 6 }, (_, i) => shop(`alike ${i}`, RATE, worse))

test('where all of a campaign misses its target alike, most of it is never excluded by chance', () => {
  const shares = shops().map(excludedShare)
  expect(Math.max(...shares)).toBeLessThan(0.5)
  const none = shops().filter((account) => excludedShare(account) === 0)
  expect(none.length).toBeGreaterThanOrEqual(3)
  for (const account of none)
    expect(found(account, 'bid-targets').map(({ campaignId }) => campaignId)).toEqual(['1'])
})

test('what is worse than the rest of such a campaign still is', () => {
  const told = shops({ baratas: 0 }).map((account) => excluded(account).join())
  for (const titles of told) expect(titles).toContain('«baratas»')
})
