import { eq } from 'drizzle-orm'
import { fitSeats } from '#account-data/team-seats.ts'
import { disconnectAccounts } from '#features/accounts/contract.ts'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { enqueue } from '#platform/jobs.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { accountLimitOf, PLANS, type PlanId } from '#shared/plans.ts'
import { accountsDisconnectedLetter } from '../emails/notices.ts'
import { membersSuspendedLetter, suspendedLetter } from '../emails/seats.ts'
import { countedAccounts } from '../queries/counted-accounts.ts'
import { accessOf, type BillingRow } from '../rules/access.ts'
import { leavingAccounts } from '../rules/counted-accounts.ts'
import { noteOnce } from './notices.ts'

/**
 * Opens or closes the dashboard as the subscription says; what an administrator decided stands above it. Accounts
 * beyond the plan are disconnected. In the caller's transaction.
 */
export async function applyAccess(ctx: Context, row: BillingRow): Promise<void> {
  const access = accessOf(row, ctx.clock.now())
  const [user] = await ctx.db.select().from(users).where(eq(users.id, row.userId)).for('update')
  if (!user) return
  const isActive = (access.open || user.activatedManually) && !user.deactivatedManually
  // A plan that came with a subscription ends with it; one that a gift brought, before there was any, stays.
  const isGiven = user.activatedManually && !access.open && row.subscriptionId === null
  const plan = isGiven ? user.plan : access.plan
  if (isActive !== user.isActive || plan !== user.plan)
    await ctx.db.update(users).set({ isActive, plan }).where(eq(users.id, user.id))
  if (!isActive) return
  if (access.open && plan) {
    await trimAccounts(ctx, user, plan, row)
    await trimTeam(ctx, user, plan)
  } else await fitSeats(ctx, { ownerId: user.id, plan: null })
}

/** Whom the plan has no seat for waits, with all that is theirs. */
async function trimTeam(
  ctx: Context,
  user: typeof users.$inferSelect,
  plan: PlanId,
): Promise<void> {
  const suspended = await fitSeats(ctx, { ownerId: user.id, plan })
  if (suspended.length === 0) return
  const names = suspended.map(({ name }) => name)
  await enqueueMail(ctx, user.email, membersSuspendedLetter(user.name, PLANS[plan].name, names))
  for (const member of suspended)
    await enqueueMail(ctx, member.email, suspendedLetter(member.name, user.name))
}

async function trimAccounts(
  ctx: Context,
  user: typeof users.$inferSelect,
  plan: PlanId,
  { keptAccounts, subscriptionId }: BillingRow,
): Promise<void> {
  const accounts = await countedAccounts(ctx, user.id)
  const leaving = leavingAccounts(accounts, accountLimitOf(plan), keptAccounts)
  if (leaving.length === 0) return
  const customerIds = leaving.map(({ customerId }) => customerId)
  await enqueue(
    ctx,
    disconnectAccounts,
    { userId: user.id, customerIds },
    { uniqueKey: `disconnectAccounts:${user.id}` },
  )
  const subject = `${subscriptionId} ${plan} ${customerIds.join(' ')}`
  if (!(await noteOnce(ctx, user.id, 'accounts_disconnected', subject))) return
  const letter = accountsDisconnectedLetter(user.name, PLANS[plan].name, leaving)
  await enqueueMail(ctx, user.email, letter)
}
