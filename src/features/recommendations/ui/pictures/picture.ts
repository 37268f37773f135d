import type { EvidenceCard } from '../../contract/recommendations.ts'

/** What is drawn in a row, on the scale that all rows of a picture share. */
export type Mark =
  /** A value with its 80 % range; without an upper end it goes on beyond the scale. */
  | { shape: 'range'; low: number; mid: number | null; high: number | null }
  | { shape: 'bar'; to: number }
  /** Begins where the row before ended. */
  | { shape: 'pile'; from: number; to: number }
  /** Parts of one whole, one after the other. */
  | { shape: 'parts'; parts: readonly number[] }
  /** One above the other, to be held against each other. */
  | { shape: 'pair'; first: number; second: number }
  | { shape: 'step'; from: number; to: number }

export type PictureRow = {
  label: string
  mark: Mark
  /** The value in words, at the end of the row. */
  text: string
  /** What the mark says besides, for who hears it. */
  heard?: string
}

export type RowsPicture = {
  kind: 'rows'
  /** What lies along the scale. */
  title: string
  rows: readonly PictureRow[]
  /** What the rows are held against. */
  line: { value: number; text: string } | null
  /** Names of the parts or of the two bars, in their order. */
  key: readonly string[]
  /** Rows that the table has besides. */
  more: number
}

export type DaysPicture = {
  kind: 'days'
  title: string
  days: readonly { day: string; clicks: number; conversions: number }[]
  /** The days that the card speaks of. */
  from: string
  to: string
}

export type Picture = RowsPicture | DaysPicture

export type Row = EvidenceCard['table']['rows'][number]

/** More are read in the table. */
export const MOST_ROWS = 6

export function numberOf(row: Row, key: string): number | null {
  const value = row[key]
  return typeof value === 'number' ? value : null
}

export function figureOf({ figures, test }: EvidenceCard, key: string): number | null {
  const found = [...figures, ...test.numbers].find((figure) => figure.key === key)
  return typeof found?.value === 'number' ? found.value : null
}

/** What a row is called: its first column, and its place where that alone would name two. */
export function labelsOf({ table }: EvidenceCard): string[] {
  const names = table.columns.filter(({ unit }) => unit === 'text').map(({ key }) => key)
  const [first = ''] = names
  const text = (row: Row, key: string) => String(row[key] ?? '')
  const all = table.rows.map((row) => text(row, first))
  return table.rows.map((row, at) => {
    const label = all[at] ?? ''
    if (all.filter((other) => other === label).length < 2) return label
    const place = ['adGroup', 'campaign', 'matchType'].find((key) => row[key])
    return place ? `${label} · ${text(row, place)}` : label
  })
}
