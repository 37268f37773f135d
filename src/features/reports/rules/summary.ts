import { cutName } from '#shared/cut-name.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { conversionsText, money } from '#shared/spanish-numbers.ts'
import { isUnread, staleText } from './lead.ts'
import type { AccountReport, Report } from './report.ts'

const LONGEST_NAME = 60

/** What the mail says of a report in words: one line per account, the very figures of its files. */
export function summaryOf({ accounts }: Report): { from: string; to: string; lines: string[] } {
  const range = accounts[0]?.range ?? { from: '', to: '' }
  return {
    ...range,
    lines: accounts.map((account) => `${cutName(account.name, LONGEST_NAME)}: ${said(account)}`),
  }
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
  return [figures, staleText(account)].filter((text) => text !== null).join(' ')
}
