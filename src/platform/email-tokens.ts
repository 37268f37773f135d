import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Context } from './context.ts'
import { emailTokens } from './db/schema/access.ts'
import { hashToken, newToken } from './secrets.ts'

/** The secrets in mailed links. Addresses are those of `normaliseEmail`. */

export type TokenPurpose = (typeof emailTokens.$inferSelect)['purpose']
export type EmailToken = typeof emailTokens.$inferSelect

const LIFE_MS = 24 * 3_600_000

/** Makes a token for 24 hours and ends older ones of the same purpose and address or user. */
export async function issueEmailToken(
  ctx: Context,
  made: { purpose: TokenPurpose; email: string; userId?: string },
): Promise<string> {
  const token = newToken()
  const now = ctx.clock.now()
  await ctx.db
    .delete(emailTokens)
    .where(
      and(
        eq(emailTokens.purpose, made.purpose),
        made.userId
          ? or(eq(emailTokens.email, made.email), eq(emailTokens.userId, made.userId))
          : eq(emailTokens.email, made.email),
      ),
    )
  await ctx.db.insert(emailTokens).values({
    tokenHash: hashToken(token),
    purpose: made.purpose,
    email: made.email,
    userId: made.userId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFE_MS),
  })
  return token
}

type Presented = { purpose: TokenPurpose; email: string; token: string }

/** The token if it is unused, unexpired and was mailed to this very address; else undefined. */
export async function findEmailToken(
  ctx: Context,
  presented: Presented,
): Promise<EmailToken | undefined> {
  const [row] = await ctx.db.select().from(emailTokens).where(isGood(ctx, presented))
  return row
}

/** The same, and uses it up: of two calls at once only one gets it. */
export async function useEmailToken(
  ctx: Context,
  presented: Presented,
): Promise<EmailToken | undefined> {
  const [row] = await ctx.db
    .update(emailTokens)
    .set({ usedAt: ctx.clock.now() })
    .where(isGood(ctx, presented))
    .returning()
  return row
}

/** Ends every mailed link of the user. */
export async function endEmailTokensOf(ctx: Context, userId: string): Promise<void> {
  await ctx.db.delete(emailTokens).where(eq(emailTokens.userId, userId))
}

function isGood(ctx: Context, { purpose, email, token }: Presented) {
  return and(
    eq(emailTokens.tokenHash, hashToken(token)),
    eq(emailTokens.purpose, purpose),
    eq(emailTokens.email, email),
    isNull(emailTokens.usedAt),
    gt(emailTokens.expiresAt, ctx.clock.now()),
  )
}
