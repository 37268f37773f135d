import { MICROS } from '#shared/metrics.ts'
import { money, quantity } from '#shared/spanish-numbers.ts'
import type { Report } from './report.ts'

/** What the mail says of a report in words: one line per account, the very figures of its files. */
export function summaryOf({ accounts }: Report): { from: string; to: string; lines: string[] } {
  const range = accounts[0]?.range ?? { from: '', to: '' }
  return {
    ...range,
    lines: accounts.map(({ name, current, currencyCode }) => {
      const conversions = quantity(current.conversionsMicros / MICROS)
      return `${name}: ${money(current.costMicros, currencyCode)} invertidos y ${conversions} conversiones.`
    }),
  }
}
