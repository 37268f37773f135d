import { and, desc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { LoggedChange } from '#changes/change-log.ts'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { roleAllows, seesPeople } from '#platform/session.ts'
import type { InputOf } from '#shared/endpoint.ts'
import type {
  listOwnChanges as ListOwnChanges,
  LoggedOwnChange,
  OwnChange,
} from '../contract/changes.ts'
import { BY_HAND, noWayBack } from '../rules/no-way-back.ts'

const MOST_CHANGES = 100
const undoers = alias(users, 'undoers')

/** What was done, newest first; of what was added by hand also what Google refused or has not answered. */
export async function listOwnChanges(
  ctx: CallerContext,
  { customerId: googleCustomerId, only }: InputOf<typeof ListOwnChanges>,
): Promise<LoggedOwnChange[]> {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const isAsked = only ? inArray(accountChanges.kind, BY_HAND) : eq(accountChanges.outcome, 'done')
  const rows = await ctx.db
    .select({ change: accountChanges, by: users.name, undoneBy: undoers.name })
    .from(accountChanges)
    .leftJoin(users, eq(users.id, accountChanges.userId))
    .leftJoin(undoers, eq(undoers.id, accountChanges.undoneBy))
    .where(and(eq(accountChanges.customerId, customerId), isAsked))
    .orderBy(desc(accountChanges.at))
    .limit(MOST_CHANGES)
  const showsPeople = seesPeople(ctx.caller)
  const mayUndo = roleAllows(ctx.caller, 'edit')
  return rows.map(({ change, by, undoneBy }) => ({
    ...toOwnChange(change),
    canUndo: mayUndo && isUndoable(change),
    by: showsPeople ? by : null,
    undoneBy: showsPeople ? undoneBy : null,
    outcome: outcomeOf(change),
  }))
}

export function toOwnChange(change: LoggedChange): OwnChange {
  return {
    changeId: change.id,
    kind: change.kind,
    summary: change.summary,
    at: change.at.toISOString(),
    undoneAt: change.undoneAt?.toISOString() ?? null,
    canUndo: isUndoable(change),
  }
}

const outcomeOf = ({ outcome }: LoggedChange) =>
  outcome === 'done' || outcome === 'failed' ? outcome : 'open'

const isUndoable = (change: LoggedChange) => change.undoneAt === null && noWayBack(change) === null
