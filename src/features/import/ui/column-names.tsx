import { classes } from '#kit/class-names.ts'
import { Select } from '#kit/components/select.tsx'
import { COLUMN_MEANINGS, type ColumnMeaning, type ColumnQuestion } from '../contract.ts'

type ColumnNamesProps = {
  question: ColumnQuestion
  named: (ColumnMeaning | null)[]
  onName: (named: (ColumnMeaning | null)[]) => void
}

/** The first rows of a file; above each column what it is taken for. A meaning is given to one column only. */
export function ColumnNames({ question, named, onName }: ColumnNamesProps) {
  const { headers, rows } = question
  const name = (column: number, meaning: string) =>
    onName(
      named.map((one, i) => {
        if (i === column) return COLUMN_MEANINGS.find((known) => known === meaning) ?? null
        return one === meaning ? null : one
      }),
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label="Columnas del archivo" tabIndex={0} className="relative overflow-x-auto">
      <table className="text-sm">
        <caption className="sr-only">Primeras filas del archivo y qué es cada columna</caption>
        <thead>
          <tr>
            {headers.map((header, column) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and may share a name
                key={column}
                scope="col"
                className="min-w-40 px-1.5 pb-2 text-left align-bottom font-medium first:pl-0"
              >
                <span className="mb-1 block max-w-56 truncate" title={header}>
                  {header || `Columna ${column + 1}`}
                </span>
                <Select
                  label={`Qué es «${header || `Columna ${column + 1}`}»`}
                  hideLabel
                  value={named[column] ?? ''}
                  onChange={(event) => name(column, event.target.value)}
                >
                  <option value="">No se usa</option>
                  {COLUMN_MEANINGS.map((meaning) => (
                    <option key={meaning} value={meaning}>
                      {MEANINGS[meaning]}
                    </option>
                  ))}
                </Select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular">
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <tr key={row} className="border-t border-line">
              {headers.map((_, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  key={column}
                  title={cells[column]}
                  className={classes(
                    'max-w-56 truncate px-1.5 py-1 first:pl-0',
                    !named[column] && 'text-ink-faint',
                  )}
                >
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const MEANINGS: Record<ColumnMeaning, string> = {
  campaign: 'Campaña',
  adGroup: 'Grupo de anuncios',
  keyword: 'Palabra clave',
  searchTerm: 'Término de búsqueda',
  impressions: 'Impresiones',
  clicks: 'Clics',
  cost: 'Coste',
  conversions: 'Conversiones',
  value: 'Valor de conversión',
  day: 'Día',
  week: 'Semana',
  month: 'Mes',
  matchType: 'Tipo de concordancia',
  campaignStatus: 'Estado de la campaña',
  adGroupStatus: 'Estado del grupo de anuncios',
  keywordStatus: 'Estado de la palabra clave',
  status: 'Estado',
  campaignType: 'Tipo de campaña',
  budget: 'Presupuesto diario',
  currencyCode: 'Código de moneda',
}
