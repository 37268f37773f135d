import { and, eq, inArray } from 'drizzle-orm'
import { accountById } from '#account-data/owned-account.ts'
import { roleStillHeld } from '#account-data/who-may.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { verdictMails } from '#platform/db/schema/watch.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { personOfWayOut, wayOutUrl } from '#platform/mail/way-out.ts'
import { personOf } from '#platform/session.ts'
import type { Measured } from '#shared/measured.ts'
import { may } from '#shared/permissions.ts'
import { RESULTS_PATH } from '../contract/results.ts'
import { END_VERDICT_MAIL_PATH } from '../contract/verdict-mail.ts'
import { type AccountVerdicts, verdictsLetter } from '../emails.ts'
import { MEASURED } from '../rules/change-state.ts'
import { fallenOf } from '../rules/fallen.ts'

const MAIL = 'verdicts'

/** Off, what has fallen until then is not told later either. */
export async function setVerdictMail(ctx: CallerContext, { activo }: { activo: boolean }) {
  const userId = personOf(ctx.caller)
  await ctx.db
    .insert(verdictMails)
    .values({ userId, isWanted: activo })
    .onConflictDoUpdate({
      target: verdictMails.userId,
      set: { isWanted: activo, ...(!activo && { untold: [] }) },
    })
  return { activo }
}

/** By the link of any of them; harmless to repeat. */
export async function endVerdictMail(ctx: Context, token: string): Promise<string> {
  const personId = personOfWayOut(ctx, token, MAIL)
  await ctx.db
    .update(verdictMails)
    .set({ isWanted: false, untold: [] })
    .where(eq(verdictMails.userId, personId))
  return 'Hecho: no recibirás más correos de resultados.'
}

/** All that has fallen since the last mail, in one. Run twice it sends once. */
export async function sendVerdicts(ctx: Context, { userId }: { userId: string }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .select({ mail: verdictMails, user: users })
      .from(verdictMails)
      .innerJoin(users, eq(users.id, verdictMails.userId))
      .where(eq(verdictMails.userId, userId))
      .for('update', { of: verdictMails })
    if (!row || row.mail.untold.length === 0) return
    await ctx.db.update(verdictMails).set({ untold: [] }).where(eq(verdictMails.userId, userId))
    const accounts = await readUntold(ctx, userId, row.mail.untold)
    if (accounts.length === 0) return
    const origin = ctx.config.appOrigin ?? `http://localhost:${ctx.config.port}`
    const [only, ...others] = accounts
    const params = {
      periodo: 'todo',
      ...(others.length === 0 && { cuenta: only!.googleCustomerId }),
    }
    const letter = verdictsLetter({
      userName: row.user.name,
      accounts,
      url: `${origin}${RESULTS_PATH}?${new URLSearchParams(params)}`,
      wayOutUrl: wayOutUrl(ctx, END_VERDICT_MAIL_PATH, { personId: userId, mail: MAIL }),
    })
    await enqueueMail(ctx, row.user.email, letter)
  })
}

/** Of accounts that the person still sees, nor does a closed panel send mail; what was undone since is no news any more. */
async function readUntold(
  ctx: Context,
  userId: string,
  untold: readonly { customerId: number; applicationId: string }[],
) {
  const told: (AccountVerdicts & { googleCustomerId: string })[] = []
  for (const [customerId, those] of Map.groupBy(untold, (one) => one.customerId)) {
    const account = await accountById(ctx, customerId)
    const role = account && (await roleStillHeld(ctx, account, userId))
    if (!role) continue
    const rows = await ctx.db
      .select()
      .from(recommendationApplications)
      .where(
        and(
          eq(recommendationApplications.customerId, customerId),
          inArray(
            recommendationApplications.id,
            those.map(({ applicationId }) => applicationId),
          ),
          inArray(recommendationApplications.state, [...MEASURED]),
        ),
      )
    // Only `measure-applications.ts` writes what was measured.
    const fallen = rows.flatMap((row) =>
      row.measured ? fallenOf(row, row.measured as Measured) : [],
    )
    if (fallen.length === 0) continue
    const { name: accountName, currencyCode, googleCustomerId } = account
    told.push({ googleCustomerId, accountName, currencyCode, mayDecide: may(role, 'edit'), fallen })
  }
  return told
}
