import { cutName } from '#shared/cut-name.ts'
import type { DayRange } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { conversionsText, longDay, money } from '#shared/spanish-numbers.ts'
import { beginText, isUnread, lateText, staleText } from './lead.ts'
import type { AccountReport, Report } from './report.ts'

const LONGEST_NAME = 60

/** What the mail says of a report in words: one line per account, the very figures of its files. */
export function summaryOf({ accounts, range }: Report): {
  from: string
  to: string
  lines: string[]
} {
  return {
    ...range,
    lines: accounts.map((account) => {
      const name = cutName(account.name, LONGEST_NAME)
      return `${name}${ofOtherDays(account, range)}: ${said(account)}`
    }),
  }
}

/** The days of figures that are not those of the mail's subject. */
function ofOtherDays(account: AccountReport, { from, to }: DayRange): string {
  const { range } = account
  if (isUnread(account) || (range.from === from && range.to === to)) return ''
  return ` (del ${longDay(range.from)} al ${longDay(range.to)})`
}

function said(account: AccountReport): string {
  if (isUnread(account)) return 'todavía no hay datos de este periodo.'
  const { known, current, currencyCode } = account
  const isKnown = (figure: keyof Metrics) => known === null || known.includes(figure)
  const parts = [
    isKnown('costMicros') && `${money(current.costMicros, currencyCode)} invertidos`,
    isKnown('conversionsMicros') && conversionsText(current.conversionsMicros / MICROS),
  ].filter((part) => part !== false)
  const figures = `${parts.join(' y ') || 'sin coste ni conversiones en sus informes'}.`
  return [
    figures,
    beginText(account),
    staleText(account),
    lateText(account),
    measurementText(account),
  ]
    .filter((text) => text !== null)
    .join(' ')
}

/** A client reads the mail alone: that sales are not being counted must not look like none. */
function measurementText({ pending }: AccountReport): string | null {
  const first = pending.find((one) => one.isOfMeasurement && one.priority === 'high')
  return first ? `Antes de fiarse de las conversiones: ${first.title}.` : null
}
