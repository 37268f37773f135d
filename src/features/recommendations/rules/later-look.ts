import type { Measured } from '#shared/measured.ts'
import { longDay } from '#shared/spanish-numbers.ts'

/**
 * What is known after a look. One that could see nothing takes nothing from what the look before it saw, as with a half that is made
 * between two looks.
 */
export function afterLook(former: Measured | null, later: Measured): Measured {
  if (!former?.looks?.next || !former.money || hasSeen(later)) return later
  const looks = { ...former.looks, next: later.looks?.next ?? null }
  if (looks.next) return { ...former, looks }
  const note = [former.note, standsText(former.money.measuredTo ?? former.measuredOn), later.note]
  return { ...former, looks, note: note.filter(Boolean).join(' ') }
}

/** Of halves in which others meddled there are figures, but no amount. */
function hasSeen({ money, halves, monthlyMicros }: Measured): boolean {
  if (!money) return false
  return !halves || monthlyMicros !== null || money.worthMicros === null
}

const standsText = (day: string) =>
  `Vale lo visto hasta el ${longDay(day)}: después ya no se ha podido juzgar.`
