import type { Day } from '#shared/dates.ts'
import { type LevelFacts, wholeSteps } from '#shared/file-facts.ts'
import { defaultRange, rangeText } from './answer-period.ts'
import type { Question } from './question.ts'

/**
 * A question to an account whose files go by weeks or months: asked of whole ones, or why it cannot be answered. The days
 * of a week have no figures of their own.
 */
export function inWholeSteps(
  question: Question,
  facts: LevelFacts,
  today: Day,
): Question | { refusal: string } {
  const steps = facts.step === 'week' ? 'semanas' : 'meses'
  const finer = facts.step === 'week' ? ['day', 'weekday', 'month'] : ['day', 'weekday', 'week']
  if (question.split && finer.includes(question.split))
    return { refusal: `Los informes de esta cuenta van por ${steps}: no sé nada de cada día.` }
  if (question.ranges.length === 0) {
    const recent = defaultRange(facts.to < today ? facts.to : today)
    const range = { ...wholeSteps(recent, facts), start: 0, said: `las últimas ${steps}` }
    return { ...question, ranges: [range] }
  }
  for (const range of question.ranges) {
    const whole = wholeSteps(range, facts)
    const isWhole = whole.from >= range.from && whole.to <= range.to
    if (!isWhole)
      return {
        refusal: `Los informes de esta cuenta van por ${steps}: lo más cercano que conozco va ${rangeText(whole)}.`,
      }
  }
  return question
}
