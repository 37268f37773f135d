import type { TableRow, UnnumberedTable } from '../contract/data-table.ts'
import { rowText } from './cells.ts'
import { type MeasureKey, measureOf } from './measures.ts'

type Table = UnnumberedTable
type Told = {
  key: MeasureKey
  tables: { change: Table; factors: Table; splits: readonly Table[]; changes: Table }
  currency: string
}

/** Of the parts that are not named, all together. */
export const REST = 'rest'

/** Says what adds up to the change; that a change in the account came first does not say that it caused it. */
export function whyText({ key, tables, currency }: Told): string {
  const { change, factors, splits, changes } = tables
  const [row] = change.rows
  if (!row) return ''
  const head = `${measureOf(key).label}: ${rowText(row, 'value', currency)} frente a ${rowText(row, 'previous', currency)}, una diferencia de ${signed(row, 'difference', currency)}.`
  if (factors.rows.length === 0)
    return `${head} No se puede repartir: en uno de los periodos faltan clics, conversiones o gasto.`
  const parts = factors.rows.map((part) => `${part.label} ${signed(part, 'effect', currency)}`)
  const lines = [head, `Partes, que suman la diferencia: ${parts.join('; ')}.`]
  for (const split of splits.filter(({ rows }) => rows.length > 0))
    lines.push(`${split.title}: ${split.rows.map((one) => partText(one, currency)).join('; ')}.`)
  lines.push(changesLine(changes, currency))
  return lines.join('\n')
}

function partText(row: TableRow, currency: string): string {
  const name = row.key === REST ? row.label : `«${row.label}»`
  return `${name} ${signed(row, 'effect', currency)}`
}

function changesLine({ rows }: Table, currency: string): string {
  if (rows.length === 0) return 'En esos días no consta ningún cambio en la cuenta.'
  const told = rows.map((row) => {
    const by = rowText(row, 'by', currency)
    return `«${row.label}»${by ? `, por ${by}` : ''}, el ${rowText(row, 'day', currency)}`
  })
  return `Cambios hechos en esos días, sin que conste que sean la causa: ${told.join('; ')}.`
}

function signed(row: TableRow, column: string, currency: string): string {
  const text = rowText(row, column, currency)
  return Number(row.cells[column]?.value) > 0 ? `+${text}` : text
}
