import type { Delimiter, TableRecord } from './csv-records.ts'
import { bareNumber, type DecimalMark, other, shapeOf } from './numbers.ts'
import type { ReportLanguage } from './report-types.ts'

export type DecimalConvention = {
  mark: DecimalMark
  /** Money has no decimals, so a separator in it is always for thousands. */
  wholeMoney: boolean
  notes: string[]
}

/** Currencies that Google Ads writes without decimals. */
const WHOLE_CURRENCIES = new Set(
  'CLP COP PYG CRC JPY KRW VND ISK HUF TWD IDR UGX XAF XOF XPF RWF KMF GNF DJF BIF VUV'.split(' '),
)

type Votes = Record<DecimalMark, { cells: number; example: string }>

/**
 * Decides between 1.234,56 and 1,234.56 from all numeric cells, total rows included. Order: amounts whose
 * shape is certain; grouped counts; a currency without decimals; headers and delimiter. Each is put in a note.
 */
export function decideDecimals(input: {
  records: TableRecord[]
  countColumns: number[]
  /** Money, conversions and rates. */
  decimalColumns: number[]
  costColumn: number
  currencyCode: string | null
  language: ReportLanguage
  delimiter: Delimiter
}): DecimalConvention {
  const certain = noVotes()
  const ambiguous = noVotes()
  const grouped = noVotes()
  const costs = noVotes()
  for (const { cells } of input.records) {
    for (const column of input.countColumns) voteCount(cells[column], grouped)
    for (const column of input.decimalColumns) voteDecimal(cells[column], certain, ambiguous)
    voteDecimal(cells[input.costColumn], noVotes(), costs)
  }
  const wholeMoney = WHOLE_CURRENCIES.has(input.currencyCode ?? '')
  const decision = decide({ certain, ambiguous, grouped, costs, wholeMoney, ...input })
  return { ...decision, wholeMoney }
}

function decide(input: {
  certain: Votes
  ambiguous: Votes
  grouped: Votes
  costs: Votes
  wholeMoney: boolean
  currencyCode: string | null
  language: ReportLanguage
  delimiter: Delimiter
}): { mark: DecimalMark; notes: string[] } {
  const { certain, ambiguous, grouped } = input
  if (total(certain) > 0) {
    const mark = winner(certain) ?? markOfLanguage(input.language)
    return { mark, notes: [...ground(mark, certain[mark].example, 'importes'), ...mixed(certain)] }
  }
  const byCounts = winner(grouped)
  if (byCounts)
    return { mark: byCounts, notes: ground(byCounts, grouped[byCounts].example, 'recuentos') }
  const separator = winner(ambiguous)
  if (!separator) {
    const note = 'Ningún número del archivo permite dudar de sus decimales.'
    return { mark: markOfLanguage(input.language), notes: total(ambiguous) > 0 ? [] : [note] }
  }
  return decideAmbiguous(separator, ambiguous[separator].example, input)
}

function decideAmbiguous(
  separator: DecimalMark,
  example: string,
  input: {
    costs: Votes
    wholeMoney: boolean
    currencyCode: string | null
    language: ReportLanguage
    delimiter: Delimiter
  },
): { mark: DecimalMark; notes: string[] } {
  const because = (mark: DecimalMark, reason: string) => {
    const meaning = mark === separator ? 'decimales' : 'miles'
    const note = `«${example}» puede leerse de dos maneras; se ha leído como ${meaning} porque ${reason}. Compruébalo con tus totales.`
    return { mark, notes: [note] }
  }
  if (input.wholeMoney) return because(other(separator), `${input.currencyCode} no lleva decimales`)
  // Countries of Latin America write both ways; Google never writes three decimals of money.
  if (input.language === 'es-419' && input.costs[separator].cells >= 2) {
    return because(other(separator), 'ningún importe tiene uno o dos decimales')
  }
  if (input.delimiter === ';') return because(',', 'las columnas se separan con punto y coma')
  const names = {
    'es-ES': 'de España',
    es: 'en español',
    'es-419': 'de Latinoamérica',
    en: 'en inglés',
  }
  return because(markOfLanguage(input.language), `las cabeceras son ${names[input.language]}`)
}

function ground(mark: DecimalMark, example: string, where: string): string[] {
  const name = mark === ',' ? 'coma' : 'punto'
  return [`Decimales con ${name}: lo muestran los ${where}, por ejemplo «${example}».`]
}

function mixed(certain: Votes): string[] {
  const [dot, comma] = [certain['.'], certain[',']]
  if (dot.cells === 0 || comma.cells === 0) return []
  return [
    `El archivo mezcla decimales con coma (${comma.cells} celdas, como «${comma.example}») y con punto (${dot.cells}, como «${dot.example}»). Cada celda clara se ha leído por su forma: revisa los totales.`,
  ]
}

/** Google's Spanish of Latin America writes 1,234.56, like English. */
function markOfLanguage(language: ReportLanguage): DecimalMark {
  return language === 'en' || language === 'es-419' ? '.' : ','
}

function voteCount(cell: string | undefined, grouped: Votes): void {
  const shape = separatedShape(cell)
  if (!shape || shape.shape === 'plain') return
  const mark = shape.shape === 'certain' ? shape.mark : other(shape.separator)
  vote(grouped, mark, cell!)
}

function voteDecimal(cell: string | undefined, certain: Votes, ambiguous: Votes): void {
  const shape = separatedShape(cell)
  if (shape?.shape === 'certain') vote(certain, shape.mark, cell!)
  if (shape?.shape === 'ambiguous') vote(ambiguous, shape.separator, cell!)
}

function separatedShape(cell: string | undefined) {
  if (!cell || !/[.,]/.test(cell)) return null
  const bare = bareNumber(cell)
  return bare ? shapeOf(bare.replace('-', '')) : null
}

function vote(votes: Votes, mark: DecimalMark, cell: string): void {
  votes[mark].cells += 1
  votes[mark].example ||= cell.trim()
}

function noVotes(): Votes {
  return { '.': { cells: 0, example: '' }, ',': { cells: 0, example: '' } }
}

function total(votes: Votes): number {
  return votes['.'].cells + votes[','].cells
}

function winner(votes: Votes): DecimalMark | null {
  if (votes['.'].cells === votes[','].cells) return null
  return votes['.'].cells > votes[','].cells ? '.' : ','
}
