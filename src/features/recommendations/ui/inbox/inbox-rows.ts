import { type Day, daysInRange } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer, wholeMoney } from '#shared/spanish-numbers.ts'
import type { getInbox, InboxRow } from '../../contract/inbox.ts'
import { CATEGORY_WORDS, KPI_WORDS, STATUS_WORDS } from '../../contract/wire-words.ts'

type Inbox = ReplyOf<typeof getInbox>

/** What a row is for: nothing else can be judged before, money that is saved, money that is gained, or order. */
export const KINDS = ['roto', 'ahorrar', 'crecer', 'orden'] as const
export type Kind = (typeof KINDS)[number]
export const KIND_TEXTS: Record<Kind, string> = {
  roto: 'Roto',
  ahorrar: 'Ahorrar',
  crecer: 'Crecer',
  orden: 'Sin importe',
}

export function kindOf({ categoria, forecast }: InboxRow): Kind {
  if (categoria === CATEGORY_WORDS.measurement) return 'roto'
  if (!forecast) return 'orden'
  return forecast.kpi === KPI_WORDS.cost ? 'ahorrar' : 'crecer'
}

export type InboxFilter = { kind: Kind | null; customerId: string | null }

/** What the filters leave, in the server's order. */
export function shownRows(rows: readonly InboxRow[], { kind, customerId }: InboxFilter) {
  return rows.filter(
    (row) =>
      (kind === null || kindOf(row) === kind) &&
      (customerId === null || row.customerId === customerId),
  )
}

/** The first `most` that can be applied from here, with an amount, and how many rows must be shown for all of them to be seen. */
export function firstReady(rows: readonly InboxRow[], most: number) {
  const ready = rows.filter(isReady).slice(0, most)
  const last = ready.at(-1)
  return { ready, shownTo: last ? rows.indexOf(last) + 1 : 0 }
}

/** What chooses them; a button has no room for more words on a phone, nor at the head of an account's list. */
export function chooseText(rows: readonly { id: string }[], first: readonly string[]): string {
  return areOnTop(rows, first)
    ? `Elegir las ${first.length} primeras`
    : `Elegir ${first.length} aplicables`
}

/** 'las 5 primeras'; what is done by hand or has no amount stands between them in the list, and they are not its first rows then. */
export function firstText(rows: readonly { id: string }[], first: readonly string[]): string {
  return `las ${first.length} primeras${areOnTop(rows, first) ? '' : ' que se aplican desde aquí'}`
}

const areOnTop = (rows: readonly { id: string }[], first: readonly string[]) =>
  first.every((id, at) => rows[at]?.id === id)

function isReady({ byHand, forecast, estado }: InboxRow): boolean {
  return !byHand && forecast !== null && estado === STATUS_WORDS.pending
}

/** The row that the focus goes on to once these are decided: the one after them, else the nearest before. */
export function rowAfter<Row extends { id: string }>(
  shown: readonly Row[],
  decided: ReadonlySet<string>,
): Row | undefined {
  const last = shown.findLastIndex(({ id }) => decided.has(id))
  return shown[last + 1] ?? shown.findLast(({ id }) => !decided.has(id))
}

const ASK_WHILE_APPLYING_MS = 15_000

/** A list with something that Google has not answered yet is read again until it has. */
export function askAgainIn(rows: readonly Pick<InboxRow, 'estado'>[] | undefined): number | false {
  const isAwaited = rows?.some(({ estado }) => estado === STATUS_WORDS.applying)
  return isAwaited ? ASK_WHILE_APPLYING_MS : false
}

/** How many rows stand before the money: broken measurement that nothing else may precede. */
export function brokenFirst(rows: readonly InboxRow[]): number {
  const at = rows.findIndex((row) => kindOf(row) !== 'roto')
  return at < 0 ? rows.length : at
}

export type Scale = { from: number; to: number }

/** One linear scale per currency, so that bars of a list compare; it always holds zero. */
export function scalesOf(rows: readonly InboxRow[]): Map<string, Scale> {
  const scales = new Map<string, Scale>()
  for (const { forecast, currencyCode } of rows) {
    if (!forecast) continue
    const { from, to } = scales.get(currencyCode) ?? { from: 0, to: 0 }
    scales.set(currencyCode, {
      from: Math.min(from, forecast.monthlyLowMicros),
      to: Math.max(to, forecast.monthlyHighMicros),
    })
  }
  return scales
}

/** 'de 560 € a 830 € y de 1.200 MXN a 3.000 MXN más al mes'. */
export function rangesText(ranges: Inbox['first']['ranges']): string {
  const spans = ranges.map(
    ({ currencyCode, lowMicros, highMicros }) =>
      `de ${wholeMoney(lowMicros, currencyCode)} a ${wholeMoney(highMicros, currencyCode)}`,
  )
  const isGain = ranges.every(({ lowMicros }) => lowMicros >= 0)
  return `${spans.join(' y ')}${isGain ? ' más' : ''} al mes`
}

export const MORE_ROWS = 60

/** What shows more of the list; `rest` are not shown yet. */
export function moreText(rest: number): string {
  if (rest === 1) return 'Ver la restante'
  return `Ver ${rest > MORE_ROWS ? `${MORE_ROWS} de ` : ''}las ${integer(rest)} restantes`
}

/** 'nuevo hoy', 'desde ayer', '12 días pendiente': by the calendar of who looks. */
export function ageText(created: Day, today: Day): string {
  const days = daysInRange(created, today) - 1
  if (days <= 0) return 'nuevo hoy'
  return days === 1 ? 'desde ayer' : `${days} días pendiente`
}
