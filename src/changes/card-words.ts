import { folded, tokensOf } from '#engine/account/terms.ts'
import type { Recommendation } from '#engine/findings/recommendation.ts'
import { figureText } from '#engine/words/say.ts'

export type Card = Pick<Recommendation, 'titulo' | 'descripcion' | 'evidence'>

/** What a card tells its reader, as its operations are held against it. */
export type CardWords = {
  before: string
  after: string
  /** Names in quotes or brackets in its title and its change, and in its description. */
  acted: ReadonlySet<string>
  described: ReadonlySet<string>
  /** Cells as they are shown, by column. */
  rows: readonly Readonly<Record<string, string>>[]
  /** A long table is cut, and does not name all that is changed. */
  isCut: boolean
  /** Of all that it is about. */
  conversions: number
}

/** Tables are cut at ten rows or more. */
const LONG = 10

export function wordsOfCard({ titulo, descripcion, evidence }: Card): CardWords {
  const { table, figures, change, currencyCode } = evidence
  const units = new Map(table.columns.map(({ key, unit }) => [key, unit]))
  const cell = ([key, value]: [string, string | number | null]) => {
    return [key, figureText({ unit: units.get(key) ?? 'text', value }, currencyCode)]
  }
  const { before = '', after = '', operations = [] } = change ?? {}
  const sold = figures.find(({ key }) => key === 'conversions')?.value ?? 0
  return {
    before,
    after,
    acted: quoted(`${titulo} ${before} ${after}`),
    described: quoted(descripcion),
    rows: table.rows.map((row) => Object.fromEntries(Object.entries(row).map(cell))),
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

/** Whether it speaks of acting on one of these names; where it names another of their column, it does not. */
export function isNamed(card: CardWords, names: readonly string[]): boolean {
  const keys = new Set(names.map(keyOf))
  if (!keys.isDisjointFrom(card.acted)) return true
  const columns = card.rows.flatMap((row) =>
    Object.keys(row).filter((column) => keys.has(keyOf(row[column]!))),
  )
  if (columns.length === 0) return card.isCut || !keys.isDisjointFrom(card.described)
  return !card.rows.some((row) => columns.some((one) => card.acted.has(keyOf(row[one] ?? ''))))
}

/** Whether it says that something of these names moves so. `before`: null where nothing was set. */
export function isSaid(
  card: CardWords,
  names: readonly string[],
  { before, after }: { before: string | null; after: string },
): boolean {
  const keys = new Set(names.map(keyOf))
  const own = card.rows
    .map((row) => Object.values(row))
    .filter((cells) => cells.some((cell) => keys.has(keyOf(cell))))
  const moved = own.filter((cells) => before === null || cells.includes(before))
  if (moved.some((cells) => cells.includes(after))) return true
  if (own.length === 0 && card.isCut) return true
  return (before === null || tells(card.before, keys, before)) && tells(card.after, keys, after)
}

/** Of a text that names several, only what follows the name counts. */
function tells(text: string, names: ReadonlySet<string>, amount: string): boolean {
  const parts = text.split(/(?=«)/)
  const own = parts.filter((part) => !names.isDisjointFrom(quoted(part)))
  return (own.length > 0 ? own : [text]).some((part) =>
    part.split(amount).some((ahead, i, all) => i < all.length - 1 && !/[\d.,]$/.test(ahead)),
  )
}
