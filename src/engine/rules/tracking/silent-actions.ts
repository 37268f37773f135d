import { addDays, type Day, eachDay } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import { actionSeries, primaryActions } from '../../account/conversion-actions.ts'
import type { AccountSnapshot, ConversionAction } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { silentActionTexts } from './silent-actions-words.ts'

/** A primary action that used to count and has stopped, while the account as a whole goes on. */
export type SilentAction = {
  action: ConversionAction
  /** Of the silence that reaches the end of the window. */
  since: Day
  until: Day
  days: number
  clicks: number
  /** Conversions that these clicks would have brought at its earlier rate. */
  expected: number
  /** P(none by chance), times the actions looked at. */
  tail: number
  total: number
}

/** One sale type of several may break unseen: the others keep the account's total alive. */
export function silentActions(snapshot: AccountSnapshot, context: Context): Finding[] {
  const ongoing = context.measurement.problems.some(
    (problem) => problem.kind === 'outage' && problem.outage.ongoing,
  )
  const rows = snapshot.inventory?.conversionDays
  if (!rows || ongoing || context.measurement.blocked) return []
  const primaries = primaryActions(snapshot)
  const series = actionSeries(snapshot, rows)
  const clicks = clicksByDay(snapshot)
  return primaries
    .flatMap((action): SilentAction[] => {
      const own = series.get(action.id)
      const silent = own ? silenceOf(action, own.conversions, clicks, snapshot) : null
      return silent ? [{ ...silent, tail: Math.min(1, silent.tail * primaries.length) }] : []
    })
    .filter(({ tail }) => tail < THRESHOLDS.trackingTail.value)
    .map((silent) =>
      setupFinding(
        {
          rule: 'conversion-tracking',
          categoria: 'medicion',
          campaignId: null,
          part: `silent ${silent.action.id}`,
          probability: 1 - silent.tail,
          priority: 'alta',
        },
        silentActionTexts(context, silent),
      ),
    )
}

function clicksByDay(snapshot: AccountSnapshot): number[] {
  const known = new Map(snapshot.accountDays.map(({ day, clicks }) => [day, clicks]))
  const { from, to } = snapshot.window
  return eachDay(from, to).map((day) => (known.size > 0 ? (known.get(day) ?? 0) : 1))
}

/**
 * Were its conversions spread evenly over the clicks, all of them would fall before the silence with probability
 * (share of clicks before)^(conversions / phi); phi because they come in clumps.
 */
function silenceOf(
  action: ConversionAction,
  conversions: readonly number[],
  clicks: readonly number[],
  snapshot: AccountSnapshot,
): SilentAction | null {
  const last = conversions.findLastIndex((count) => count > 0)
  const days = conversions.length - 1 - last
  if (last < 0 || days < THRESHOLDS.actionSilentDays.value) return null
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const total = sum(conversions)
  const before = sum(clicks.slice(0, last + 1))
  const during = sum(clicks.slice(last + 1))
  if (before <= 0 || during < THRESHOLDS.trackingClicks.value) return null
  if (total < THRESHOLDS.accountConversions.value) return null
  return {
    action,
    since: addDays(snapshot.window.from, last + 1),
    until: snapshot.window.to,
    days,
    clicks: during,
    expected: (total / before) * during,
    tail: (before / (before + during)) ** (total / THRESHOLDS.dispersion.value),
    total,
  }
}
