import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { readsOf } from './reads-of.ts'

/** An entry of Google's history of changes; `at` by the account's clock. */
type Entry = { resourceName: string; at: string }

/** No clock is further from that of UTC. What a hand changed within it of the same thing is taken for the card's. */
const CLOCKS_MS = 15 * 3_600_000

/** Those of the entries that made a change from here which was taken back, and that took it back. */
export async function readUndone<E extends Entry>(
  ctx: Context,
  customerId: number,
  entries: readonly E[],
): Promise<ReadonlySet<E>> {
  const { resourceName, at, undoneAt } = accountChanges
  const steps = await readsOf(ctx, customerId)
    .select({ resourceName, at, undoneAt })
    .from(accountChanges)
    .where(and(eq(accountChanges.customerId, customerId), isNotNull(undoneAt)))
  const byName = Map.groupBy(steps, (step) => step.resourceName)
  return new Set(
    entries.filter((entry) => {
      const told = toldAt(entry)
      return byName
        .get(entry.resourceName)
        ?.flatMap((step) => [step.at, step.undoneAt ?? step.at])
        .some((made) => Math.abs(made.getTime() - told) <= CLOCKS_MS)
    }),
  )
}

const toldAt = ({ at }: Entry) => Date.parse(`${at.replace(' ', 'T')}Z`)

/** Which of the entries a card made, or its undoing, by a key of that one act. */
export async function readCardActs<E extends Entry>(
  ctx: Context,
  customerId: number,
  entries: readonly E[],
): Promise<Map<E, string>> {
  const names = [...new Set(entries.map(({ resourceName }) => resourceName))]
  if (names.length === 0) return new Map()
  const { recommendationId, resourceName, at, undoneAt } = accountChanges
  const steps = await readsOf(ctx, customerId)
    .select({ recommendationId, resourceName, at, undoneAt })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, customerId),
        isNotNull(recommendationId),
        inArray(resourceName, names),
      ),
    )
  const acts = Map.groupBy(
    steps.flatMap(({ recommendationId, resourceName, at, undoneAt }) =>
      [at, ...(undoneAt ? [undoneAt] : [])].map((made) => ({
        resourceName,
        made: made.getTime(),
        key: `${recommendationId} ${made.toISOString()}`,
      })),
    ),
    ({ resourceName }) => resourceName,
  )
  return new Map(
    entries.flatMap((entry) => {
      const told = toldAt(entry)
      const act = acts
        .get(entry.resourceName)
        ?.find(({ made }) => Math.abs(made - told) <= CLOCKS_MS)
      return act ? [[entry, act.key] as const] : []
    }),
  )
}
