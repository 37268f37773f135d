import { and, eq, gt, lt } from 'drizzle-orm'
import type { Context } from './context.ts'
import { identityChallenges } from './db/schema/identity.ts'
import { hashToken, newToken } from './secrets.ts'

/** Proofs of identity under way. The browser holds a token; what it has to sign never comes back from it. */

export type Challenge = typeof identityChallenges.$inferSelect
export type ChallengePurpose = Challenge['purpose']

const LIFE_MS = 5 * 60_000

export async function openChallenge(
  ctx: Context,
  made: { purpose: ChallengePurpose; userId: string | null; challenge?: string },
): Promise<string> {
  const token = newToken()
  await ctx.db.insert(identityChallenges).values({
    tokenHash: hashToken(token),
    purpose: made.purpose,
    userId: made.userId,
    challenge: made.challenge ?? null,
    expiresAt: new Date(ctx.clock.now().getTime() + LIFE_MS),
  })
  return token
}

type Presented = { token: string; purpose: ChallengePurpose }

export async function findChallenge(
  ctx: Context,
  presented: Presented,
): Promise<Challenge | undefined> {
  const [row] = await ctx.db.select().from(identityChallenges).where(isGood(ctx, presented))
  return row
}

/** The same, and uses it up: of two calls at once only one gets it. */
export async function takeChallenge(
  ctx: Context,
  presented: Presented,
): Promise<Challenge | undefined> {
  const [row] = await ctx.db.delete(identityChallenges).where(isGood(ctx, presented)).returning()
  return row
}

/** Ends the proofs under way of the user: the password that began them may be known to another. */
export async function endChallengesOf(ctx: Context, userId: string): Promise<void> {
  await ctx.db.delete(identityChallenges).where(eq(identityChallenges.userId, userId))
}

export async function deleteExpiredChallenges(ctx: Context): Promise<void> {
  await ctx.db.delete(identityChallenges).where(lt(identityChallenges.expiresAt, ctx.clock.now()))
}

function isGood(ctx: Context, { token, purpose }: Presented) {
  return and(
    eq(identityChallenges.tokenHash, hashToken(token)),
    eq(identityChallenges.purpose, purpose),
    gt(identityChallenges.expiresAt, ctx.clock.now()),
  )
}
