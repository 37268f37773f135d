import { EXPERIMENT, type ExperimentState } from './applied-experiment.ts'
import { SECOND, type SecondState } from './applied-halves.ts'
import type { Measured } from './measured.ts'
import { quoted } from './quoted.ts'
import { longDay, money, percent, plural } from './spanish-numbers.ts'

type Range = { low: number; high: number }
type Total = { range80: Range; range95: Range; usual: number }

/** Neither a gain nor a loss, and further apart than all that it is about costs: a figure would say nothing. */
export function isVague({
  range80: { low, high },
  usual,
}: Pick<Total, 'range80' | 'usual'>): boolean {
  return low < 0 && high > 0 && high - low > usual
}

/** A gain or a loss is as sure as a verdict has to be: where it is not, it is said. */
export const isProved = ({ range95: { low, high } }: Pick<Total, 'range95'>) => low > 0 || high < 0

/** What all that was applied brings a month, by its 80 % range in micros. */
export function totalSentence(total: Total, currencyCode: string): string {
  const { low, high } = total.range80
  if (isVague(total))
    return 'Con lo medido hasta hoy todavía no se distingue si se gana o se pierde'
  const say = (micros: number) => money(micros, currencyCode)
  const doubt = isProved(total) ? '' : ', aunque aún puede ser casualidad'
  const untouched = `que si no se hubiera tocado nada${doubt}`
  if (low > 0) return `De ${say(low)} a ${say(high)} al mes más ${untouched}`
  if (high < 0) return `De ${say(-high)} a ${say(-low)} al mes menos ${untouched}`
  return `Entre ${say(-low)} al mes menos y ${say(high)} más que si no se hubiera tocado nada`
}

/** What a total is the sum of, which all is in force; `until`: ' hasta el 22 nov 2026'. */
export function sumText(cards: number, until = ''): string {
  const counted = `${plural(cards, 'resultado medido', 'resultados medidos')}${until}`
  return cards === 1 ? `De ${counted}` : `Suma de ${counted} de lo que sigue aplicado`
}

/** Why the days to a verdict are counted anew: a look left it open. Null where none is to come. */
export function lookedText({
  measuredOn,
  looks,
  money,
  note,
}: Pick<Measured, 'measuredOn' | 'looks' | 'money' | 'note'>) {
  const on = looks?.next?.on
  if (!on) return null
  // Nothing could be compared yet.
  if (!money) return `${note} Se vuelve a mirar el ${longDay(on)}.`
  return `El ${longDay(measuredOn)} aún podía ser casualidad: se vuelve a mirar el ${longDay(on)}.`
}

/** Of a card of which one half waits, or is left, all or some of it: it is measured for the whole. */
export function shareText({ halves }: Pick<Measured, 'halves'>, second: SecondState | null) {
  const share = second === SECOND.applied ? halves?.shareMade : halves?.shareNow
  if (!second || share === undefined) return null
  return `En la suma cuenta lo que está aplicado, el ${percent(share, 0)}.`
}

/** Why a card counts in part: what others' figures hold of it, those of `title` most, and what was taken back since of what is in its own. */
export function heldText({
  left,
  title,
  gone,
  isPartlyGone,
  isForeseen,
}: {
  left: number
  title: string | null
  gone: string | null
  isPartlyGone: boolean
  isForeseen: boolean
}): string | null {
  const parts = [
    title && `Parte de su efecto ya está en el de ${quoted(title)}`,
    gone &&
      `En lo que se midió está también ${quoted(gone)}, que se deshizo${isPartlyGone ? ' en parte' : ''}`,
  ].filter(Boolean)
  const orMean = isForeseen ? '' : ' o, si no se previó nada, como la media'
  const how = gone ? `lo suyo, por lo previsto de cada una${orMean}:` : 'el resto,'
  return parts.length > 0
    ? `${parts.join('. ')}: en la suma cuenta ${how} el ${percent(left, 0)}.`
    : null
}

/** Of a card that is tried in one of Google's experiments; null where all of it is in force, or none. */
export function trialText(state: ExperimentState | null): string | null {
  const isHalf = state !== null && state !== EXPERIMENT.promoted && state !== EXPERIMENT.ended
  return isHalf ? 'Está en prueba en la mitad de las búsquedas: en la suma cuenta la mitad.' : null
}

/** Of a change that was measured while its account was in another currency. */
export const measuredIn = (currencyCode: string) =>
  `Se midió en ${currencyCode}, la moneda que tenía la cuenta: su importe no se suma.`
