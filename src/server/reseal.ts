import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { googleConnections } from '#platform/db/schema/access.ts'
import { totpSecrets } from '#platform/db/schema/identity.ts'
import { webhooks } from '#platform/db/schema/integrations.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { opens, SEALED } from './sealed-texts.ts'

/**
 * Seals with the present key what an older one has sealed, while processes run: a row that changes meanwhile is left to
 * its writer. Returns how many were sealed anew.
 */
export async function resealAll(ctx: Context): Promise<number> {
  return (
    (await resealConnections(ctx)) +
    (await resealWebhooks(ctx)) +
    (await resealTotpSecrets(ctx)) +
    (await resealJobs(ctx))
  )
}

async function resealConnections(ctx: Context): Promise<number> {
  const { id, refreshTokenSealed } = googleConnections
  let count = 0
  for (const row of await ctx.db.select({ id, sealed: refreshTokenSealed }).from(googleConnections))
    if (isOld(ctx, row.sealed)) {
      await ctx.db
        .update(googleConnections)
        .set({ refreshTokenSealed: anew(ctx, row.sealed) })
        .where(and(eq(id, row.id), eq(refreshTokenSealed, row.sealed)))
      count++
    }
  return count
}

async function resealWebhooks(ctx: Context): Promise<number> {
  const { id, urlSealed } = webhooks
  let count = 0
  for (const row of await ctx.db.select({ id, sealed: urlSealed }).from(webhooks))
    if (isOld(ctx, row.sealed)) {
      await ctx.db
        .update(webhooks)
        .set({ urlSealed: anew(ctx, row.sealed) })
        .where(and(eq(id, row.id), eq(urlSealed, row.sealed)))
      count++
    }
  return count
}

async function resealTotpSecrets(ctx: Context): Promise<number> {
  const { userId, secretSealed } = totpSecrets
  let count = 0
  for (const row of await ctx.db.select({ userId, sealed: secretSealed }).from(totpSecrets))
    if (isOld(ctx, row.sealed)) {
      await ctx.db
        .update(totpSecrets)
        .set({ secretSealed: anew(ctx, row.sealed) })
        .where(and(eq(userId, row.userId), eq(secretSealed, row.sealed)))
      count++
    }
  return count
}

/** Mails that wait, and grants that are to be given back. */
async function resealJobs(ctx: Context): Promise<number> {
  const open = await ctx.db
    .select()
    .from(jobs)
    .where(inArray(jobs.status, ['waiting', 'running']))
  let count = 0
  for (const job of open) {
    const text = JSON.stringify(job.payload)
    const resealed = text.replace(SEALED, (sealed) =>
      isOld(ctx, sealed) ? anew(ctx, sealed) : sealed,
    )
    if (resealed === text) continue
    await ctx.db
      .update(jobs)
      .set({ payload: JSON.parse(resealed) })
      .where(eq(jobs.id, job.id))
    count++
  }
  return count
}

/** A revoked connection keeps no token; what no key opens is left as it is, and what comes after it goes on. */
const isOld = (ctx: Context, sealed: string) =>
  sealed !== '' && !ctx.vault.isCurrent(sealed) && opens(ctx.vault, sealed)
const anew = (ctx: Context, sealed: string) => ctx.vault.seal(ctx.vault.open(sealed))
