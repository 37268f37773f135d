import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import {
  type ActionSeries,
  actionSeries,
  MICRO_EVENTS,
  primaryActions,
} from '../../account/conversion-actions.ts'
import type { AccountSnapshot, ConversionAction } from '../../account/snapshot.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { gammaCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { notKnown } from '../../words/setup-texts.ts'
import {
  manyPrimariesTexts,
  microEventTexts,
  twinActionTexts,
} from './duplicate-conversions-words.ts'

const RULE = 'duplicate-conversions'

/** Two primary actions that count the same thing. */
export type TwinActions = {
  first: ConversionAction
  second: ConversionAction
  firstTotal: number
  secondTotal: number
  correlation: number
  /** P(two independent counts lie so close day by day). */
  tail: number
  costMicros: number
  conversions: number
}

/** Whether bidding is fed with steps that are no sale, with too many goals, or twice with the same sale. */
export function duplicateConversions(snapshot: AccountSnapshot, context: Context): RuleResult {
  if (!snapshot.conversionActions) {
    return { findings: [], silence: notKnown('las acciones de conversión') }
  }
  const primaries = primaryActions(snapshot)
  const days = snapshot.inventory?.conversionDays
  const series = actionSeries(snapshot, days ?? [])
  const micro = primaries.filter(({ category }) => MICRO_EVENTS.has(category))
  const findings: Finding[] = []
  if (micro.length > 0 && micro.length < primaries.length) {
    const totals = micro.map((action) => ({ action, total: series.get(action.id)?.total ?? null }))
    findings.push(head('micro', 1, 'media', microEventTexts(context, totals)))
  }
  if (primaries.length > THRESHOLDS.primariesMost.value) {
    findings.push(head('many', 1, 'baja', manyPrimariesTexts(context, primaries)))
  }
  for (const twins of twinsOf(primaries, series, context)) {
    const part = `twins ${twins.first.id} ${twins.second.id}`
    findings.push(head(part, 1 - twins.tail, 'alta', twinActionTexts(context, twins)))
  }
  const nothing = days ? CLEAN : `${CLEAN_SETUP} ${notKnown('las conversiones por día')}`
  return { findings, silence: findings.length > 0 ? null : nothing }
}

const CLEAN =
  'Las conversiones principales son ventas o contactos y ninguna parece contarse dos veces.'
const CLEAN_SETUP = 'Las conversiones principales son ventas o contactos.'

function head(
  part: string,
  probability: number,
  priority: 'alta' | 'media' | 'baja',
  texts: Parameters<typeof setupFinding>[1],
): Finding {
  return setupFinding(
    { rule: RULE, categoria: 'medicion', campaignId: null, part, probability, priority },
    texts,
  )
}

function twinsOf(
  primaries: readonly ConversionAction[],
  series: ReadonlyMap<string, ActionSeries>,
  context: Context,
): TwinActions[] {
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
          costMicros: context.sums.costMicros,
          conversions: context.sums.conversionsMicros / MICROS,
        },
      ]
    }),
  )
}

/**
 * Two counts of the same events differ less, day by day, than two independent ones could: Σ (a − b)² / (a + b) is then
 * far below its chi² of as many degrees as days. Null unless the totals are alike and the days move together.
 */
export function sameEvents(
  a: ActionSeries,
  b: ActionSeries,
): { correlation: number; tail: number } | null {
  const { twinActionConversions, twinActionDays, twinActionRatio } = THRESHOLDS
  const { twinActionCorrelation, twinActionTail } = THRESHOLDS
  if (Math.min(a.total, b.total) < twinActionConversions.value) return null
  if (Math.abs(a.total / b.total - 1) > twinActionRatio.value) return null
  const pairs = a.conversions
    .map((x, i) => [x, b.conversions[i]!] as const)
    .filter(([x, y]) => x + y > 0)
  if (pairs.length < twinActionDays.value) return null
  const correlation = correlationOf(pairs)
  const gap = pairs.reduce((sum, [x, y]) => sum + (x - y) ** 2 / (x + y), 0)
  const tail = gammaCdf(gap, pairs.length / 2, 0.5)
  const alike = correlation > twinActionCorrelation.value && tail < twinActionTail.value
  return alike ? { correlation, tail } : null
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
