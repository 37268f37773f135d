import { contextOf, type Context as EngineContext } from '#engine/account/context.ts'
import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import { sayIn } from '#engine/words/say.ts'
import type { Context } from '#platform/context.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { loadGoals } from '../goals.ts'
import type { Account } from '../owned-account.ts'
import { loadOutline } from './load-snapshot.ts'

/** The account's campaigns and settings, and what its owner said, with the engine's own reading of them. */
export type EngineView = { snapshot: AccountSnapshot; context: EngineContext }

export async function loadEngineView(ctx: Context, account: Account): Promise<EngineView> {
  const outline = await loadOutline(ctx, account)
  const snapshot = { ...outline, ...(await loadGoals(ctx, account.customerId)) }
  return { snapshot, context: contextOf(snapshot, sayIn(account.currencyCode, spanishNumbers)) }
}
