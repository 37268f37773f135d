import { lt } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { oauthStates } from '#platform/db/schema/access.ts'
import { prepareConsent } from '#platform/google-ads/oauth.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { OAUTH_CALLBACK_PATH } from '../contract.ts'
import { stateFor } from '../rules/way-back.ts'

const STATE_MS = 10 * 60_000

/** Notes a consent under way for this session; returns Google's consent page. */
export async function startConnect(
  ctx: CallerContext,
  origin: string,
  next?: string,
): Promise<string> {
  const now = ctx.clock.now()
  const state = stateFor(newToken(), next)
  const { url, codeVerifier } = await prepareConsent(
    ctx.config,
    origin + OAUTH_CALLBACK_PATH,
    state,
  )
  await ctx.db.delete(oauthStates).where(lt(oauthStates.expiresAt, now))
  await ctx.db.insert(oauthStates).values({
    stateHash: hashToken(state),
    userId: ctx.caller.userId,
    sessionHash: ctx.caller.sessionHash,
    codeVerifierSealed: ctx.vault.seal(codeVerifier),
    expiresAt: new Date(now.getTime() + STATE_MS),
  })
  return url
}
