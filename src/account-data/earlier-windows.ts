import { eq } from 'drizzle-orm'
import { addUp } from '#engine/account/measurement.ts'
import type { EarlierWindows } from '#engine/effect/account-effects.ts'
import { EFFECT_THRESHOLDS } from '#engine/thresholds/effect.ts'
import type { Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { addDays, type Day, type DayRange, daysInRange } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import type { EffectPlace } from './effect-evidence.ts'
import { readsOf } from './reads-of.ts'
import { weightyEdits } from './small-edits.ts'
import { type SummedRow, sumLevel } from './sums.ts'
import { budgetName, otherChanges, touchedCampaigns } from './touched-campaigns.ts'

type Question = {
  level: 'campaign' | 'ad_group'
  key: 'campaign_id' | 'ad_group_id'
  /** Ids that are judged, and those that they are held against. */
  own: readonly number[]
  controls: readonly number[]
  place: EffectPlace
  before: DayRange
  dataFrom: Day | null
}

/** Half a year in all, which the smallest plan reads. */
const MOST_EARLIER = 4

/**
 * How the changed one ('changed') and those it is held against (by id) moved between windows like those of the measurement before them,
 * the latest first, as far as days are known. Null where one was changed in them.
 */
export async function readEarlierWindows(
  ctx: Context,
  customerId: number,
  question: Question,
): Promise<Map<string, (EarlierWindows | null)[]>> {
  const { own, controls, key, before } = question
  const windows = windowsBefore(before, question.dataFrom)
  const sums: Map<string, Metrics>[] = []
  const changed: Set<string>[] = []
  for (const [back, window] of windows.entries()) {
    const of: Record<string, SummedRow[] | undefined> = Object.groupBy(
      await sumsIn(ctx, customerId, question, window),
      ({ keys }) => (own.includes(Number(keys[key])) ? 'changed' : String(keys[key])),
    )
    sums.push(new Map(Object.entries(of).map(([id, rows = []]) => [id, addUp(rows)])))
    if (back === 0) continue
    const during = { from: window.from, to: windows[back - 1]!.to }
    changed.push(
      await changedIn(
        ctx,
        customerId,
        { ...question, rows: Object.values(of).flatMap((rows = []) => rows) },
        during,
      ),
    )
  }
  const pairsOf = (id: string) =>
    changed.map((ids, back) => {
      const [later, sooner] = [sums[back]!.get(id), sums[back + 1]!.get(id)]
      return later && sooner && !ids.has(id) ? { before: sooner, after: later } : null
    })
  return new Map(['changed', ...controls.map(String)].map((id) => [id, pairsOf(id)]))
}

/** The one before the change, and others as long a week before one another. */
function windowsBefore(before: DayRange, dataFrom: Day | null): DayRange[] {
  const apart = daysInRange(before.from, before.to) + EFFECT_THRESHOLDS.blackoutDays.value
  return Array.from({ length: MOST_EARLIER + 1 }, (_, back) => ({
    from: addDays(before.from, -back * apart),
    to: addDays(before.to, -back * apart),
  })).filter(({ from }) => dataFrom !== null && from >= dataFrom)
}

function sumsIn(
  ctx: Context,
  customerId: number,
  { level, key, own, controls }: Question,
  window: DayRange,
): Promise<SummedRow[]> {
  return sumLevel(ctx, {
    ...{ customerId, level, ...window },
    groupBy: key === 'campaign_id' ? [key] : ['campaign_id', key],
    where: { [key]: [...own, ...controls] },
  })
}

async function changedIn(
  ctx: Context,
  customerId: number,
  { place, own, key, rows }: Question & { rows: readonly SummedRow[] },
  during: DayRange,
): Promise<Set<string>> {
  const touched = await touchedCampaigns(ctx, customerId, during)
  const budgets = await readBudgets(ctx, customerId)
  const isTouched = (id: string) =>
    touched.has(id) || touched.has(budgetName(budgets.get(id) ?? null))
  const others = await otherChanges(ctx, customerId, place, during)
  const isOwnTouched = weightyEdits(others).length > 0 || place.campaignIds.some(isTouched)
  const ids = rows.flatMap(({ keys }) =>
    isTouched(String(keys.campaign_id)) && !own.includes(Number(keys[key]))
      ? [String(keys[key])]
      : [],
  )
  return new Set([...ids, ...(isOwnTouched ? ['changed'] : [])])
}

/** By id of campaign: a change of a budget does not always say which campaigns spend it. */
async function readBudgets(ctx: Context, customerId: number): Promise<Map<string, number | null>> {
  const { campaignId, budgetId } = campaigns
  const rows = await readsOf(ctx, customerId)
    .select({ campaignId, budgetId })
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  return new Map(rows.map((row) => [String(row.campaignId), row.budgetId]))
}
