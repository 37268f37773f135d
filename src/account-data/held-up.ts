import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import { otherCurrencyText } from '#engine/effect/measured-texts.ts'
import { addDays, type Day, daysInRange } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { areDaysTold } from './file-window.ts'
import type { Account } from './owned-account.ts'

/** What of its days an account can still be asked, and which are known. */
export type ReadAccount = Pick<Account, 'connected' | 'currencyCode' | 'dataTo' | 'fileFacts'>

/** Why it cannot be said when there will be a verdict, or that there will be none; null where nothing keeps it from coming. */
export function heldUp(
  { appliedOn, dueOn, appliedIn }: { appliedOn: Day; dueOn: Day; appliedIn?: string },
  { connected, currencyCode, dataTo, fileFacts }: ReadAccount,
  today: Day,
): string | null {
  if (appliedIn !== undefined && appliedIn !== currencyCode)
    return otherCurrencyText(appliedIn, currencyCode)
  if (!connected) return NOT_CONNECTED
  if (fileFacts) {
    const { before } = effectWindows(appliedOn, LAG_DAYS)
    const after = { from: addDays(appliedOn, 1), to: addDays(dueOn, -1 - LAG_DAYS) }
    const isTold = areDaysTold({ fileFacts }, 'campaign', { before, after })
    return dueOn > today || isTold ? null : filesMissing(before.from, after.to)
  }
  const isRead = dataTo !== null && dataTo >= addDays(dueOn, -1 - LAG_DAYS)
  return dueOn < today && !isRead ? DAYS_MISSING : null
}

const NOT_CONNECTED = 'La cuenta no está conectada: se medirá cuando vuelva a estarlo.'
const filesMissing = (from: Day, to: Day) =>
  `Los archivos no dan todos sus días: se medirá cuando subas un informe de campañas por días, del ${longDay(from)} al ${longDay(to)}.`
const DAYS_MISSING = 'Faltan días por leer de Google Ads: se medirá en cuanto estén.'

/** The day of its next look; null where there will be none, as when it was taken back or ended in between. */
export function dueOf({
  measured,
  measureAfter,
}: {
  measured: Measured | null
  measureAfter: Day | null
}): Day | null {
  return measureAfter && (measured?.looks?.next?.on ?? measureAfter)
}

/** 0 once the day has come. */
export function daysUntil(today: Day, day: Day): number {
  return day <= today ? 0 : daysInRange(today, day) - 1
}
