import { and, eq } from 'drizzle-orm'
import { takeBack } from '#changes/take-back.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import type { OwnChange } from '../contract/changes.ts'
import { isKeywordChange, toOwnChange } from '../queries/own-changes.ts'
import { type KeywordChange, removeOperation } from '../rules/keyword-change.ts'
import { keywordChanges } from './keyword-changes.ts'

/** Asked twice, it gives the same answer. Throws not_found for a change in another user's account. */
export async function undoChange(ctx: CallerContext, changeId: string): Promise<OwnChange> {
  const [found] = await ctx.db
    .select({ account: adAccounts, change: accountChanges })
    .from(accountChanges)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountChanges.customerId))
    .where(and(eq(accountChanges.id, changeId), eq(adAccounts.userId, ctx.caller.userId)))
  if (!found) throw new AppError('not_found', 'No existe ese cambio.')
  const { account, change } = found
  const { resourceName } = change
  if (change.undoneAt) return toOwnChange(change)
  if (change.outcome !== 'done' || !resourceName)
    throw new AppError('conflict', 'Ese cambio no llegó a hacerse: no hay nada que deshacer.')
  if (!isKeywordChange(change))
    throw new AppError('unprocessable', 'Este cambio se deshace desde su recomendación.')
  const ads = await adsOfAccount(ctx, account)
  // Only keyword changes come this far, and they are logged with what was added.
  const operation = removeOperation(change.after as KeywordChange, resourceName)
  const undo = { operation, kind: keywordChanges }
  return toOwnChange(await takeBack(ctx, ads, change, undo))
}
