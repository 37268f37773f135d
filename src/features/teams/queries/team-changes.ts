import { and, desc, eq, lt, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import type { TeamChanges } from '../contract.ts'

const PAGE = 60
const undoers = alias(users, 'undoers')

type Asked = { personId?: string | undefined; before?: { at: Date; id: string } | undefined }

/** What was changed in Google Ads from here, in all accounts, and by whom; what Google refused is left out. */
export async function listTeamChanges(
  ctx: CallerContext,
  { personId, before }: Asked,
): Promise<TeamChanges> {
  const { at, id } = accountChanges
  const rows = await ctx.db
    .select({
      change: accountChanges,
      accountId: adAccounts.googleCustomerId,
      accountName: adAccounts.name,
      by: users.name,
      undoneBy: undoers.name,
    })
    .from(accountChanges)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountChanges.customerId))
    .leftJoin(users, eq(users.id, accountChanges.userId))
    .leftJoin(undoers, eq(undoers.id, accountChanges.undoneBy))
    .where(
      and(
        accountsOfCaller(ctx),
        ne(accountChanges.outcome, 'failed'),
        personId ? eq(accountChanges.userId, personId) : undefined,
        // Steps of one card have one instant.
        before && or(lt(at, before.at), and(eq(at, before.at), lt(id, before.id))),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(PAGE + 1)
  return {
    changes: rows.slice(0, PAGE).map(({ change, accountId, accountName, by, undoneBy }) => ({
      changeId: change.id,
      accountId,
      accountName: accountName ?? accountId,
      summary: change.summary,
      at: change.at.toISOString(),
      isOpen: change.outcome !== 'done',
      by,
      undoneAt: change.undoneAt?.toISOString() ?? null,
      undoneBy,
    })),
    hasMore: rows.length > PAGE,
  }
}
