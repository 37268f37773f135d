import { evidenceText } from '#kit/evidence-text.ts'
import { priceRange, rateRange } from '#shared/count-ranges.ts'
import { decimal, plural, quantity } from '#shared/spanish-numbers.ts'
import type { Unit } from '#shared/unit-text.ts'
import type { EvidenceCard } from '../../contract/recommendations.ts'
import {
  figureOf,
  labelsOf,
  MOST_ROWS,
  numberOf,
  type Picture,
  type PictureRow,
  type Row,
  type RowsPicture,
} from './picture.ts'

/** What a picture is made of; null where the card has not the facts for it. */
export type Draw = (card: EvidenceCard) => Picture | null

/** Clicks that pile up without a sale: each row begins where the one before ended. */
export const pile: Draw = (card) => {
  const rows = card.table.rows
  const costs = rows.map((row) => numberOf(row, 'cost') ?? 0)
  const isBarren = rows.every((row) => numberOf(row, 'conversions') === 0)
  if (!isBarren || costs.every((cost) => cost === 0)) return null
  const labels = labelsOf(card)
  const text = (cost: number, clicks: number) =>
    `${evidenceText('money', cost, card.currencyCode)} · ${plural(clicks, 'clic', 'clics')}`
  let start = 0
  const steps = rows.slice(0, MOST_ROWS).map((row, at): PictureRow => {
    const from = start
    start += costs[at] ?? 0
    return {
      label: labels[at] ?? '',
      mark: { shape: 'pile', from, to: start },
      text: text(costs[at] ?? 0, numberOf(row, 'clicks') ?? 0),
    }
  })
  const cost = costs.reduce((sum, one) => sum + one, 0)
  const clicks = rows.reduce((sum, row) => sum + (numberOf(row, 'clicks') ?? 0), 0)
  const all: PictureRow = {
    label: 'Todas juntas, ninguna conversión',
    mark: { shape: 'bar', to: cost },
    text: text(cost, clicks),
  }
  const title = 'Lo gastado se acumula y no llega ninguna conversión'
  return framed(card, { title, rows: rows.length > 1 ? [...steps, all] : steps })
}

/** How many clicks of a hundred become a conversion, each row with its range. */
export const rates: Draw = (card) => {
  const rows = drawnRows(card, ['clicks', 'conversions']).filter(
    ({ row }) => (numberOf(row, 'clicks') ?? 0) > 0,
  )
  if (rows.length < 2) return null
  return framed(card, {
    title: 'Conversiones por clic, con su horquilla del 80 %',
    rows: rows.map(({ label, row }) => {
      const clicks = numberOf(row, 'clicks') ?? 0
      const { low, mid, high } = rateRange(numberOf(row, 'conversions') ?? 0, clicks)
      return {
        label,
        mark: { shape: 'range', low, mid, high },
        text: `${percentText(mid)} · ${plural(clicks, 'clic', 'clics')}`,
        heard: `entre ${percentText(low)} y ${percentText(high)}`,
      }
    }),
  })
}

/** Ads that share an ad group: what a thousand impressions of each bring. */
export const ads: Draw = (card) => {
  const rows = drawnRows(card, ['impressions', 'conversions'])
  if (rows.length < 2) return null
  return framed(card, {
    title: 'Conversiones por cada mil impresiones, con su horquilla del 80 %',
    rows: rows.map(({ label, row }) => {
      const impressions = numberOf(row, 'impressions') ?? 0
      const thousands = impressions / 1000
      const range = rateRange(numberOf(row, 'conversions') ?? 0, thousands)
      return {
        label,
        mark: { shape: 'range', ...range },
        text: `${decimal(range.mid, 2)} · ${plural(impressions, 'impresión', 'impresiones')}`,
        heard: `entre ${decimal(range.low, 2)} y ${decimal(range.high, 2)}`,
      }
    }),
  })
}

/** What a conversion costs in each row, held against what it may cost where the card says so. */
export function prices(reference: Record<string, string> = {}): Draw {
  return (card) => {
    const rows = drawnRows(card, ['cost', 'conversions']).filter(
      ({ row }) => (numberOf(row, 'cost') ?? 0) > 0,
    )
    const line = lineOf(card, reference)
    if (rows.length < (line ? 1 : 2)) return null
    const money = (micros: number) => evidenceText('money', micros, card.currencyCode)
    return framed(card, {
      title: 'Lo que cuesta una conversión, con su horquilla del 80 %',
      line,
      rows: rows.map(({ label, row }) => {
        const count = numberOf(row, 'conversions') ?? 0
        const { low, mid, high } = priceRange(count, numberOf(row, 'cost') ?? 0)
        const counted = `${quantity(count)} conv.`
        const plan = typeof row.plan === 'string' && row.plan !== '' ? ` · ${row.plan}` : ''
        return {
          label,
          mark: { shape: 'range', low, mid, high },
          text: `${mid === null ? `más de ${money(low)}` : money(mid)} · ${counted}${plan}`,
          heard: high === null ? `más de ${money(low)}` : `entre ${money(low)} y ${money(high)}`,
        }
      }),
    })
  }
}

/** One bar a row. */
export function bars(key: string, title: string, reference: Record<string, string> = {}): Draw {
  return (card) => {
    const unit = card.table.columns.find((column) => column.key === key)?.unit
    const rows = drawnRows(card, [key])
    if (!unit || rows.length === 0) return null
    return framed(card, {
      title,
      line: lineOf(card, reference),
      rows: rows.map(({ label, row }) => {
        const value = numberOf(row, key) ?? 0
        return {
          label,
          mark: { shape: 'bar', to: value },
          text: evidenceText(unit, value, card.currencyCode),
        }
      }),
    })
  }
}

/** From what stands now to what is proposed. */
export function steps(keys: { from: string; to: string; title: string }): Draw {
  return (card) => {
    const rows = drawnRows(card, [keys.from, keys.to])
    if (rows.length === 0) return null
    const money = (micros: number) => evidenceText('money', micros, card.currencyCode)
    return framed(card, {
      title: keys.title,
      key: ['Ahora', 'Propuesto'],
      rows: rows.map(({ label, row }) => {
        const [from, to] = [numberOf(row, keys.from) ?? 0, numberOf(row, keys.to) ?? 0]
        const price = priceRange(numberOf(row, 'conversions') ?? 0, numberOf(row, 'cost') ?? 0)
        const each = price.mid === null ? 'sin conversiones' : `${money(price.mid)} por conv.`
        return {
          label,
          mark: { shape: 'step', from, to },
          text: `${money(from)} → ${money(to)} · ${each}`,
        }
      }),
    })
  }
}

/** Two amounts of each row, one above the other. */
export function pairs(
  keys: { first: string; second: string },
  names: { title: string; first: string; second: string },
): Draw {
  return (card) => {
    const rows = drawnRows(card, [keys.first, keys.second])
    if (rows.length === 0) return null
    const text = (key: string, value: number) => {
      const unit = card.table.columns.find((column) => column.key === key)?.unit ?? 'quantity'
      return evidenceText(unit, value, card.currencyCode)
    }
    return framed(card, {
      title: names.title,
      key: [names.first, names.second],
      rows: rows.map(({ label, row }) => {
        const [first, second] = [numberOf(row, keys.first) ?? 0, numberOf(row, keys.second) ?? 0]
        return {
          label,
          mark: { shape: 'pair', first, second },
          text: `${text(keys.first, first)} · ${text(keys.second, second)}`,
        }
      }),
    })
  }
}

/** Parts of each row's whole, as `split` reads them off its cells. */
export function wholes(
  names: { title: string; parts: readonly string[]; unit: Unit },
  split: (row: Row, card: EvidenceCard) => readonly (number | null)[],
): Draw {
  return (card) => {
    const labels = labelsOf(card)
    const rows = card.table.rows.flatMap((row, at) => {
      const parts = split(row, card)
      return parts.every((part) => part !== null) ? [{ label: labels[at] ?? '', parts }] : []
    })
    if (rows.length === 0) return null
    return framed(card, {
      title: names.title,
      key: names.parts,
      rows: rows.map(({ label, parts }) => ({
        label,
        mark: { shape: 'parts', parts },
        text: parts.map((part) => evidenceText(names.unit, part, card.currencyCode)).join(' · '),
      })),
    })
  }
}

/** Figures of the card beside each other, under the names they have there. */
export function figures(title: string, keys: readonly string[]): Draw {
  return (card) => {
    const all = [...card.figures, ...card.test.numbers]
    const found = keys.flatMap((key) => all.find((figure) => figure.key === key) ?? [])
    if (found.length < keys.length) return null
    const rows = found.flatMap(({ label, unit, value }) =>
      typeof value === 'number'
        ? [
            {
              label,
              mark: { shape: 'bar', to: value } as const,
              text: evidenceText(unit, value, card.currencyCode),
            },
          ]
        : [],
    )
    return rows.length < keys.length ? null : framed(card, { title, rows })
  }
}

function framed(
  { table }: EvidenceCard,
  picture: Pick<RowsPicture, 'title' | 'rows'> & Partial<RowsPicture>,
): RowsPicture {
  const drawn = picture.rows.slice(0, MOST_ROWS + 1)
  const more = Math.max(0, table.rows.length - MOST_ROWS)
  return { kind: 'rows', line: null, key: [], more, ...picture, rows: drawn }
}

/** Rows that have all of these cells, as many as are drawn. */
function drawnRows(card: EvidenceCard, keys: readonly string[]) {
  const labels = labelsOf(card)
  return card.table.rows
    .map((row, at) => ({ row, label: labels[at] ?? '' }))
    .filter(({ row }) => keys.every((key) => numberOf(row, key) !== null))
    .slice(0, MOST_ROWS)
}

/** `reference`: figures by their key, with what the line is called; the first one there. */
function lineOf(card: EvidenceCard, reference: Record<string, string>): RowsPicture['line'] {
  for (const [key, name] of Object.entries(reference)) {
    const value = figureOf(card, key)
    const unit = [...card.figures, ...card.test.numbers].find((one) => one.key === key)?.unit
    if (value !== null && unit)
      return { value, text: `${name}: ${evidenceText(unit, value, card.currencyCode)}` }
  }
  return null
}

const percentText = (value: number) => evidenceText('percent', value, '')
