import type { Day, DayRange } from '#shared/dates.ts'

/** Made of conversions, which come days after their clicks. */
const OF_CONVERSIONS = ['conversions', 'value', 'cpa', 'roas', 'conversionRate']

export const isOfConversions = (measure: string) => OF_CONVERSIONS.includes(measure)

/** In Spanish, where a range reaches days whose conversions are not nearly all in. `late`: the first of them. */
export function lateText({ from, to }: DayRange, late: Day | null): string {
  if (!late || to < late) return ''
  return late <= from
    ? ' De esos días aún llegan conversiones.'
    : ' De los últimos de esos días aún llegan conversiones.'
}
