import { and, desc, eq } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { LoggedChange } from '#changes/change-log.ts'
import type { CallerContext } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import type { OwnChange } from '../contract/changes.ts'

const MOST_CHANGES = 100

/** What was done, newest first; tries that Google refused are in the log only. */
export async function listOwnChanges(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<OwnChange[]> {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const rows = await ctx.db
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.customerId, customerId), eq(accountChanges.outcome, 'done')))
    .orderBy(desc(accountChanges.at))
    .limit(MOST_CHANGES)
  return rows.map(toOwnChange)
}

export function toOwnChange(change: LoggedChange): OwnChange {
  return {
    changeId: change.id,
    kind: change.kind,
    summary: change.summary,
    at: change.at.toISOString(),
    undoneAt: change.undoneAt?.toISOString() ?? null,
    canUndo: change.undoneAt === null && isKeywordChange(change),
  }
}

export function isKeywordChange({ kind }: Pick<LoggedChange, 'kind'>): boolean {
  return kind === 'add_keyword' || kind === 'add_negative'
}
