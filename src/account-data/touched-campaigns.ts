import { and, between, eq, gte, inArray, like, lte, ne, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { STATE } from '#shared/change-states.ts'
import { addDays, type DayRange } from '#shared/dates.ts'
import type { ChangingCard } from './changed-campaigns.ts'
import { type Edits, editsOf } from './edited-parts.ts'
import type { EffectPlace } from './effect-evidence.ts'
import type { HandEdits } from './hand-edits.ts'
import { readsOf } from './reads-of.ts'
import { shortName, smallSteps, weightyEdits } from './small-edits.ts'

/** Google does not always say which campaign a budget's change is about. */
export const budgetName = (budgetId: number | string | null) => `campaignBudgets/${budgetId}`

const DECISIVE = ['CAMPAIGN', 'CAMPAIGN_BUDGET']

/** What was changed in an account in those days. */
export type Touched = Edits & {
  /** Of budgets that moved a little, by name: logarithm of by how much. */
  steps: Map<string, number>
}

/** Ids of campaigns, those of a card about several as well, and names of budgets; small edits leave a control what it is. */
export async function touchedCampaigns(
  ctx: Context,
  customerId: number,
  during: DayRange,
): Promise<Set<string>> {
  const { whole, parts } = await readTouched(ctx, customerId, during)
  return new Set([...whole, ...parts.keys()])
}

/** Of which campaigns all may have changed, ids and names of budgets, and of which a part; `places`: changed besides cards. */
export async function readTouched(
  ctx: Context,
  customerId: number,
  during: DayRange,
  places: HandEdits['places'] = [],
): Promise<Touched> {
  const cards = await readCards(ctx, customerId, during)
  const changed = await readsOf(ctx, customerId)
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        inArray(changeEvents.resourceType, DECISIVE),
        gte(changeEvents.at, during.from),
        lte(changeEvents.at, `${during.to} 24`),
      ),
    )
    .orderBy(changeEvents.at)
  const weighty = weightyEdits(changed)
  const steps = [...smallSteps(changed)].map(([name, step]) => [shortName(name), step] as const)
  const budgets = weighty.map(({ resourceName }) => shortName(resourceName))
  const ids = weighty.flatMap(({ campaignId }) => (campaignId === null ? [] : [String(campaignId)]))
  const told = new Set([...steps.map(([name]) => name), ...budgets])
  const edits = await editsOf(ctx, customerId, { cards, places }, (name) => told.has(name))
  for (const id of ids) edits.parts.delete(id)
  return { ...edits, whole: new Set([...edits.whole, ...ids, ...budgets]), steps: new Map(steps) }
}

/** Applied, taken back, or made the rest of in those days. */
async function readCards(ctx: Context, customerId: number, { from, to }: DayRange) {
  const { appliedAt, undoneAt, secondState, secondOn } = recommendationApplications
  const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T23:59:59Z`)]
  const applied = await readsOf(ctx, customerId)
    .select({ body: recommendationApplications.body })
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        ne(recommendationApplications.state, STATE.failed),
        or(
          between(appliedAt, first, last),
          between(undoneAt, first, last),
          and(eq(secondState, SECOND.applied), between(secondOn, addDays(from, -SECOND_LATE), to)),
        ),
      ),
    )
  // Only the engine's own output is stored as a body.
  return applied.map(({ body }) => body as ChangingCard)
}

/** Days for which a second half may have waited for its account beyond its day. */
const SECOND_LATE = 14

/** What others changed in the same campaigns or ad group meanwhile, oldest first; `judged`: what is no other change, and when it was made. */
export async function otherChanges(
  ctx: Context,
  customerId: number,
  { adGroupId, campaignIds }: EffectPlace,
  { from, to }: { from: string; to: string },
  judged: { resources: readonly string[]; from: string; until: string } | null = null,
) {
  const ids = campaignIds.map(Number)
  const budgets = await readsOf(ctx, customerId)
    .selectDistinct({ budgetId: campaigns.budgetId })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), inArray(campaigns.campaignId, ids)))
  const ofBudgets = budgets.flatMap(({ budgetId }) =>
    budgetId ? [like(changeEvents.resourceName, `%/${budgetName(budgetId)}`)] : [],
  )
  const ofCampaigns = inArray(changeEvents.campaignId, ids)
  const ofPlace = adGroupId
    ? or(
        eq(changeEvents.adGroupId, Number(adGroupId)),
        and(ofCampaigns, inArray(changeEvents.resourceType, DECISIVE)),
      )
    : ofCampaigns
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        or(ofPlace, ...ofBudgets),
        gte(changeEvents.at, from),
        lte(changeEvents.at, `${to} 24`),
      ),
    )
    .orderBy(changeEvents.at)
  if (!judged) return rows
  const { resources, from: made, until } = judged
  return rows.filter(
    (row) => !resources.includes(row.resourceName) || row.at < made || row.at > until,
  )
}
