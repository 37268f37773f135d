import { money } from './spanish-numbers.ts'

type Total = { range80: { low: number; high: number }; usual: number }

/** Neither a gain nor a loss, and further apart than all that it is about costs: a figure would say nothing. */
export function isVague({ range80: { low, high }, usual }: Total): boolean {
  return low < 0 && high > 0 && high - low > usual
}

/** What all that was applied brings a month, by its 80 % range in micros. */
export function totalSentence(total: Total, currencyCode: string): string {
  const { low, high } = total.range80
  if (isVague(total))
    return 'Con lo medido hasta hoy todavía no se distingue si se gana o se pierde'
  const say = (micros: number) => money(micros, currencyCode)
  const untouched = 'que si no se hubiera tocado nada'
  if (low > 0) return `De ${say(low)} a ${say(high)} al mes más ${untouched}`
  if (high < 0) return `De ${say(-high)} a ${say(-low)} al mes menos ${untouched}`
  return `Entre ${say(-low)} al mes menos y ${say(high)} más ${untouched}`
}
