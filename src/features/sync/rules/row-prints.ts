import { type Day, daysInRange, eachDay } from '#shared/dates.ts'
import type { DayGroup } from './day-groups.ts'
import type { FactRow } from './fact-row.ts'

/** A day's rows and 64 bits of each, in their order; both halves change with any one key or sum. */
export type PrintedDay = { rows: readonly FactRow[]; prints: Int32Array }

/** Every day of the group, those without rows too. */
export function printDays({ from, to, rows }: DayGroup): Map<Day, PrintedDay> {
  const byDay = Map.groupBy(rows, (row) => row.day)
  return new Map(
    eachDay(from, to).map((day) => {
      const ofDay = byDay.get(day) ?? []
      return [day, { rows: ofDay, prints: printsOf(ofDay) }]
    }),
  )
}

/** Of some days they are not wanted until all rows were compared. */
export function printsWhenAsked(group: DayGroup): () => Map<Day, PrintedDay> {
  let printed: Map<Day, PrintedDay> | undefined
  return () => {
    printed ??= printDays(group)
    return printed
  }
}

/** Rows that are not stored in this form, and how many are stored; null unless the prints of each day are known. */
export function unlikeStored(
  { from, to }: DayGroup,
  printed: () => ReadonlyMap<Day, PrintedDay>,
  stored: ReadonlyMap<Day, string>,
): { rows: FactRow[]; stored: number } | null {
  if (stored.size < daysInRange(from, to)) return null
  const found = { rows: [] as FactRow[], stored: 0 }
  for (const [day, { rows, prints }] of printed()) {
    const known = fromText(stored.get(day) ?? '')
    found.stored += known.length / 2
    const places = new Map<number, number>()
    for (let i = 0; i < known.length; i += 2) places.set(known[i]!, i)
    for (const [at, row] of rows.entries()) {
      const place = places.get(prints[2 * at]!)
      // Of two stored rows with one first half the later is found, and the other is compared in the database.
      if (place === undefined || known[place + 1] !== prints[2 * at + 1]) found.rows.push(row)
    }
  }
  return found
}

export function toText({ prints }: PrintedDay): string {
  return Buffer.from(prints.buffer).toString('base64')
}

function fromText(text: string): Int32Array {
  const bytes = Buffer.from(text, 'base64')
  return new Int32Array(Uint8Array.from(bytes).buffer)
}

function printsOf(rows: readonly FactRow[]): Int32Array {
  const prints = new Int32Array(2 * rows.length)
  for (const [at, { keys, sums }] of rows.entries()) {
    let [first, second] = [0x2545f491, 0x6c62272e]
    for (const values of [keys, sums])
      for (const value of values) {
        // Beyond 32 bits too: ids and sums reach 2^53.
        const [low, high] = [value | 0, Math.floor(value / 2 ** 32) | 0]
        first = mixed(mixed(first ^ low, 0x85ebca6b) ^ high, 0xc2b2ae35)
        second = mixed(mixed(second ^ high, 0x27d4eb2f) ^ low, 0x165667b1)
      }
    prints[2 * at] = first
    prints[2 * at + 1] = second
  }
  return prints
}

/** One to one, so that what differs once differs ever after (multiply and shift, as MurmurHash3 mixes). */
function mixed(bits: number, odd: number): number {
  const product = Math.imul(bits, odd)
  return product ^ (product >>> 15)
}
