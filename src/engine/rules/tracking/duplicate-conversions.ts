import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import {
  type ActionSeries,
  actionSeries,
  isMicroEvent,
  primaryActions,
} from '../../account/conversion-actions.ts'
import { areMostlyBeginnings, customerStages } from '../../account/customer-stages.ts'
import { countedOf } from '../../account/known-figures.ts'
import type { AccountSnapshot, ConversionAction } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { gammaCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { stageTexts } from './customer-stages-words.ts'
import type { SameEvents, TwinActions } from './duplicate-conversions-words.ts'
import * as words from './duplicate-conversions-words.ts'

/** Whether bidding is fed with steps that are no sale, with too many goals, or twice with the same sale or person. */
export const duplicateConversions = defineRule({
  name: 'duplicate-conversions',
  title: 'Conversiones contadas dos veces',
  category: 'measurement',
  place: 20,
  needs: {},
  run,
  words,
})

function run(snapshot: AccountSnapshot, context: Context): RuleResult {
  if (!snapshot.conversionActions) {
    return { findings: [], silence: notKnown('las acciones de conversión') }
  }
  const all = primaryActions(snapshot)
  if (all.length === 0) return { findings: [], silence: words.NO_PRIMARIES }
  const days = snapshot.inventory?.conversionDays
  const series = actionSeries(snapshot, days ?? [])
  // Google counts primary actions of its standard goals alone: no bid follows one of another goal.
  const primaries = days ? all.filter(({ id }) => (series.get(id)?.total ?? 0) > 0) : all
  const micro = primaries.filter((action) => isMicroEvent(action, snapshot))
  const findings: Finding[] = []
  if (micro.length > 0) {
    const totals = micro.map((action) => ({ action, total: series.get(action.id)?.total ?? null }))
    const isRest = micro.length < primaries.length
    const { blocked, microEventShare } = context.measurement
    const priority = blocked === 'micro-events' ? 'high' : 'medium'
    const texts = isRest
      ? words.microEventTexts(context, totals, microEventShare)
      : words.onlyMicroEventTexts(context, totals)
    findings.push(settingFinding('micro', 1, priority, texts))
  }
  if (primaries.length > THRESHOLDS.primariesMost.value) {
    findings.push(settingFinding('many', 1, 'low', words.manyPrimariesTexts(context, primaries)))
  }
  const stages = customerStages(snapshot)
  if (stages) {
    const priority = areMostlyBeginnings(stages) ? 'high' : 'medium'
    findings.push(settingFinding('stages', 1, priority, stageTexts(context, stages)))
  }
  // What is told as a step already would only be told again.
  const steps = [...micro, ...(stages?.early ?? [])]
  for (const twins of twinsOf(primaries, series, context)) {
    if (twins.isPart && [twins.first, twins.second].some((one) => steps.includes(one))) continue
    const part = `twins ${twins.first.id} ${twins.second.id}`
    findings.push(
      settingFinding(part, 1 - twins.tail, 'high', words.twinActionTexts(context, twins)),
    )
  }
  const nothing = days
    ? words.CLEAN
    : `${words.CLEAN_SETUP} ${notKnown('las conversiones por día')}`
  return { findings, silence: findings.length > 0 ? null : nothing }
}

function settingFinding(
  part: string,
  probability: number,
  priority: 'high' | 'medium' | 'low',
  texts: Parameters<typeof setupFinding>[1],
): Finding {
  return setupFinding({ campaignId: null, part, probability, priority }, texts)
}

function twinsOf(
  primaries: readonly ConversionAction[],
  series: ReadonlyMap<string, ActionSeries>,
  context: Context,
): TwinActions[] {
  const counted = countedOf(context.sums)
  if (!counted) return []
  return primaries.flatMap((first, i) =>
    primaries.slice(i + 1).flatMap((second): TwinActions[] => {
      const [a, b] = [series.get(first.id), series.get(second.id)]
      const same = a && b ? sameEvents(a, b) : null
      if (!a || !b || !same) return []
      return [
        {
          first,
          second,
          firstTotal: a.total,
          secondTotal: b.total,
          ...same,
          costMicros: counted.costMicros,
          conversions: counted.conversionsMicros / MICROS,
        },
      ]
    }),
  )
}

/**
 * Two counts of the same events differ less, day by day, than two independent ones could: Σ (y − r x)² / r (x + y), where r is what
 * the fewer are of the more, is then far below its chi² of as many degrees as days. So it is where one counts again a part of what the
 * other does, an upload that Google matches in four of five cases. Null unless the days move together.
 */
export function sameEvents(a: ActionSeries, b: ActionSeries): SameEvents | null {
  const { twinActionConversions, twinActionDays, twinActionRatio, partActionRatio } = THRESHOLDS
  const { twinActionCorrelation, twinActionTail, partActionTail } = THRESHOLDS
  const [more, fewer] = a.total < b.total ? [b, a] : [a, b]
  if (fewer.total < twinActionConversions.value) return null
  const ratio = fewer.total / more.total
  const isPart = Math.abs(a.total / b.total - 1) > twinActionRatio.value
  if (isPart && ratio < partActionRatio.value) return null
  const pairs = more.conversions
    .map((x, i) => [x, fewer.conversions[i]!] as const)
    .filter(([x, y]) => x + y > 0)
  if (pairs.length < twinActionDays.value) return null
  const correlation = correlationOf(pairs)
  const r = isPart ? ratio : 1
  const gap = pairs.reduce((sum, [x, y]) => sum + (y - r * x) ** 2 / (r * (x + y)), 0)
  const tail = gammaCdf(gap, pairs.length / 2, 0.5)
  // Of a part drawn by chance no more than the root of its size can go with the whole.
  const needed = twinActionCorrelation.value * Math.sqrt(r)
  const alike = correlation > needed && tail < (isPart ? partActionTail : twinActionTail).value
  return alike ? { correlation, tail, isPart } : null
}

function correlationOf(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xy += (x - meanX) * (y - meanY)
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0
}
