import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
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
