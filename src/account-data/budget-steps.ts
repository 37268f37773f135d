import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { readsOf } from './reads-of.ts'

/**
 * By id of budget, logarithm of by how much an application moved it, of the steps that Google made; null where none did, or something else
 * was changed as well.
 */
export async function readBudgetSteps(
  ctx: Context,
  customerId: number,
  applicationId: string,
): Promise<Map<string, number> | null> {
  const { before, after, outcome } = accountChanges
  const made = await readsOf(ctx, customerId)
    .select({ before, after })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, customerId),
        eq(outcome, 'done'),
        sql`${after} ->> 'applicationId' = ${applicationId}`,
      ),
    )
  // Only the log of changes writes them.
  const moves = made.map((row) => moveOf(row as Made))
  const known = moves.filter((move) => move !== null)
  return known.length > 0 && known.length === moves.length ? new Map(known) : null
}

/** Of steps that are logarithms. */
export function isOneWay(steps: readonly number[]): boolean {
  return steps.every((step) => step > 0) || steps.every((step) => step < 0)
}

type Made = {
  before: { image?: { amountMicros?: string } | null } | null
  after: {
    operation: {
      campaignBudgetOperation?: {
        updateMask?: string
        update?: { resourceName: string; amountMicros?: string }
      }
    }
  }
}

function moveOf({ before, after }: Made): [string, number] | null {
  const { updateMask, update } = after.operation.campaignBudgetOperation ?? {}
  const [from, to] = [Number(before?.image?.amountMicros), Number(update?.amountMicros)]
  if (updateMask !== 'amountMicros' || !update || !(from > 0) || !(to > 0)) return null
  return [update.resourceName.split('/').at(-1)!, Math.log(to / from)]
}
