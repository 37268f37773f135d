import type { DayRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { conversionsText, longDay, money } from '#shared/spanish-numbers.ts'
import { changeOf, comparedFigures, figuresOf } from './figures.ts'
import type { AccountReport } from './report.ts'

/** Nothing of its period has been read: its zeros are none. */
export function isUnread({ dataFrom, dataTo, range }: AccountReport): boolean {
  return dataTo === null || dataTo < range.from || (dataFrom !== null && dataFrom > range.to)
}

/** What limits the figures, to be read before them. */
export function hintsOf(account: AccountReport): string[] {
  const { otherRange, missingComparison } = account
  const ofDays = isUnread(account) ? null : lateText(account)
  return [otherRange, missingComparison, beginText(account), staleText(account), ofDays].filter(
    (text) => text !== null,
  )
}

/** The beginning of a period may not be read yet, or be before an account's files: what is missing is no zero. */
export function beginText(account: AccountReport): string | null {
  const { dataFrom, range } = account
  if (dataFrom === null || dataFrom <= range.from || isUnread(account)) return null
  return `Atención: solo hay datos desde el ${longDay(dataFrom)}.`
}

/** A half-filled week must not be taken for a bad one. */
export function staleText({ dataTo, range }: AccountReport): string | null {
  if (dataTo === null || dataTo >= range.to) return null
  return `Atención: los datos de esta cuenta solo están completos hasta el ${longDay(dataTo)}.`
}

/** The last days of a period look worse than they will be once all of their conversions have come. */
export function lateText({ lateFrom, range }: AccountReport): string | null {
  if (lateFrom === null || lateFrom > range.to) return null
  const from = lateFrom > range.from ? lateFrom : range.from
  return `Desde el ${longDay(from)} aún llegan conversiones: las de esos días pueden subir.`
}

/** The days that the figures are of, and what they are held against: days that were not read are no fall. */
export function periodText({ range, compared }: AccountReport): string {
  if (!compared) return rangeText(range)
  const { now, before } = compared
  return now.to === range.to
    ? `${rangeText(range)}, comparado con ${rangeText(before)}`
    : `${rangeText(range)}; solo se compara ${rangeText(now)} con ${rangeText(before)}`
}

export const rangeText = ({ from, to }: DayRange) => `${longDay(from)} – ${longDay(to)}`

/** What a client reads first, and perhaps alone: what the money brought, and what is to be done next. */
export function leadOf(account: AccountReport): string[] {
  if (account.dataTo === null)
    return ['Todavía no hay datos de esta cuenta: saldrán en el primer informe después de leerla.']
  const [next] = account.pending
  const brought = isUnread(account) ? 'Todavía no hay datos de este periodo.' : broughtText(account)
  return [brought, next ? `Lo siguiente: ${next.title}.` : null].filter((text) => text !== null)
}

const ONE = conversionsText(1)

function broughtText(account: AccountReport): string | null {
  const { current, known, currencyCode } = account
  const now = figuresOf(current, known)
  const compared = comparedFigures(account)
  if (now.spend === null || now.conversions === null) return null
  const changed = (name: 'spend' | 'conversions' | 'costPerConversion') => {
    const text = compared
      ? changeOf('neither', compared.now[name], compared.before[name]).text
      : '—'
    return text === '—' ? '' : ` (${text})`
  }
  const spent = `${money(current.costMicros, currencyCode)}${changed('spend')}`
  if (now.spend === 0 && now.costPerConversion === null)
    return 'Sin coste ni conversiones en este periodo.'
  if (now.costPerConversion === null) return `${spent} sin ninguna conversión.`
  const count = conversionsText(now.conversions)
  if (count === ONE) return `${count}${changed('conversions')} por ${spent}.`
  const each = money(Math.round(now.costPerConversion * MICROS), currencyCode)
  return `${count}${changed('conversions')} por ${spent}: ${each} cada una${changed('costPerConversion')}.`
}
