import type { DayRange } from '#shared/dates.ts'
import type { DataTable } from '../contract/data-table.ts'
import { type KnownText, traceFigures } from './trace-figures.ts'

const LONGEST_TEXT = 2_500
const ADDRESS = /https?:|www\.|\b[\w-]+\.(?:com|es|net|org|io|app|test|example)\b/iu

/** Why a text of a model may not be shown, for the model to correct it; none: it may. */
export function textFaults(
  text: string,
  known: {
    tables: readonly DataTable[]
    texts?: readonly KnownText[]
    periods?: readonly DayRange[]
  },
): string[] {
  const faults: string[] = []
  if (text.length > LONGEST_TEXT) faults.push('El texto es demasiado largo.')
  if (ADDRESS.test(withoutOwnTitles(text, known.tables)))
    faults.push('El texto contiene direcciones web.')
  const { unsupported, misplaced, invented } = traceFigures(text, known)
  if (unsupported.length > 0)
    faults.push(`Estas cifras no están en los datos: ${[...new Set(unsupported)].join('; ')}.`)
  if (misplaced.length > 0)
    faults.push(
      `Estas cifras no son de lo que nombra su frase: ${[...new Set(misplaced)].join('; ')}.`,
    )
  if (invented.length > 0)
    faults.push(`Estos nombres no están en los datos: ${[...new Set(invented)].join('; ')}.`)
  return faults
}

/** A recommendation about a landing page has its address in its title, which is told by that. */
function withoutOwnTitles(text: string, tables: readonly DataTable[]): string {
  const titles = tables.flatMap(({ tool, rows }) =>
    tool === 'recommendations' ? rows.map(({ label }) => label) : [],
  )
  return titles.reduce((left, title) => left.replaceAll(title, ' '), text)
}
