import { dueOf } from '#account-data/held-up.ts'
import { readMissedChanges } from '#account-data/missed-changes.ts'
import { operationsOf, readSteps } from '#changes/change-log.ts'
import { doorOf } from '#changes/doors.ts'
import type { Operation } from '#changes/operations.ts'
import { LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { Context } from '#platform/context.ts'
import { type AccountAds, type AdAccount, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { ofFirstHalf } from '../rules/second-half.ts'
import type { Application } from './applications.ts'

/** As of what others take back in Google's history. */
const MOST_UNDONE = 0.1

/**
 * Whether what it changed stands in Google Ads, asked only where days since then are missing from Google's history. Null where Google
 * cannot be asked for now. What was done by hand is not known to the letter, and taken to stand.
 */
export async function isStillAsMade(
  ctx: Context,
  account: AdAccount,
  application: Application,
): Promise<boolean | null> {
  const { customerId, appliedAt, measured, measureAfter } = application
  const from = dayInZone(appliedAt, account.timeZone)
  // Only measure-applications.ts writes it.
  const dueOn = dueOf({ measured: measured as Measured | null, measureAfter }) ?? from
  const days = { from, to: addDays(dueOn, -1 - LAG_DAYS) }
  if ((await readMissedChanges(ctx, customerId, days)).length === 0) return true
  const operations = await readFirstMade(ctx, application)
  if (operations.length === 0) return true
  try {
    const gone = await countGone(await adsOfAccount(ctx, account), operations)
    return gone <= MOST_UNDONE * operations.length
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** What was made at once: of a card in halves the first. */
export async function readFirstMade(ctx: Context, { customerId, id }: Application) {
  return operationsOf(ofFirstHalf(await readSteps(ctx, customerId, id)))
}

/** How many of them Google no longer has as they were made. */
export async function countGone(
  ads: AccountAds,
  operations: readonly Operation[],
): Promise<number> {
  const standing = await doorOf(operations).lookAgain(ads, operations)
  return standing.filter((name) => name === null).length
}
