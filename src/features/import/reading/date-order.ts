import { addDays, type Day, type DayRange } from '#shared/dates.ts'
import type { Delimiter } from './csv-records.ts'
import type { DecimalMark } from './numbers.ts'
import { type DateOrder, dateOrder, NUMERIC, orderOfNumbers, parseDay } from './report-dates.ts'
import type { ReportLanguage, Step } from './report-types.ts'

type Told = {
  language: ReportLanguage
  /** As the file states it, where it can be read in one way only. */
  period: DayRange | null
  delimiter: Delimiter
  decimalMark: DecimalMark
  step: Step
  /** No report has days after it. */
  today?: Day | undefined
}

/**
 * How a file writes its days. Where both orders can be, as in the first days of a month, the first of the grounds below that
 * speaks for one tells. The headers say only who downloaded it.
 */
export function decideDateOrder(
  cells: readonly string[],
  told: Told,
): { order: DateOrder; notes: string[] } {
  const texts = new Set(cells)
  const certain = orderOfNumbers(texts)
  if (certain) return { order: certain, notes: [] }
  const usual = dateOrder([], told.language)
  const open = [...texts].flatMap((text) => text.match(NUMERIC) ?? [])
  const example = open.find((day) => parseDay(day, 'day-first') !== parseDay(day, 'month-first'))
  if (!example) return { order: usual, notes: [] }
  const [order, reason] = groundFor(open, told) ?? [usual, 'las cabeceras están en inglés']
  const isExpected = order === usual && (usual === 'day-first' || reason === BY_PERIOD)
  if (isExpected) return { order, notes: [] }
  const meaning = order === 'day-first' ? 'día/mes' : 'mes/día'
  const note = `«${example}» puede leerse de dos maneras; se ha leído como ${meaning} porque ${reason}. Comprueba las fechas.`
  return { order, notes: [note] }
}

const BY_PERIOD = 'así son los días del periodo que dice el archivo'

function groundFor(
  open: readonly string[],
  { period, step, today, decimalMark, delimiter }: Told,
): [DateOrder, string] | null {
  const daysIn = (order: DateOrder) => open.flatMap((text) => parseDay(text, order) ?? [])
  const readings = { 'day-first': daysIn('day-first'), 'month-first': daysIn('month-first') }
  const likelier = (score: (days: Day[]) => number): DateOrder | null => {
    const more = score(readings['day-first']) - score(readings['month-first'])
    return more > 0 ? 'day-first' : more < 0 ? 'month-first' : null
  }
  const byPeriod =
    period && likelier((days) => days.filter((d) => period.from <= d && d <= period.to).length)
  if (byPeriod) return [byPeriod, BY_PERIOD]
  const byToday = today && likelier((days) => (days.some((day) => day > today) ? 0 : 1))
  if (byToday) return [byToday, 'de la otra manera habría días que aún no han llegado']
  const bySequence = likelier((days) => followingSteps(days, step))
  if (bySequence) return [bySequence, 'así los días se siguen unos a otros']
  if (open.some((text) => text.includes('.'))) return ['day-first', 'lleva puntos']
  if (decimalMark === ',') return ['day-first', 'los decimales llevan coma']
  return delimiter === ';' ? ['day-first', 'las columnas se separan con punto y coma'] : null
}

/** How many days, weeks or months of a column come right after another. */
function followingSteps(all: readonly Day[], step: Step): number {
  if (step === 'period') return 0
  if (step === 'month') return all.filter((day) => day.endsWith('-01')).length
  const days = new Set(all)
  return [...days].filter((day) => days.has(addDays(day, step === 'week' ? 7 : 1))).length
}
