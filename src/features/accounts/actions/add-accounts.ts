import { sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { AppError } from '#shared/app-error.ts'
import { accountLimitOf, PLANS } from '#shared/plans.ts'
import { unavailableReasonOf } from '../rules/connect-failures.ts'
import { type Hierarchy, leavesOf, managersAbove, type SeenAccount } from '../rules/hierarchy.ts'
import { ownedConnection } from './connections.ts'
import { enqueueFirstSync } from './enqueue-first-sync.ts'
import { retireIdleManagers } from './mark-disconnected.ts'
import { accountsInPlan, walkOwned } from './offer-accounts.ts'
import { putAccount } from './put-account.ts'

/** Adds the chosen accounts with the managers above them. Returns how many with data were added. */
export async function addAccounts(
  ctx: CallerContext,
  input: { connectionId: string; accountIds: readonly string[] },
): Promise<number> {
  const connection = await ownedConnection(ctx, input.connectionId)
  const hierarchy = await walkOwned(ctx, connection)
  const chosen = leavesOf(hierarchy).filter((a) => input.accountIds.includes(a.googleCustomerId))
  const offered = input.accountIds.every((id) => hierarchy.has(id))
  if (!offered || chosen.length === 0)
    throw new AppError('unprocessable', 'Elige al menos una cuenta de las que ofrece Google.')
  const barred = chosen.find((account) => account.refusal)
  if (barred)
    throw new AppError('unprocessable', `${barred.name}: ${unavailableReasonOf(barred) ?? ''}`)
  return await addSeenAccounts(ctx, connection.id, hierarchy, chosen)
}

/** All or none, with their first syncs. Throws plan_limit. */
export async function addSeenAccounts(
  ctx: CallerContext,
  connectionId: string,
  hierarchy: Hierarchy,
  chosen: readonly SeenAccount[],
): Promise<number> {
  return await inTransaction(ctx, async (ctx) => {
    // Two tabs may add at once: the limit is counted by one at a time.
    await ctx.db.execute(sql`select 1 from users where id = ${ctx.caller.userId} for update`)
    const { counted, connected } = await accountsInPlan(ctx)
    const added = chosen.filter((account) => !connected.has(account.googleCustomerId))
    const more = added.filter((account) => !counted.has(account.googleCustomerId))
    if (more.length > 0) requireRoom(ctx, counted.size + more.length)
    const owner = { userId: ctx.caller.userId, connectionId }
    for (const manager of managersAbove(hierarchy, added)) await putAccount(ctx, owner, manager)
    for (const account of added) await enqueueFirstSync(ctx, await putAccount(ctx, owner, account))
    // One that another person reaches now may have hung under other managers.
    await retireIdleManagers(ctx, ctx.caller.userId)
    return added.length
  })
}

function requireRoom({ caller }: CallerContext, wanted: number): void {
  const limit = accountLimitOf(caller.plan)
  if (limit === null || wanted <= limit) return
  const plan = PLANS[caller.plan ?? 'basic'].name
  throw new AppError(
    'plan_limit',
    `Tu plan ${plan} permite hasta ${limit} cuentas. Amplía el plan o desconecta alguna.`,
  )
}
