import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { verdictMails } from '#platform/db/schema/watch.ts'
import { enqueue } from '#platform/jobs.ts'
import { addDays, dayInZone, instantInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { mailVerdicts } from '../contract/verdict-mail.ts'

export type Judged = { id: string; appliedBy: string; measured: Measured }

/** People have no time zone of their own here; 'Hoy' goes out from then on, too. */
const ZONE = 'Europe/Madrid'
const MAILED_AT = '07:00:00'

/**
 * The owner is told of all of an account's verdicts, and who applied a card of theirs; each person once, with the next morning's mail. What is
 * looked at again is no verdict yet.
 */
export async function tellVerdicts(ctx: Context, account: Account, judged: readonly Judged[]) {
  const final = judged.filter(({ measured }) => !measured.looks?.next)
  if (final.length === 0) return
  const asked = new Set([account.userId, ...final.map(({ appliedBy }) => appliedBy)])
  const people = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...asked]), eq(users.isDemo, false)))
  // In one order: two accounts of the same people would wait for each other.
  for (const personId of people.map(({ id }) => id).sort()) {
    const own = final.filter(
      ({ appliedBy }) => personId === account.userId || personId === appliedBy,
    )
    await keepUntold(
      ctx,
      personId,
      own.map(({ id }) => ({ customerId: account.customerId, applicationId: id })),
    )
  }
}

async function keepUntold(
  ctx: Context,
  userId: string,
  untold: (typeof verdictMails.$inferSelect)['untold'],
): Promise<void> {
  const wanted = await ctx.db
    .insert(verdictMails)
    .values({ userId, untold })
    .onConflictDoUpdate({
      target: verdictMails.userId,
      set: { untold: sql`${verdictMails.untold} || excluded.untold` },
      setWhere: eq(verdictMails.isWanted, true),
    })
    .returning({ userId: verdictMails.userId })
  if (wanted.length === 0) return
  const runAt = nextMorning(ctx.clock.now())
  // The morning is part of the key: what falls while a mail is being written is told by the next one.
  const uniqueKey = `verdicts ${userId} ${runAt.toISOString()}`
  await enqueue(ctx, mailVerdicts, { userId }, { uniqueKey, runAt })
}

function nextMorning(now: Date): Date {
  const today = dayInZone(now, ZONE)
  const at = instantInZone(today, MAILED_AT, ZONE)
  return at > now ? at : instantInZone(addDays(today, 1), MAILED_AT, ZONE)
}
