import { expect, test } from 'vitest'
import { parseReport } from './parse-report.ts'
import { heldBytes } from './report-bytes.ts'
import { encode, type FileEncoding, FORMATS, random, randomReport } from './report-samples.ts'

const ENCODINGS: FileEncoding[] = [
  'utf-8',
  'utf-8-bom',
  'utf-16le',
  'utf-16be',
  'utf-16le-bare',
  'windows-1252',
]

test.each(Object.entries(FORMATS))(
  '%s: random reports keep their sums in every encoding',
  (_, format) => {
    const next = random(42)
    for (let round = 0; round < 25; round += 1) {
      const { text, listed, hidden } = randomReport(format, 1 + Math.floor(next() * 40), next)
      for (const encoding of ENCODINGS) {
        const report = parseReport(heldBytes(encode(text, encoding)), 'informe.csv')
        if (!report.ok) throw new Error(report.message)
        expect(report.skipped).toEqual([])
        expect(report.listed).toEqual(listed)
        expect(report.hidden).toEqual(hidden)
        expect(report.difference).toBeNull()
        expect(report.period).toEqual({ from: '2026-09-01', to: '2026-09-30' })
        expect(report.rows.every((row) => row.matchType && row.keyword && row.campaign)).toBe(true)
      }
    }
  },
)

test('30,000 rows', () => {
  const { text, listed } = randomReport(FORMATS.spain, 30_000, random(3))
  const bytes = encode(text, 'utf-16le')
  const start = performance.now()
  const report = parseReport(heldBytes(bytes), 'informe.csv')
  const took = Math.round(performance.now() - start)
  expect(report).toMatchObject({ ok: true, rowsRead: 30_000, listed })
  process.stdout.write(`30,000 rows, ${bytes.length} bytes: ${took} ms\n`)
})
