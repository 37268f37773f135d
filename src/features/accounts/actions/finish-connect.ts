import { and, eq, gt } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { oauthStates } from '#platform/db/schema/access.ts'
import { ADWORDS_SCOPE, exchangeCode } from '#platform/google-ads/oauth.ts'
import { hashToken } from '#platform/secrets.ts'
import { OAUTH_CALLBACK_PATH } from '../contract.ts'
import {
  type ConnectError,
  connectErrorOf,
  connectErrorOfRefusal,
} from '../rules/connect-failures.ts'
import { type Hierarchy, leavesOf } from '../rules/hierarchy.ts'
import { type WayBack, wayBack } from '../rules/way-back.ts'
import { addSeenAccounts } from './add-accounts.ts'
import { discardConnection, storeConnection } from './connections.ts'
import { renewWays } from './find-ways.ts'
import { accountsInPlan } from './offer-accounts.ts'
import { walkHierarchy } from './walk-hierarchy.ts'

/** What Google's consent page sent back. Returns the path on which the user goes on. */
export async function finishConnect(
  ctx: CallerContext,
  callback: { state?: string; code?: string; error?: string },
  origin: string,
): Promise<string> {
  const back = wayBack(callback.state ?? '')
  const codeVerifier = await redeemState(ctx, callback.state ?? '')
  if (codeVerifier === null) return back.failed('state_expired')
  if (!callback.code) return back.failed('access_denied')
  try {
    const given = { code: callback.code, codeVerifier }
    const grant = await exchangeCode(ctx.config, origin + OAUTH_CALLBACK_PATH, given)
    if (!grant.scopes.includes(ADWORDS_SCOPE)) return back.failed('access_denied')
    return await chooseAccounts(ctx, await storeConnection(ctx, grant), back)
  } catch (error) {
    const code = connectErrorOf(error)
    if (!code) throw error
    ctx.log.warn({ err: error }, 'google ads connection failed')
    return back.failed(code)
  }
}

/** Single use, ten minutes, of this session and of the accounts it worked in when it began. Null when it is none of that. */
async function redeemState(ctx: CallerContext, state: string): Promise<string | null> {
  const [row] = await ctx.db
    .delete(oauthStates)
    .where(
      and(
        eq(oauthStates.stateHash, hashToken(state)),
        eq(oauthStates.sessionHash, ctx.caller.sessionHash),
        eq(oauthStates.userId, ctx.caller.userId),
        gt(oauthStates.expiresAt, ctx.clock.now()),
      ),
    )
    .returning({ sealed: oauthStates.codeVerifierSealed })
  return row ? ctx.vault.open(row.sealed) : null
}

type Stored = { id: string; userId: string; refreshTokenSealed: string; isUsed: boolean }

/**
 * One account to add needs no question; several do, unless they are the caller's and only lost the grant or the person they hung on. A
 * grant that leads nowhere is given back.
 */
async function chooseAccounts(
  ctx: CallerContext,
  connection: Stored,
  back: WayBack,
): Promise<string> {
  let { isUsed } = connection
  try {
    const hierarchy = await walkHierarchy(ctx, connection)
    const problem = problemOf(hierarchy)
    if (problem) {
      if (!isUsed) await discardConnection(ctx, connection)
      return back.failed(problem)
    }
    if (isUsed) await renewWays(ctx, connection, hierarchy)
    const { counted, connected, unsettled } = await accountsInPlan(ctx)
    const readable = leavesOf(hierarchy).filter(({ refusal }) => !refusal)
    const open = readable.filter(({ googleCustomerId }) => !connected.has(googleCustomerId))
    const lost = open.filter(({ googleCustomerId }) => counted.has(googleCustomerId))
    if ((await addSeenAccounts(ctx, connection.id, hierarchy, lost)) > 0) isUsed = true
    const leftOut = [...hierarchy.values()].filter(
      ({ googleCustomerId, refusal }) => refusal && !counted.has(googleCustomerId),
    )
    const addable = open.filter((account) => !lost.includes(account))
    if (addable.length === 0 && !isUsed) {
      // Perhaps it is refused again in a moment: the grant is kept as one of which nothing was chosen.
      if (readable.some(({ googleCustomerId }) => unsettled.has(googleCustomerId)))
        return back.choose(connection.id)
      await discardConnection(ctx, connection)
      return back.failed('nothing_new')
    }
    if (addable.length === 0) return back.connected(leftOut)
    if (addable.length > 1) return back.choose(connection.id)
    await addSeenAccounts(ctx, connection.id, hierarchy, addable)
    return back.connected(leftOut)
  } catch (error) {
    if (!isUsed && connectErrorOf(error)) await discardConnection(ctx, connection)
    throw error
  }
}

function problemOf(hierarchy: Hierarchy): ConnectError | null {
  if (hierarchy.size === 0) return 'no_accounts'
  const leaves = leavesOf(hierarchy)
  const refusals = [...hierarchy.values()].flatMap(({ refusal }) => refusal ?? [])
  if (leaves.some((account) => !account.refusal)) return null
  const [refusal] = refusals
  return refusal ? connectErrorOfRefusal(refusal) : 'manager_without_children'
}
