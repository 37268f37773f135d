import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'

test('forty campaigns with the same dear keyword are one card that names the campaign of each', () => {
  const ids = Array.from({ length: 40 }, (_, i) => `${i + 1}`)
  const dear = ids.map((id) =>
    keyword('botas lluvia', sums(600, 4), {
      campaignId: id,
      adGroupId: `${id}1`,
      bidMicros: 600_000,
    }),
  )
  const franchise = sampleAccount({
    targetCpaMicros: 12.5 * MICROS,
    campaigns: ids.map((id) =>
      campaign({ id, name: `Ciudad ${id}`, biddingStrategyType: 'MANUAL_CPC', sums: sums(600, 4) }),
    ),
    adGroups: ids.map((id) => ({
      id: `${id}1`,
      campaignId: id,
      name: 'G',
      status: 'ENABLED' as const,
    })),
    keywords: dear,
    searchTerms: [],
  })
  const [one, ...others] = found(franchise, 'keyword-bids')
  expect(others).toEqual([])
  expect(one!.title).toMatch(/^Baja 40 pujas de 40\scampañas$/)
  expect(one!.evidence.change!.operations).toHaveLength(40)
  const { columns, rows } = one!.evidence.table
  expect(columns.map(({ key }) => key)).toContain('campaign')
  expect(new Set(rows.map((row) => row.campaign)).size).toBe(40)
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('by hand, where only the mean is known, costing a little more than it is no reason to bid less or to stop', () => {
  const analysed = (conversions: number) =>
    sampleAccount({
      targetCpaMicros: undefined,
      campaigns: [campaign({ biddingStrategyType: 'MANUAL_CPC', sums: sums(50_000, 2_000) })],
      keywords: [
        keyword('botas lluvia', sums(20_000, conversions), { bidMicros: 600_000 }),
        keyword('zapatos piel', sums(30_000, 2_000 - conversions), { bidMicros: 600_000 }),
      ],
      searchTerms: [
        searchTerm('botas lluvia', sums(20_000, conversions)),
        searchTerm('zapatos piel', sums(30_000, 2_000 - conversions)),
      ],
    })
  const about = (conversions: number) =>
    ['keyword-bids', 'wasted-search-terms'].flatMap((rule) =>
      found(analysed(conversions), rule as 'keyword-bids').filter(({ title }) =>
        title.includes('botas'),
      ),
    )
  expect(about(680)).toEqual([])
  expect(
    about(200)
      .map(({ title }) => title)
      .join(),
  ).toMatch(/Baja la puja|Excluye/)
})
