import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingNotices } from '#platform/db/schema/billing.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { accountLimitOf } from '#shared/plans.ts'
import { isHeld } from '../contract/subscription.ts'
import { letterOf } from '../emails/notices.ts'
import { countedAccounts } from '../queries/counted-accounts.ts'
import { type BillingRow, endOf } from '../rules/access.ts'
import { leavingAccounts } from '../rules/counted-accounts.ts'
import { nextChargeText } from '../rules/next-charge.ts'
import { changeNotices, deletionAt, dueNotices } from '../rules/notices.ts'

/** Mails what is due and was not mailed yet; in the caller's transaction. */
export async function sendDueNotices(ctx: Context, row: BillingRow): Promise<void> {
  const due = dueNotices(row, ctx.clock.now())
  if (due.length === 0) return
  const [user] = await ctx.db.select().from(users).where(eq(users.id, row.userId))
  if (!user || (row.status === 'canceled' && isHeld(user))) return
  const origin = ctx.config.appOrigin ?? `http://localhost:${ctx.config.port}`
  for (const { kind, subject } of due) {
    if (!(await noteOnce(ctx, row.userId, kind, subject))) continue
    const deletion = await deletionOf(ctx, row)
    const charge = nextChargeText(ctx.config, row)
    const occasion = { user, row, origin, deletion, charge, accounts: NONE }
    await enqueueMail(ctx, user.email, letterOf(kind, occasion))
  }
}

/** Mails what a reading has changed; each change is seen once, in the transaction that writes it. */
export async function tellOfChange(
  ctx: Context,
  before: BillingRow,
  row: BillingRow,
): Promise<void> {
  const kinds = changeNotices(before, row, ctx.clock.now())
  if (kinds.length === 0) return
  const [user] = await ctx.db.select().from(users).where(eq(users.id, row.userId))
  const origin = ctx.config.appOrigin ?? `http://localhost:${ctx.config.port}`
  if (!user) return
  const accounts = kinds.includes('plan_scheduled') ? await partedAccounts(ctx, row) : NONE
  const charge = nextChargeText(ctx.config, row)
  const occasion = { user, row, origin, deletion: null, charge, accounts }
  for (const kind of kinds) await enqueueMail(ctx, user.email, letterOf(kind, occasion))
}

const NONE = { staying: [], leaving: [] }

/** Which of the accounts that are connected now stay with the plan that comes, and which go. */
async function partedAccounts(ctx: Context, { userId, plan, keptAccounts }: BillingRow) {
  const accounts = await countedAccounts(ctx, userId)
  const leaving = plan ? leavingAccounts(accounts, accountLimitOf(plan), keptAccounts) : []
  return { staying: accounts.filter((one) => !leaving.includes(one)), leaving }
}

/** True the first time only. */
export async function noteOnce(
  ctx: Context,
  userId: string,
  kind: string,
  subject: string,
): Promise<boolean> {
  const made = await ctx.db
    .insert(billingNotices)
    .values({ userId, kind, subject, sentAt: ctx.clock.now() })
    .onConflictDoNothing()
    .returning({ kind: billingNotices.kind })
  return made.length > 0
}

/** When the data of an ended subscription goes, unless its user is held; null for one that has not ended. */
export async function deletionOf(ctx: Context, row: BillingRow): Promise<Date | null> {
  const end = endOf(row)
  if (!end) return null
  const [last] = await ctx.db
    .select({ sentAt: billingNotices.sentAt })
    .from(billingNotices)
    .where(
      and(
        eq(billingNotices.userId, row.userId),
        eq(billingNotices.kind, 'deletion_day'),
        eq(billingNotices.subject, end.toISOString()),
      ),
    )
  return deletionAt(end, last?.sentAt ?? null)
}
