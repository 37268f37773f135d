import type { Context } from '../../account/context.ts'
import {
  type ActionSeries,
  actionSeries,
  isHosted,
  isImported,
  isMicroEvent,
  isOfApp,
  mayComeTogether,
  primaryActions,
} from '../../account/conversion-actions.ts'
import { areMostlyBeginnings, customerStages, unusedProofs } from '../../account/customer-stages.ts'
import type { AccountSnapshot, ConversionAction } from '../../account/snapshot.ts'
import { countingActions } from '../../account/twin-actions.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { stageTexts, unusedProofTexts } from './customer-stages-words.ts'
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
  const primaries = countingActions(snapshot, series)
  const findings = [
    ...stepFindings(snapshot, context, series),
    ...silentBeside(snapshot, context, series),
  ]
  const chosen = primaries.filter((action) => !isHosted(action))
  if (chosen.length > THRESHOLDS.primariesMost.value) {
    findings.push(settingFinding('many', 1, 'low', words.manyPrimariesTexts(context, chosen)))
  }
  const stages = customerStages(snapshot)
  if (stages) {
    const priority = areMostlyBeginnings(stages) ? 'high' : 'medium'
    findings.push(settingFinding('stages', 1, priority, stageTexts(context, stages)))
  }
  const proofs = unusedProofs(snapshot)
  if (proofs) findings.push(settingFinding('proofs', 1, 'medium', unusedProofTexts(proofs)))
  for (const twins of context.measurement.twins) {
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

/** What is told where steps on the way are counted: beside sales and contacts, instead of them, or because those count nothing. */
function stepFindings(
  snapshot: AccountSnapshot,
  context: Context,
  series: ReadonlyMap<string, ActionSeries>,
): Finding[] {
  const counting = countingActions(snapshot, series)
  const micro = counting.filter((action) => isMicroEvent(action, snapshot))
  if (micro.length === 0) return []
  const totals = micro.map((action) => ({ action, total: series.get(action.id)?.total ?? null }))
  const { blocked, microEventShare } = context.measurement
  const priority = blocked === 'micro-events' ? 'high' : 'medium'
  if (micro.length < counting.length) {
    const texts = words.microEventTexts(context, totals, microEventShare)
    return [settingFinding('micro', 1, priority, texts)]
  }
  const silent = silentGoals(snapshot, counting)
  if (silent.length > 0) {
    const texts = words.silentGoalTexts(context, totals, silent)
    return [settingFinding('silent goals', 1, 'high', texts)]
  }
  return [settingFinding('micro', 1, priority, words.onlyMicroEventTexts(context, totals))]
}

/**
 * Uploads that are primary and counted nothing while others count many: nothing else tells of one that never began. What else counts
 * nothing is mostly of a goal that Google does not use, or a leftover, which does no harm.
 */
function silentBeside(
  snapshot: AccountSnapshot,
  context: Context,
  series: ReadonlyMap<string, ActionSeries>,
): Finding[] {
  const counting = countingActions(snapshot, series).filter((one) => !isMicroEvent(one, snapshot))
  const beside = counting.map((action) => ({ action, total: series.get(action.id)?.total ?? 0 }))
  const counted = beside.reduce((sum, { total }) => sum + total, 0)
  if (counted < THRESHOLDS.silentBeside.value) return []
  const stopped = context.measurement.problems.flatMap((one) =>
    one.kind === 'action-loss' ? [one.loss.action.id] : [],
  )
  return silentGoals(snapshot, counting)
    .filter((one) => isImported(one) && !mayComeTogether([one], context.days))
    .filter(({ id }) => !series.has(id) && !stopped.includes(id))
    .map((action) => {
      const texts = words.silentBesideTexts(context, action, beside)
      return settingFinding(`silent ${action.id}`, 1, 'medium', texts)
    })
}

/** Sales and contacts that are primary and counted nothing. */
function silentGoals(
  snapshot: AccountSnapshot,
  counting: readonly ConversionAction[],
): ConversionAction[] {
  return primaryActions(snapshot).filter(
    (action) =>
      !counting.includes(action) &&
      !isMicroEvent(action, snapshot) &&
      !isHosted(action) &&
      !isOfApp(action),
  )
}

function settingFinding(
  part: string,
  probability: number,
  priority: 'high' | 'medium' | 'low',
  texts: Parameters<typeof setupFinding>[1],
): Finding {
  return setupFinding({ campaignId: null, part, probability, priority }, texts)
}
