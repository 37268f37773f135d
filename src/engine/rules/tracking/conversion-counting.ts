import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { isHosted, LEADS, primaryActions } from '../../account/conversion-actions.ts'
import type { AccountSnapshot, ConversionAction } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { LateConversions } from './conversion-counting-words.ts'
import * as words from './conversion-counting-words.ts'

/** Whether each action counts what it should: once or every time, by data, and for long enough. */
export const conversionCounting = defineRule({
  name: 'conversion-counting',
  title: 'Forma de contar conversiones',
  category: 'measurement',
  place: 30,
  needs: {},
  run,
  words,
})

function run(snapshot: AccountSnapshot, context: Context): RuleResult {
  const primaries = primaryActions(snapshot)
  const known = primaries.filter(
    ({ countingType, attributionModel, clickLookbackDays }) =>
      countingType !== undefined ||
      attributionModel !== undefined ||
      clickLookbackDays !== undefined,
  )
  if (known.length === 0) {
    return { findings: [], silence: notKnown('los ajustes de las acciones de conversión') }
  }
  const own = known.filter((one) => !isHosted(one))
  const wrong = own.filter(countsWrong)
  const unattributed = own.filter(
    ({ attributionModel }) =>
      attributionModel !== undefined && !/DATA_DRIVEN|EXTERNAL/.test(attributionModel),
  )
  const late = lateConversions(snapshot, known)
  const findings = [
    ...(wrong.length > 0
      ? [settingFinding('count', 'medium', words.countingTexts(context, wrong))]
      : []),
    ...(unattributed.length > 0
      ? [settingFinding('attribution', 'low', words.attributionTexts(context, unattributed))]
      : []),
    ...(late
      ? [settingFinding('lookback', 'low', words.shortLookbackTexts(context, late, known))]
      : []),
  ]
  return { findings, silence: findings.length > 0 ? null : words.RIGHT }
}

function settingFinding(
  part: string,
  priority: 'medium' | 'low',
  texts: Parameters<typeof setupFinding>[1],
): Finding {
  return setupFinding({ campaignId: null, part, probability: 1, priority }, texts)
}

/** A contact counted every time, or a purchase counted once per click. */
function countsWrong({ category, countingType }: ConversionAction): boolean {
  if (category === 'PURCHASE') return countingType === 'ONE_PER_CLICK'
  return LEADS.has(category) && countingType === 'MANY_PER_CLICK'
}

/** The last days a click window of that length can report. */
const LAST_BUCKETS: readonly { upTo: number; bucket: string }[] = [
  { upTo: 7, bucket: 'SIX_TO_SEVEN_DAYS' },
  { upTo: 14, bucket: 'THIRTEEN_TO_FOURTEEN_DAYS' },
  { upTo: 21, bucket: 'FOURTEEN_TO_TWENTY_ONE_DAYS' },
  { upTo: 30, bucket: 'TWENTY_ONE_TO_THIRTY_DAYS' },
  { upTo: 45, bucket: 'THIRTY_TO_FORTY_FIVE_DAYS' },
  { upTo: 60, bucket: 'FORTY_FIVE_TO_SIXTY_DAYS' },
]

/** Null with a window of more than 60 days, which can hardly be longer. */
function lateConversions(
  snapshot: AccountSnapshot,
  actions: readonly ConversionAction[],
): LateConversions | null {
  const lags = snapshot.inventory?.conversionLags ?? []
  const lookbackDays = Math.max(0, ...actions.map((action) => action.clickLookbackDays ?? 0))
  const last = LAST_BUCKETS.find(({ upTo }) => lookbackDays > 0 && lookbackDays <= upTo)
  const all = lags.reduce((sum, lag) => sum + lag.conversionsMicros, 0)
  const conversions = lags
    .filter(({ bucket }) => bucket === last?.bucket)
    .reduce((sum, lag) => sum + lag.conversionsMicros, 0)
  if (!last || all < THRESHOLDS.lateLagConversions.value * MICROS) return null
  const share = conversions / all
  if (share <= THRESHOLDS.lateLagShare.value) return null
  return { share, conversions: conversions / MICROS, lookbackDays }
}
