import type { Account } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import type { FileLevel } from '#shared/file-facts.ts'
import { askedRange } from '../rules/asked-range.ts'

/**
 * The answer for the days asked, read once per version of the account's data. `question`: all that the answer
 * depends on besides account and range.
 */
export async function rememberRange<T>(
  ctx: Context,
  cache: ResultCache,
  account: Account,
  asked: { from?: Day | undefined; to?: Day | undefined },
  question: string,
  read: (range: DayRange) => Promise<T>,
  level: FileLevel = 'account',
): Promise<T> {
  const range = askedRange(account, asked, ctx.clock.now(), level)
  const key = `${question} ${account.customerId} ${account.syncVersion} ${range.from} ${range.to}`
  return await cache.remember(key, () => read(range))
}
