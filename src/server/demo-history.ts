import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Operation } from '#changes/operations.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { analyseAccount } from '#features/recommendations/actions/analyse-account.ts'
import { applyInHalves } from '#features/recommendations/actions/apply-in-halves.ts'
import { applyRecommendation } from '#features/recommendations/actions/apply-recommendation.ts'
import { measureApplications } from '#features/recommendations/actions/measure-applications.ts'
import { undoRecommendation } from '#features/recommendations/actions/undo-recommendation.ts'
import type { Clock } from '#platform/clock.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { STATE, STATUS } from '#shared/change-states.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'

/** What the owner of the sample shop does on a day of its history. */
type Deed = { daysAgo: number; apply: string[]; inHalves?: true; undoWorse?: true }

/**
 * From the first card that is applied to the experiment that is still running. Between them the owner looks at what is measured once
 * eight and twelve weeks of it are known, so that what is worse does not stand for months.
 */
const DEEDS: readonly Deed[] = [
  { daysAgo: 176, apply: ['wasted-search-terms'] },
  { daysAgo: 170, apply: ['keyword-bids', 'limited-budgets'] },
  { daysAgo: 124, apply: ['wasted-search-terms'], undoWorse: true },
  { daysAgo: 98, apply: [], undoWorse: true },
  { daysAgo: 76, apply: ['keyword-bids'], undoWorse: true },
  { daysAgo: 70, apply: [], undoWorse: true },
  { daysAgo: 24, apply: ['converting-terms'], inHalves: true, undoWorse: true },
]
/** Of facts before the first of them. */
const DAYS_BEFORE = 64
export const SAMPLE_HISTORY_DAYS = DEEDS[0]!.daysAgo + DAYS_BEFORE

/** What an owner who takes the advice would have behind him by now: found, applied, measured and taken back by the product itself. */
export async function liveThroughHistory(
  ctx: CallerContext,
  customerId: number,
  { today, fillUpTo }: { today: Day; fillUpTo: (day: Day) => Promise<void> },
): Promise<void> {
  for (const deed of DEEDS) {
    const day = addDays(today, -deed.daysAgo)
    await fillUpTo(addDays(day, -1))
    const past = { ...ctx, clock: clockAt(day) }
    if (deed.apply.length > 0) await analyse(past, customerId)
    await measureApplications(past, customerId)
    if (deed.undoWorse) await undoWorse(past, customerId)
    for (const rule of deed.apply) await applyFirst(past, customerId, rule, deed.inHalves)
  }
  await fillUpTo(addDays(today, -1))
  await analyse(ctx, customerId)
  await measureApplications(ctx, customerId)
}

function clockAt(day: Day): Clock {
  return {
    now: () => new Date(`${day}T09:00:00Z`),
    advance: () => {},
    shared: new SharedArrayBuffer(8),
  }
}

/** Cards of an imported account carry no operations; the sample's customers go by them, so its cards are made as for Google's. */
async function analyse(ctx: Context, customerId: number): Promise<void> {
  const ofAccount = eq(adAccounts.customerId, customerId)
  await ctx.db.update(adAccounts).set({ source: 'google' }).where(ofAccount)
  try {
    await analyseAccount(ctx, customerId)
  } finally {
    await ctx.db.update(adAccounts).set({ source: 'imported' }).where(ofAccount)
  }
}

async function applyFirst(
  ctx: CallerContext,
  customerId: number,
  rule: string,
  inHalves = false,
): Promise<void> {
  const [first] = await ctx.db
    .select({ id: recommendations.id, body: recommendations.body })
    .from(recommendations)
    .where(
      and(
        eq(recommendations.customerId, customerId),
        eq(recommendations.rule, rule),
        eq(recommendations.status, STATUS.pending),
      ),
    )
    .orderBy(desc(recommendations.expectedValueMicros))
    .limit(1)
  if (first) await (inHalves ? applyInHalves : applyRecommendation)(ctx, first.id, { seen: null })
}

async function undoWorse(ctx: CallerContext, customerId: number): Promise<void> {
  const applied = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        eq(recommendationApplications.state, STATE.byHand),
      ),
    )
  const worse = applied.filter(
    ({ measured }) => (measured as Measured | null)?.verdict === 'worsened',
  )
  for (const { recommendationId } of worse) await undoRecommendation(ctx, recommendationId)
}

/** Operations of what is in force, of a card in halves those of the half that was changed. */
export async function operationsInForce(ctx: Context, customerId: number): Promise<Operation[]> {
  const applied = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        inArray(recommendationApplications.state, [STATE.byHand]),
      ),
    )
  return applied.flatMap(({ body, halves, secondState }) => {
    // Only the engine's own output is stored as a body.
    const operations = (body as Analysed).evidence.change?.operations ?? []
    if (!halves || secondState === 'applied') return operations
    const later = new Set(halves.pairs.flatMap((pair) => pair.later))
    const waiting = new Set(
      halves.units.flatMap((unit) => (later.has(unit.key) ? unit.operations : [])),
    )
    return operations.filter((_, at) => !waiting.has(at))
  })
}
