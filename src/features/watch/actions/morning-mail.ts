import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { morningMails } from '#platform/db/schema/watch.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { type Day, dayInZone, wallClockInZone } from '#shared/dates.ts'
import { sendMorningMail } from '../contract/morning.ts'
import { morningLetter } from '../emails.ts'
import { readMorningLines } from '../queries/morning-lines.ts'

/** People have no time zone of their own here. */
const ZONE = 'Europe/Madrid'
/** When the night's reading is done, and most people are not yet at work. */
const FROM_HOUR = 7

export async function setMorningMail(ctx: CallerContext, { activo }: { activo: boolean }) {
  const { userId } = ctx.caller
  if (activo)
    await ctx.db
      .insert(morningMails)
      .values({ userId, toldAt: ctx.clock.now() })
      .onConflictDoNothing()
  else await ctx.db.delete(morningMails).where(eq(morningMails.userId, userId))
  return { activo }
}

/** Asks for this morning's mails, each once. */
export async function enqueueMorningMails(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  if (hourIn(now) < FROM_HOUR) return
  const day = dayInZone(now, ZONE)
  await inTransaction(ctx, async (ctx) => {
    const asked = await ctx.db
      .update(morningMails)
      .set({ askedOn: day })
      .where(or(isNull(morningMails.askedOn), lt(morningMails.askedOn, day)))
      .returning({ userId: morningMails.userId })
    for (const { userId } of asked) await enqueue(ctx, sendMorningMail, { userId, day })
  })
}

const hourIn = (now: Date) => Number(wallClockInZone(now, ZONE).slice(11, 13))

/** Sends a person what is new, and nothing where nothing is. Run twice it sends once. */
export async function mailMorning(
  ctx: Context,
  { userId, day }: { userId: string; day: Day },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .select({ mail: morningMails, user: users })
      .from(morningMails)
      .innerJoin(users, eq(users.id, morningMails.userId))
      .where(
        and(
          eq(morningMails.userId, userId),
          or(isNull(morningMails.settledOn), lt(morningMails.settledOn, day)),
        ),
      )
      .for('update', { of: morningMails })
    if (!row) return
    const { user, mail } = row
    const lines =
      user.isActive && !user.isDemo ? await readMorningLines(ctx, userId, mail.toldAt) : null
    await ctx.db
      .update(morningMails)
      .set({ settledOn: day, toldAt: ctx.clock.now() })
      .where(eq(morningMails.userId, userId))
    if (!lines) return
    const origin = ctx.config.appOrigin ?? `http://localhost:${ctx.config.port}`
    const letter = morningLetter({
      userName: user.name,
      lines,
      url: `${origin}/dashboard`,
      settingsUrl: `${origin}/dashboard/settings?tab=reports`,
    })
    await enqueueMail(ctx, user.email, letter)
  })
}
