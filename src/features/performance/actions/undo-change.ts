import { and, eq } from 'drizzle-orm'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import { asSteps, logUndoing } from '#changes/change-log.ts'
import { doorOf } from '#changes/doors.ts'
import { assertMayChange } from '#changes/limits.ts'
import { assertOneMade } from '#changes/make-change.ts'
import { planUndoing, takeBack } from '#changes/take-back.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import type { OwnChange } from '../contract/changes.ts'
import { toOwnChange } from '../queries/own-changes.ts'
import { createOperation, type KeywordChange } from '../rules/keyword-change.ts'
import { noWayBack } from '../rules/no-way-back.ts'
import { finishKeywords } from './keyword-changes.ts'

/**
 * Asked twice, it gives the same answer. Throws not_found for a change in another user's account, conflict where others have
 * changed the same thing since.
 */
export async function undoChange(ctx: CallerContext, changeId: string): Promise<OwnChange> {
  const isWanted = and(eq(accountChanges.id, changeId), accountsOfCaller(ctx))
  const [found] = await ctx.db
    .select({ account: adAccounts, change: accountChanges })
    .from(accountChanges)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountChanges.customerId))
    .where(isWanted)
  if (!found) throw new AppError('not_found', 'No existe ese cambio.')
  const { account, change } = found
  if (change.undoneAt) return toOwnChange(change)
  const objection = noWayBack(change)
  if (objection) throw objection
  const ads = await adsOfAccount(ctx, account, { owed: true })
  await assertMayChange(ctx, account.customerId, 0)
  // Those of earlier versions were logged without their operation.
  const operation = createOperation(account.googleCustomerId, change.after as KeywordChange)
  const steps = asSteps([{ ...change, after: { operation, ...(change.after as KeywordChange) } }])
  const objections = await doorOf([operation]).readObjections(ctx, ads, steps)
  const planned = await planUndoing(ads, steps, objections)
  const [changed] = planned.flatMap(({ objection }) => objection ?? [])
  if (changed !== undefined) throw new AppError('conflict', changed)
  await logUndoing(ctx, account.customerId, steps)
  const settled = await takeBack(ctx, ads, planned)
  await finishKeywords(ctx, account, settled)
  assertOneMade(settled)
  return toOwnChange({ ...change, ...settled.log[0]?.patch })
}
