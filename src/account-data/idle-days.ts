import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adGroups, campaigns } from '#platform/db/schema/entities.ts'
import { eachDay } from '#shared/dates.ts'
import type { Windows } from './both-windows.ts'
import type { Kind } from './donors.ts'
import type { EffectPlace } from './effect-evidence.ts'
import { readsOf } from './reads-of.ts'
import { type Edit, shortName } from './small-edits.ts'
import type { SummedRow } from './sums.ts'

type IdleQuestion = Kind & {
  place: EffectPlace
  windows: Windows
  ownResources: readonly string[]
  /** By day, of what was changed. */
  rows: readonly SummedRow[]
  /** What others changed there, of Google's history. */
  others: readonly Edit[]
}

/** Stopped ones that cost less than this of the whole move it little. */
const LITTLE = 0.1

/** Of each day of the window after: whether what cost more than a tenth of it was not shown because others had paused or removed it. */
export async function readIdleDays(
  ctx: Context,
  customerId: number,
  { place, windows, ownResources, rows, others, key }: IdleQuestion,
): Promise<boolean[]> {
  const { before, after } = windows
  const days = eachDay(after.from, after.to)
  const stopped = await readStopped(ctx, customerId, { place, ownResources, others })
  if (stopped.size === 0) return days.map(() => false)
  const isBefore = ({ keys }: SummedRow) => keys.day! >= before.from && keys.day! <= before.to
  const costs = new Map<string, number>()
  for (const { keys, costMicros } of rows.filter(isBefore))
    costs.set(String(keys[key]), (costs.get(String(keys[key])) ?? 0) + costMicros)
  const all = [...costs.values()].reduce((sum, cost) => sum + cost, 0)
  // Without its campaign an ad group does not run.
  const halted = [...costs].filter(([id]) => place.adGroupId !== null || stopped.has(id))
  const shown = new Set(
    rows.filter((row) => row.impressions > 0).map(({ keys }) => `${keys.day} ${keys[key]}`),
  )
  return days.map((day) => {
    const idle = halted.filter(([id]) => !shown.has(`${day} ${id}`))
    return idle.reduce((sum, [, cost]) => sum + cost, 0) > LITTLE * all
  })
}

/** Ids of what is paused or removed now, or was in those days, but by the change that is judged. */
async function readStopped(
  ctx: Context,
  customerId: number,
  { place, ownResources, others }: Pick<IdleQuestion, 'place' | 'ownResources' | 'others'>,
): Promise<Set<string>> {
  const ids = place.campaignIds.map(Number)
  const rows = await readsOf(ctx, customerId)
    .select({ id: campaigns.campaignId, status: campaigns.status })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), inArray(campaigns.campaignId, ids)))
  const groups = place.adGroupId
    ? await readsOf(ctx, customerId)
        .select({ id: adGroups.adGroupId, status: adGroups.status })
        .from(adGroups)
        .where(
          and(eq(adGroups.customerId, customerId), eq(adGroups.adGroupId, Number(place.adGroupId))),
        )
    : []
  const names = [
    ...rows.map((one) => ({ ...one, name: `campaigns/${one.id}` })),
    ...groups.map((one) => ({ ...one, name: `adGroups/${one.id}` })),
  ]
  const own = new Set(ownResources.map(shortName))
  const stoppedByOthers = new Set(
    others.filter(isStop).map(({ resourceName }) => shortName(resourceName)),
  )
  const isStoppedNow = ({ name, status }: (typeof names)[number]) =>
    STOPPED.includes(status) && !own.has(name)
  return new Set(
    names
      .filter((one) => stoppedByOthers.has(one.name) || isStoppedNow(one))
      .map(({ id }) => String(id)),
  )
}

const STOPPED: readonly unknown[] = ['PAUSED', 'REMOVED']

function isStop({ operation, newResource }: Edit): boolean {
  const inner = Object.values(newResource).find((value) => typeof value === 'object') ?? newResource
  return operation === 'REMOVE' || STOPPED.includes((inner as { status?: unknown }).status)
}
