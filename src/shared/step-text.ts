import type { Day } from './dates.ts'
import type { FactStep } from './file-facts.ts'
import { dayWithWeekday, longDay } from './spanish-numbers.ts'

/** What one point of a line sums, in words: its day is a week's or month's first. */

export const STEP_WORDS: Record<FactStep, { one: string; many: string }> = {
  day: { one: 'día', many: 'días' },
  week: { one: 'semana', many: 'semanas' },
  month: { one: 'mes', many: 'meses' },
  period: { one: 'periodo', many: 'periodos' },
}

/** As a heading: 'lunes, 2 nov 2026', 'semana del 2 nov 2026', 'nov 2026'. */
export function pointText(day: Day, step: FactStep): string {
  if (step === 'day') return dayWithWeekday(day)
  return step === 'month' ? monthOf(day) : `${STEP_WORDS[step].one} del ${longDay(day)}`
}

/** After 'desde': 'el 2 nov 2026', 'la semana del 2 nov 2026', 'nov 2026'. */
export function thePointText(day: Day, step: FactStep): string {
  if (step === 'day') return `el ${longDay(day)}`
  return step === 'month' ? monthOf(day) : `${ARTICLES[step]} ${pointText(day, step)}`
}

/** After a figure: 'el 2 nov 2026', 'la semana del 2 nov 2026', 'en nov 2026'. */
export function inPointText(day: Day, step: FactStep): string {
  return step === 'month' ? `en ${monthOf(day)}` : thePointText(day, step)
}

const ARTICLES = { week: 'la', period: 'el' } as const

const monthOf = (day: Day) => longDay(day).replace(/^\d+ /, '')
