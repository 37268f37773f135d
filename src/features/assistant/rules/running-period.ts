import {
  type Day,
  type DayRange,
  daysInRange,
  startOfMonth,
  startOfWeek,
  weekday,
} from '#shared/dates.ts'
import type { SpokenRange } from './calendar-days.ts'
import * as calendar from './calendar-days.ts'
import { MONTH } from './named-periods.ts'

export type Versus = { with: 'previous' | 'year'; said: string }

/** What ends right before a period that something else is held against: '…más que la semana pasada'. */
const HELD_AGAINST =
  /(?:\b(?:mas|menos|mayor(?:es)?|menor(?:es)?|mejor(?:es)?|peor(?:es)?|igual|mism[oa]s?|tant[oa]s?)\b.* (?:que|como)|\brespecto al?|\bfrente al?|\bcomparad[oa]s? (?:con|al?)|\ben comparacion (?:con|al?)|\bvs|\bversus|\bcontra)(?: en)? *$/

/**
 * The periods of a question that names only what the running one is held against, with that one first; null where nothing
 * says which it is.
 */
export function withRunning(
  ranges: readonly SpokenRange[],
  versus: Versus | null,
  text: string,
  today: Day,
): readonly SpokenRange[] | null {
  const [only, ...others] = ranges
  if (!only) {
    const unit = versus && unitOfYear(versus)
    return unit ? [running(unit, today)] : ranges
  }
  if (others.length > 0 || !HELD_AGAINST.test(text.slice(0, only.start))) return ranges
  const unit = only.to < today && unitOf(only)
  return unit ? [running(unit, today), only] : null
}

const MONTH_TO_MONTH = new RegExp(`^(?:de |desde )?${MONTH}.* (?:a|hasta) (?:${MONTH}|este mes$)`)
const DAY_TO_DAY = /^(?:ayer|anteayer|antes de ayer) (?:a|hasta) (?:hoy|ayer)$/
const MOVED = /\b(?:sub|baj|cambi|crec|aument|empeor|mejor|vari)\w*|\bca(?:e|en|ido|ida|yo|yeron)\b/

/** What has risen 'de septiembre a octubre' is of October against September, not of both together. */
export function monthsHeldApart(
  ranges: readonly SpokenRange[],
  text: string,
): readonly SpokenRange[] {
  const [only, ...others] = ranges
  if (!only || others.length > 0 || !MOVED.test(text)) return ranges
  if (DAY_TO_DAY.test(only.said))
    return [only.to, only.from].map((day) => ({ ...only, from: day, to: day }))
  if (!MONTH_TO_MONTH.test(only.said)) return ranges
  return [only.to, only.from].map((day) => ({ ...only, ...calendar.monthBefore(day, 0) }))
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** 'Que el año pasado' is asked of this year, 'frente al mismo mes del año pasado' of this month. */
function unitOfYear({ with: kind, said }: Versus): Unit | null {
  if (kind !== 'year') return null
  if (/\bmismo mes\b/.test(said)) return 'month'
  if (/\bmismo trimestre\b/.test(said)) return 'quarter'
  return /\bmismo\b/.test(said) || !/\bano (?:pasado|anterior)\b/.test(said) ? null : 'year'
}

function unitOf({ from, to }: SpokenRange): Unit | null {
  const [year, month] = [calendar.yearOf(from), calendar.monthOf(from)]
  const quarter = calendar.quarterRange(year, Math.ceil(month / 3))
  const is = (range: DayRange) => range.from === from && range.to === to
  if (from === to) return 'day'
  if (weekday(from) === 0 && daysInRange(from, to) === 7) return 'week'
  if (is(calendar.monthRange(year, month))) return 'month'
  if (is(quarter)) return 'quarter'
  return is(calendar.yearRange(year)) ? 'year' : null
}

function running(unit: Unit, today: Day): SpokenRange {
  const quarter = Math.ceil(calendar.monthOf(today) / 3)
  const begun: Record<Unit, [said: string, from: Day]> = {
    day: ['hoy', today],
    week: ['esta semana', startOfWeek(today)],
    month: ['este mes', startOfMonth(today)],
    quarter: ['este trimestre', calendar.quarterRange(calendar.yearOf(today), quarter).from],
    year: ['este año', calendar.yearRange(calendar.yearOf(today)).from],
  }
  const [said, from] = begun[unit]
  return { from, to: today, start: 0, said }
}
