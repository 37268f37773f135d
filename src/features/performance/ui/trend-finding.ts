import type { Day } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { FactStep } from '#shared/file-facts.ts'
import { percent, plural } from '#shared/spanish-numbers.ts'
import { STEP_WORDS } from '#shared/step-text.ts'
import { type EightMetrics, wholeOf } from '../contract/eight-metrics.ts'
import type { getAccountTrend, MetricName } from '../contract/metrics.ts'
import { comesLate, type MetricDefinition, shownMetric } from './metric-definitions.ts'

/** What is to be seen in the chart, and what limits it; `short`: of that, without which the claim is another figure than that of the whole period. */
export type Finding = { claim: string; limits: string; short: string }

/** Less than this is no change that a chart shows. */
const ABOUT_EQUAL = 0.01

/**
 * How the days compare that count in full: not the one still running, nor those not read, nor those whose conversions are still coming.
 * Null without a whole period before, or without a figure in one of both.
 */
export function trendFinding(asked: {
  trend: ReplyOf<typeof getAccountTrend>
  metric: MetricDefinition
  unfinishedDay: Day | null
  /** 'periodo anterior'. */
  compared: string
  step: FactStep
}): Finding | null {
  const { trend, metric, unfinishedDay, compared } = asked
  const step = STEP_WORDS[asked.step]
  const { current, previous, comparison, lateFrom, knownTo } = trend
  const lateAt = comesLate(metric.name) ? lateFrom : null
  const counted = current.filter(
    ({ day }) =>
      day !== unfinishedDay &&
      !(knownTo !== null && day > knownTo) &&
      !(lateAt !== null && day >= lateAt),
  ).length
  if (!comparison.complete || counted === 0) return null
  const [whole, wholeBefore] = [
    wholeOf(current.slice(0, counted)),
    wholeOf(previous.slice(0, counted)),
  ]
  const now = shownMetric(metric.name, whole)
  const before = shownMetric(metric.name, wholeBefore)
  if (!now || !before) return null
  const above = current
    .slice(0, counted)
    .filter((point, at) => isAbove(metric, point, previous[at])).length
  const of = `por encima en ${above} de ${plural(counted, step.one, step.many)}`
  const open = current.length - counted
  const missing = plural(open, `${step.one} que aún no cuenta`, `${step.many} que aún no cuentan`)
  const rest = open > 0 ? `${of}; sin ${missing} del todo` : of
  const short = open > 0 ? lastText(open, asked.step) : ''
  const change = now / before - 1
  const size = percent(Math.abs(change), 1)
  if (Math.abs(change) < ABOUT_EQUAL)
    return { claim: `Casi igual que el ${compared}`, limits: rest, short }
  const claim = `${size} ${change > 0 ? 'más' : 'menos'}`
  if (mayBeChance(metric.name, whole, wholeBefore)) {
    const chance = `el ${claim} puede ser azar`
    return {
      claim: `Sin un cambio claro frente al ${compared}`,
      limits: `${chance}; ${rest}`,
      short: [chance, short].filter(Boolean).join('; '),
    }
  }
  return { claim: `Un ${claim} que el ${compared}`, limits: rest, short }
}

/** 'sin los 3 últimos días': they are always the last. */
function lastText(count: number, step: FactStep): string {
  const { one, many } = STEP_WORDS[step]
  const isWeek = step === 'week'
  if (count === 1) return isWeek ? `sin la última ${one}` : `sin el último ${one}`
  return isWeek ? `sin las ${count} últimas ${many}` : `sin los ${count} últimos ${many}`
}

/** What a share of conversions is of. */
const BASES: Partial<Record<MetricName, MetricName>> = {
  conversionRate: 'clicks',
  costPerConversion: 'spend',
}

/** Two counts that Poisson's chance alone would part so far once in ten times (1.64 of its deviations). */
const CHANCE = 1.64

function mayBeChance(name: MetricName, now: EightMetrics, before: EightMetrics): boolean {
  if (!comesLate(name)) return false
  const base = BASES[name]
  const scale = base ? now[base] / before[base] : 1
  const apart = Math.abs(now.conversions - before.conversions * scale)
  return apart < CHANCE * Math.sqrt(now.conversions + before.conversions * scale ** 2)
}

type Point = Parameters<typeof shownMetric>[1]

function isAbove(metric: MetricDefinition, point: Point, before: Point | undefined): boolean {
  const [now, then] = [shownMetric(metric.name, point), before && shownMetric(metric.name, before)]
  return typeof now === 'number' && typeof then === 'number' && now > then
}
