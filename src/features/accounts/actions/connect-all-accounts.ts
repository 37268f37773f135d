import type { CallerContext } from '#platform/context.ts'
import type { Grant } from '#platform/google-ads/oauth.ts'
import { leavesOf } from '../rules/hierarchy.ts'
import { addSeenAccounts } from './add-accounts.ts'
import { storeConnection } from './connections.ts'
import { walkHierarchy } from './walk-hierarchy.ts'

/** Connects a grant and adds every account it can reach, as the demonstration's user does. */
export async function connectAllAccounts(ctx: CallerContext, grant: Grant): Promise<number> {
  const connection = await storeConnection(ctx, grant)
  const hierarchy = await walkHierarchy(ctx, connection)
  const addable = leavesOf(hierarchy).filter((account) => !account.refusal)
  return await addSeenAccounts(ctx, connection.id, hierarchy, addable)
}
