import { endianness } from 'node:os'
import { type Day, eachDay } from '#shared/dates.ts'
import type { DayGroup } from './day-groups.ts'
import type { FactRow } from './fact-row.ts'

/** A day's rows and 64 bits of each, in their order. */
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

/** Rows that are not stored in this form, and how many are stored; of a day that `stored` does not name, none. */
export function unlikeStored(
  printed: ReadonlyMap<Day, PrintedDay>,
  stored: ReadonlyMap<Day, string>,
): { rows: FactRow[]; stored: number } {
  const found = { rows: [] as FactRow[], stored: 0 }
  for (const [day, { rows, prints }] of printed) {
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

/** As the database makes them of stored rows (`queries/stored-prints.ts`): 8 bytes a row, the first one the highest. */
export function toText({ prints }: PrintedDay): string {
  return inNetworkOrder(Buffer.from(Int32Array.from(prints).buffer)).toString('base64')
}

function fromText(text: string): Int32Array {
  return new Int32Array(
    inNetworkOrder(Buffer.from(Uint8Array.from(Buffer.from(text, 'base64')).buffer)).buffer,
  )
}

function inNetworkOrder(words: Buffer): Buffer {
  return endianness() === 'LE' ? words.swap32() : words
}

function printsOf(rows: readonly FactRow[]): Int32Array {
  const prints = new Int32Array(2 * rows.length)
  const state: State = { high: 0, low: 0 }
  for (const [at, { keys, sums }] of rows.entries()) {
    state.high = state.low = 0
    for (const key of keys) mixIn(state, key)
    for (const sum of sums) mixIn(state, sum)
    prints[2 * at] = state.high
    prints[2 * at + 1] = state.low
  }
  return prints
}

type State = { high: number; low: number }

/** `hashint8extended(value, hashint8extended(value >> 32, state))`: by itself it folds both halves of a value into one. */
function mixIn(state: State, value: number): void {
  const high = Math.floor(value / 2 ** 32) | 0
  mixHalfIn(state, high)
  mixHalfIn(state, value ^ (value >= 0 ? high : ~high))
}

/** PostgreSQL's `hash_bytes_uint32_extended` (src/common/hashfn.c), which is Bob Jenkins' lookup3. */
function mixHalfIn(state: State, half: number): void {
  let [a, b, c] = [START, START, START]
  if (state.high !== 0 || state.low !== 0) {
    a = (a + state.high) | 0
    b = (b + state.low) | 0
    a = (a - c) ^ turned(c, 4)
    c = (c + b) | 0
    b = (b - a) ^ turned(a, 6)
    a = (a + c) | 0
    c = (c - b) ^ turned(b, 8)
    b = (b + a) | 0
    a = (a - c) ^ turned(c, 16)
    c = (c + b) | 0
    b = (b - a) ^ turned(a, 19)
    a = (a + c) | 0
    c = (c - b) ^ turned(b, 4)
    b = (b + a) | 0
  }
  a = (a + half) | 0
  c = ((c ^ b) - turned(b, 14)) | 0
  a = ((a ^ c) - turned(c, 11)) | 0
  b = ((b ^ a) - turned(a, 25)) | 0
  c = ((c ^ b) - turned(b, 16)) | 0
  a = ((a ^ c) - turned(c, 4)) | 0
  b = ((b ^ a) - turned(a, 14)) | 0
  c = ((c ^ b) - turned(b, 24)) | 0
  state.high = b
  state.low = c
}

/** Of four bytes, as in `hash_bytes_uint32_extended`. */
const START = (0x9e3779b9 + 4 + 3_923_095) | 0

const turned = (bits: number, by: number) => (bits << by) | (bits >>> (32 - by))
