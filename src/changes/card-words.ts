import type { SoldTerm } from '#account-data/sold-terms.ts'
import { folded, tokensOf } from '#engine/account/terms.ts'
import type { Recommendation } from '#engine/findings/recommendation.ts'
import { figureText } from '#engine/words/say.ts'
import { MICROS } from '#shared/metrics.ts'
import { quantity } from '#shared/spanish-numbers.ts'
import type { Target } from './operations.ts'
import type { StepValue } from './step-text.ts'

export type Card = Pick<Recommendation, 'title' | 'description' | 'evidence'>

/** What a card tells its reader, as its operations are held against it. */
export type CardWords = {
  before: string
  after: string
  /** Names in quotes or brackets in its title and its change, and in its description. */
  acted: ReadonlySet<string>
  described: ReadonlySet<string>
  /** Cells as they are shown, by column. */
  rows: readonly Cells[]
  /** Those of them that say whose they are, by the end of its resource name; and what is said to stay as it is. */
  rowOf: ReadonlyMap<string, Cells>
  kept: ReadonlySet<string>
  /** How many changes it asks for. */
  changes: number
  /** A long table is cut, and does not name all that is changed. */
  isCut: boolean
  /** Of all that it is about. */
  conversions: number
}

type Cells = Readonly<Record<string, string>>

/** What is known of one operation. */
export type PlaceFacts = {
  /** How the card may call what is there; empty where that is not known. */
  names: readonly string[]
  /** Amounts that the operation sets, as they are shown. */
  amounts: readonly StepValue[]
  /** Search terms that sold and that it would stop, and those that all negatives of the card would stop together. */
  stopped: readonly SoldTerm[]
  stoppedOfAll: readonly SoldTerm[]
}

/** Tables are cut at ten rows or more. */
const LONG = 10

export function wordsOfCard({ title, description, evidence }: Card): CardWords {
  const { table, figures, change, currencyCode } = evidence
  const units = new Map(table.columns.map(({ key, unit }) => [key, unit]))
  const cell = ([key, value]: [string, string | number | null]) => {
    return [key, figureText({ unit: units.get(key) ?? 'text', value }, currencyCode)]
  }
  const { before = '', after = '', operations = [] } = change ?? {}
  const sold = figures.find(({ key }) => key === 'conversions')?.value ?? 0
  const rows = table.rows.map((row): Cells => Object.fromEntries(Object.entries(row).map(cell)))
  const named = (key: 'entity' | 'kept') =>
    table.rows.flatMap((row, i) => (row[key] ? [[String(row[key]), rows[i]!] as const] : []))
  return {
    before,
    after,
    acted: quoted(`${title} ${before} ${after}`),
    described: quoted(description),
    rows,
    rowOf: new Map(named('entity')),
    kept: new Set(named('kept').map(([id]) => id)),
    changes: operations.length,
    isCut: table.rows.length >= LONG && table.rows.length < operations.length,
    conversions: Math.max(
      Number(sold),
      table.rows.reduce((sum, { conversions }) => sum + Number(conversions ?? 0), 0),
    ),
  }
}

/** «botas», [botas] and "botas". */
function quoted(text: string): Set<string> {
  const found = text.matchAll(/«([^»]*)»|\[([^\]]*)\]|"([^"]*)"/g)
  return new Set([...found].map(([, ...parts]) => keyOf(parts.find((part) => part) ?? '')))
}

/** Case, accents and signs aside. */
const keyOf = (name: string) => tokensOf(name).map(folded).join(' ')

/** Spanish, where an operation does something else than the card says. */
export function contradictionsOf(
  target: Target,
  words: CardWords,
  { names: known, amounts, stopped, stoppedOfAll }: PlaceFacts,
): string[] {
  const text = target.wanted['keyword.text']
  const names = target.kind === 'create' && text !== undefined ? [String(text)] : known
  const keys = new Set(names.map(keyOf))
  const isAbout = target.kind !== 'update' || target.wanted.status !== undefined
  const id = target.resourceName?.split('/').at(-1) ?? ''
  const own = words.rowOf.get(id)
  const unsaid = amounts.filter((amount) => !isSaid(words, keys, amount, own))
  const [name = ''] = names
  const isKept = isAbout && words.kept.has(id)
  const isCopy = own === undefined && isKeyword(target) && areAllTold(words)
  const isOther = isAbout && names.length > 0 && !isNamed(words, keys)
  return [
    ...(isKept ? [`La recomendación dice que «${name}» se queda ahí.`] : []),
    ...(isCopy ? [`La tabla no habla de esta copia de «${name}».`] : []),
    ...(isOther ? [`La recomendación no habla de «${name}».`] : []),
    ...unsaid.map(({ label, before, after }) => {
      const from = before === null ? '' : `de ${before} `
      return `La recomendación no dice este cambio: ${label} ${from}a ${after}.`
    }),
    ...unsaidSales(words, stopped, stoppedOfAll),
  ]
}

/**
 * Whether it speaks of acting on one of these. A table also shows what something is compared with: where others of the
 * same column are named in its title or change, or as many as are changed in its description, it means those.
 */
function isNamed(words: CardWords, keys: ReadonlySet<string>): boolean {
  if (!keys.isDisjointFrom(words.acted)) return true
  const isDescribed = !keys.isDisjointFrom(words.described)
  const columns = words.rows.flatMap((row) =>
    Object.keys(row).filter((column) => keys.has(keyOf(row[column]!))),
  )
  if (columns.length === 0) return words.isCut || isDescribed
  const shown = new Set(words.rows.flatMap((row) => columns.map((one) => keyOf(row[one] ?? ''))))
  if (!shown.isDisjointFrom(words.acted)) return false
  return isDescribed || shown.intersection(words.described).size < words.changes
}

const isKeyword = ({ kind, resourceName }: Target) =>
  kind === 'update' && (resourceName ?? '').includes('/adGroupCriteria/')

/** Each of its changes has a row that says whose it is. */
function areAllTold({ rowOf, kept, changes }: CardWords): boolean {
  return rowOf.size >= changes && (rowOf.size > 0 || kept.size > 0)
}

/**
 * Whether it says that something of these names moves so. `before`: null where nothing was set; `row`: its own, where
 * the table says whose they are.
 */
function isSaid(
  words: CardWords,
  keys: ReadonlySet<string>,
  { before, after }: StepValue,
  row: Cells | undefined,
): boolean {
  const named = words.rows.filter((cells) =>
    Object.values(cells).some((cell) => keys.has(keyOf(cell))),
  )
  const own = (row ? [row] : named).map((cells) => Object.values(cells))
  const moved = own.filter((cells) => before === null || cells.includes(before))
  if (moved.some((cells) => after !== null && cells.includes(after))) return true
  if (own.length === 0 && words.isCut) return true
  return tells(words.before, keys, before) && tells(words.after, keys, after)
}

/** Of a text that names several, only what follows the name counts. */
function tells(text: string, names: ReadonlySet<string>, amount: string | null): boolean {
  if (amount === null) return true
  const parts = text.split(/(?=«)/)
  const own = parts.filter((part) => !names.isDisjointFrom(quoted(part)))
  return (own.length > 0 ? own : [text]).some((part) =>
    part.split(amount).some((ahead, i, all) => i < all.length - 1 && !/[\d.,]$/.test(ahead)),
  )
}

/** Conversions are shown in hundredths. */
const ROUNDING_MICROS = 0.01 * MICROS
const NAMED = 3

/** Negatives must not stop searches that have sold more than the card says of them. */
function unsaidSales(
  { conversions }: CardWords,
  stopped: readonly SoldTerm[],
  stoppedOfAll: readonly SoldTerm[],
): string[] {
  const sold = stoppedOfAll.reduce((sum, { conversionsMicros }) => sum + conversionsMicros, 0)
  const isSaid = sold <= conversions * MICROS + ROUNDING_MICROS
  if (isSaid || stopped.length === 0) return []
  const names = stopped
    .slice(0, NAMED)
    .map(({ text, conversionsMicros }) => `«${text}» (${quantity(conversionsMicros / MICROS)})`)
  return [
    `Frenaría búsquedas que han traído más conversiones de las que dice: ${names.join(', ')}.`,
  ]
}
