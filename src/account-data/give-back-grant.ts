import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { googleConnections } from '#platform/db/schema/access.ts'
import { revokeGrant } from '#platform/google-ads/oauth.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { jobKind } from '#shared/job-kind.ts'

export type Grant = { googleEmail: string | null; refreshTokenSealed: string }

const Sealed = z.object({ googleEmail: z.nullable(z.string()), refreshToken: z.string() })

/** Tried for a week at most, an hour or less apart; then, or once Google has answered, nothing of it is kept. */
const giveBack = jobKind('giveBackGrant', {
  /** Whose it is and its token, sealed: of a person who was erased nothing else names them. */
  payload: z.object({ sealed: z.string() }),
  maxAttempts: 160,
  isForgotten: true,
})

export const grantJobs: readonly JobHandler[] = [
  handle(giveBack, async (ctx, { sealed }) => {
    const grant = Sealed.parse(JSON.parse(ctx.vault.open(sealed)))
    if (await isInUse(ctx, grant.googleEmail)) return
    await revokeGrant(ctx.config, grant.refreshToken)
  }),
]

/** Enqueues in the caller's transaction, in which the connection loses its token or goes. */
export async function giveBackGrant(ctx: Context, grant: Grant): Promise<void> {
  const refreshToken = opened(ctx, grant)
  if (!refreshToken) return
  const text = JSON.stringify({ googleEmail: grant.googleEmail, refreshToken })
  await enqueue(ctx, giveBack, { sealed: ctx.vault.seal(text) })
}

/** A token whose key is lost must not keep its person from leaving. */
function opened(ctx: Context, { refreshTokenSealed }: Grant): string | null {
  try {
    return refreshTokenSealed && ctx.vault.open(refreshTokenSealed)
  } catch (error) {
    ctx.log.warn({ err: error }, 'a grant that no key opens is not given back')
    return null
  }
}

/** Google ends the identity's whole grant, not one token: not while a connection lives on it, or lives again. */
async function isInUse(ctx: Context, googleEmail: string | null): Promise<boolean> {
  if (googleEmail === null) return false
  const { id, status, googleEmail: email } = googleConnections
  const used = await ctx.db
    .select({ id })
    .from(googleConnections)
    .where(and(eq(email, googleEmail), eq(status, 'active')))
    .limit(1)
  return used.length > 0
}
