import type { Day } from '#shared/dates.ts'
import { type DateOrder, dateOrder, NUMERIC, orderOfNumbers, parseDay } from './report-dates.ts'
import type { ReportLanguage } from './report-types.ts'
import type { Delimiter } from './table-cells.ts'

/**
 * How a column writes its days. Where both orders can be, as in the first days of a month, the period that the file states tells;
 * without one semicolons show the spreadsheet of a country that writes the day first. The headers say only who downloaded it.
 */
export function decideDateOrder(
  cells: readonly string[],
  told: {
    language: ReportLanguage
    period: { from: Day; to: Day } | null
    delimiter: Delimiter
  },
): { order: DateOrder; notes: string[] } {
  const texts = new Set(cells)
  const certain = orderOfNumbers(texts)
  if (certain) return { order: certain, notes: [] }
  const usual = dateOrder([], told.language)
  const open = [...texts].flatMap((text) => text.match(NUMERIC) ?? [])
  const example = open.find((day) => parseDay(day, 'day-first') !== parseDay(day, 'month-first'))
  if (!example) return { order: usual, notes: [] }
  const because = (order: DateOrder, reason: string) => {
    const meaning = order === 'day-first' ? 'día/mes' : 'mes/día'
    const note = `«${example}» puede leerse de dos maneras; se ha leído como ${meaning} porque ${reason}. Comprueba las fechas.`
    return { order, notes: [note] }
  }
  const { period } = told
  const inside = (order: DateOrder) =>
    open.filter((text) => {
      const day = parseDay(text, order)
      return period && day && period.from <= day && day <= period.to
    }).length
  const more = inside('day-first') - inside('month-first')
  const byPeriod = more > 0 ? 'day-first' : more < 0 ? 'month-first' : null
  if (byPeriod)
    return byPeriod === usual
      ? { order: usual, notes: [] }
      : because(byPeriod, 'así son los días del periodo que dice el archivo')
  if (usual === 'day-first') return { order: usual, notes: [] }
  return told.delimiter === ';'
    ? because('day-first', 'las columnas se separan con punto y coma')
    : because(usual, 'las cabeceras están en inglés')
}
