import { describe, expect, test } from 'vitest'
import { type Dialect, HEADER_SETS, headerSetText } from './header-sets.ts'
import { parseReport } from './parse-report.ts'
import { heldBytes } from './report-bytes.ts'
import { isKnownHeader } from './report-headers.ts'
import { encode, type FileEncoding } from './report-samples.ts'

const DIALECTS: Dialect[] = ['spain', 'latam', 'english']
const FORMATS: [FileEncoding, ',' | ';' | '\t'][] = [
  ['utf-8', ','],
  ['utf-16le', '\t'],
  ['windows-1252', ';'],
]

describe.each(HEADER_SETS)('$kind', (set) => {
  test.each(DIALECTS)(
    '%s: every header is known, in all the forms a file is saved in',
    (dialect) => {
      const headers = set.columns.map((names) => names[dialect])
      expect(headers.filter((header) => !isKnownHeader(header))).toEqual([])
      for (const [encoding, delimiter] of FORMATS) {
        // The oldest of them has no letter for a shoe.
        const text = headerSetText(set, dialect, delimiter)
        const plain = encoding === 'windows-1252' ? text.replace('👟', '·') : text
        const report = parseReport(heldBytes(encode(plain, encoding)), 'informe.csv')
        expect(report).toMatchObject({
          ok: true,
          kind: set.kind,
          step: 'period',
          title: set.title[dialect],
          period: { from: '2026-09-01', to: '2026-09-30' },
          currencyCode: { spain: 'EUR', latam: 'MXN', english: 'USD' }[dialect],
          known: ['impressions', 'clicks', 'costMicros', 'conversionsMicros', 'valueMicros'],
          skipped: [],
          unaligned: [],
          listed: {
            impressions: 13_147,
            clicks: 1_277,
            costMicros: 8_752_000_000,
            conversionsMicros: 31_500_000,
            valueMicros: 1_234_560_000,
          },
          hiddenBy: set.kind === 'search_terms' ? 'google' : 'elsewhere',
        })
        if (!report.ok) continue
        expect(report.rows).toHaveLength(2)
        expect(report.totals).toHaveLength(set.totals.length)
        expect(report.fileTotal).toMatchObject({ clicks: 2_554 })
      }
    },
  )
})

test('states, match types and added terms of every dialect are told alike', () => {
  const rowsOf = (kind: string, dialect: Dialect) => {
    const set = HEADER_SETS.find((one) => one.kind === kind)!
    const report = parseReport(
      heldBytes(encode(headerSetText(set, dialect, ','), 'utf-8')),
      'i.csv',
    )
    return report.ok ? report.rows : []
  }
  for (const dialect of DIALECTS) {
    expect(rowsOf('keywords', dialect)).toMatchObject([
      { keyword: 'zapatos de piel', matchType: 'EXACT', status: 'ENABLED', qualityScore: 8 },
      { keyword: 'botas', matchType: 'PHRASE', closeVariant: true, status: 'PAUSED' },
    ])
    expect(rowsOf('ad_groups', dialect).map(({ status }) => status)).toEqual(['ENABLED', 'PAUSED'])
    expect(rowsOf('campaigns', dialect)).toMatchObject([
      { status: 'ENABLED', campaignType: 'SEARCH', budgetMicros: 45_000_000 },
      { status: 'PAUSED', campaignType: 'PERFORMANCE_MAX' },
    ])
    expect(rowsOf('search_terms', dialect)).toMatchObject([
      { searchTerm: 'total gym', addedExcluded: 'ADDED' },
      { searchTerm: '"línea",\n=1+1 👟 <b>', addedExcluded: 'NONE', keyword: 'botas mujer' },
    ])
  }
})
