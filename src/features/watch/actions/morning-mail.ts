import { and, eq, isNotNull, isNull, lt, not, notExists, or, sql } from 'drizzle-orm'
import { WHOLE_AFTER_MS } from '#account-data/last-known-day.ts'
import { analysisKey } from '#features/recommendations/contract/recommendations.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { morningMails } from '#platform/db/schema/watch.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { personOfWayOut, wayOutUrl } from '#platform/mail/way-out.ts'
import { type Day, dayInZone, wallClockInZone } from '#shared/dates.ts'
import { watchKey } from '../contract/alerts.ts'
import { END_MORNING_MAIL_PATH, sendMorningMail } from '../contract/morning.ts'
import { morningLetter } from '../emails.ts'
import { readJustTold, readMorningLines } from '../queries/morning-lines.ts'

const MAIL = 'morning'
/** People have no time zone of their own here. */
const ZONE = 'Europe/Madrid'
/** When most people are not yet at work. */
const FROM = '07:00'
/** What was read just before a day's figures were whole is read again six hours later. */
const WAITS_UNTIL = '09:30'

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

/** By the link of any of them; harmless to repeat. */
export async function endMorningMail(ctx: Context, token: string): Promise<string> {
  const personId = personOfWayOut(ctx, token, MAIL)
  await ctx.db.delete(morningMails).where(eq(morningMails.userId, personId))
  return 'Hecho: no recibirás más el correo de «Hoy».'
}

/** Asks for this morning's mails, each once, as soon as yesterday is known of all accounts it is about; later on in any case. */
export async function enqueueMorningMails(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const time = wallClockInZone(now, ZONE).slice(11, 16)
  if (time < FROM) return
  const day = dayInZone(now, ZONE)
  await inTransaction(ctx, async (ctx) => {
    const asked = await ctx.db
      .update(morningMails)
      .set({ askedOn: day })
      .where(
        and(
          or(isNull(morningMails.askedOn), lt(morningMails.askedOn, day)),
          time < WAITS_UNTIL ? notExists(accountsToCome(ctx)) : undefined,
        ),
      )
      .returning({ userId: morningMails.userId })
    for (const { userId } of asked) await enqueue(ctx, sendMorningMail, { userId, day })
  })
}

/** Of a person those of which yesterday was not read since it was whole, or is about to be judged or analysed. */
function accountsToCome(ctx: Context) {
  const now = sql`${ctx.clock.now().toISOString()}::timestamptz`
  const wholeAfter = sql`${WHOLE_AFTER_MS / 3_600_000} * interval '1 hour'`
  const isRead = sql`((${adAccounts.lastSyncedAt} - ${wholeAfter}) at time zone ${adAccounts.timeZone})::date
    >= (${now} at time zone ${adAccounts.timeZone})::date`
  const isJudged = sql`not exists (select 1 from jobs open
    where open.unique_key in (${watchKey('')} || ${adAccounts.customerId}, ${analysisKey('')} || ${adAccounts.customerId}) and open.status in ('waiting', 'running'))`
  return ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(
      and(
        eq(adAccounts.userId, morningMails.userId),
        eq(adAccounts.connected, true),
        eq(adAccounts.isManager, false),
        eq(adAccounts.source, 'google'),
        not(and(isNotNull(adAccounts.lastSyncedAt), isRead, isJudged)!),
      ),
    )
}

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
    // Before what is told: what is committed in between is told twice rather than never.
    const justTold = await readJustTold(ctx, userId)
    const lines = user.isActive && !user.isDemo ? await readMorningLines(ctx, userId, mail) : null
    await ctx.db
      .update(morningMails)
      .set({ settledOn: day, toldAt: ctx.clock.now(), justTold })
      .where(eq(morningMails.userId, userId))
    if (!lines) return
    const origin = ctx.config.appOrigin ?? `http://localhost:${ctx.config.port}`
    const letter = morningLetter({
      userName: user.name,
      lines,
      url: `${origin}/dashboard`,
      wayOutUrl: wayOutUrl(ctx, END_MORNING_MAIL_PATH, { personId: userId, mail: MAIL }),
    })
    await enqueueMail(ctx, user.email, letter)
  })
}
