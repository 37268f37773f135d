import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { oauthStates, users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'

/** What belongs to the accounts and their subscription, not to the person who owns them: it goes with the ownership. */
export const HANDED_OVER: readonly string[] = [
  'google_connections',
  'ad_accounts',
  'billing_accounts',
  'billing_notices',
  'customer_care',
  'support_messages',
  'llm_calls',
  'webhooks',
  'sheet_feeds',
  'api_keys',
  'report_branding',
  'report_recipients',
  'report_schedules',
  'morning_mails',
]

/** Parts of those rows, whose keys follow theirs. */
export const FOLLOWS: readonly string[] = [
  'webhook_occasions',
  'webhook_messages',
  'report_runs',
  'report_deliveries',
]

/** One row a user, or unique within a user: what the next owner has left of it from before gives way. */
const ONE_EACH = [
  'billing_accounts',
  'billing_notices',
  'customer_care',
  'report_branding',
  'report_recipients',
]

/** Of the person, as their password is. Those of teams are the business of who hands over. */
export const STAYS: readonly string[] = [
  'sessions',
  'visits',
  'email_tokens',
  'oauth_states',
  'totp_secrets',
  'passkeys',
  'recovery_codes',
  'identity_challenges',
  'known_devices',
  'verdict_mails',
  'saved_views',
  'data_exports',
  'account_erasures',
  'former_customers',
  'team_members',
  'team_invitations',
  'team_handovers',
]

const JOBS_OF_THE_PERSON = ['makeCopy', 'mailVerdicts']

type Owners = { from: string; to: string }

/** Makes accounts, connections, subscription and what hangs on them another user's. In the caller's transaction. */
export async function handOver(ctx: Context, { from, to }: Owners): Promise<void> {
  await keepOwnPast(ctx, { from, to })
  for (const table of ONE_EACH)
    await ctx.db.execute(sql`delete from ${sql.identifier(table)} where user_id = ${to}::uuid`)
  // A wish that both have is the heir's already.
  await ctx.db.execute(sql`delete from morning_mails where user_id = ${from}::uuid
    and exists (select 1 from morning_mails where user_id = ${to}::uuid)`)
  for (const table of HANDED_OVER)
    await ctx.db.execute(
      sql`update ${sql.identifier(table)} set user_id = ${to}::uuid where user_id = ${from}::uuid`,
    )
  // A consent that comes back now would belong to nothing any more.
  await ctx.db.delete(oauthStates).where(eq(oauthStates.userId, from))
  await handOverJobs(ctx, { from, to })
  await handOverAccess(ctx, { from, to })
}

/** That each has had a subscription, and with what the heir paid for theirs, whose place the team's takes. */
async function keepOwnPast(ctx: Context, { from, to }: Owners): Promise<void> {
  await ctx.db.execute(sql`
    insert into former_customers (user_id, stripe_customer_id)
    select user_id, stripe_customer_id from billing_accounts
    where user_id = ${to}::uuid and stripe_customer_id is not null`)
  const subscribed = ctx.db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(
      and(inArray(billingAccounts.userId, [from, to]), isNotNull(billingAccounts.subscriptionId)),
    )
  await ctx.db
    .update(users)
    .set({ trialUsedAt: ctx.clock.now() })
    .where(and(inArray(users.id, subscribed), isNull(users.trialUsedAt)))
}

/** What waits is done for the new owner; what runs finds nothing of the old one any more, or knows the account alone. */
async function handOverJobs(ctx: Context, { from, to }: Owners): Promise<void> {
  await ctx.db.execute(sql`
    update jobs set tenant = ${to}::text,
      payload = case when payload->>'userId' = ${from}::text
        then jsonb_set(payload, '{userId}', to_jsonb(${to}::text)) else payload end
    where status = 'waiting' and tenant = ${from}::text
      and kind not in (${sql.join(
        JOBS_OF_THE_PERSON.map((kind) => sql`${kind}`),
        sql`, `,
      )})`)
}

async function handOverAccess(ctx: Context, { from, to }: Owners): Promise<void> {
  const [giver] = await ctx.db.select().from(users).where(eq(users.id, from))
  if (!giver) throw new Error('who hands over is no user')
  const { isActive, plan, activatedManually } = giver
  await ctx.db.update(users).set({ isActive, plan, activatedManually }).where(eq(users.id, to))
  await ctx.db
    .update(users)
    .set({ isActive: false, plan: null, activatedManually: false })
    .where(eq(users.id, from))
}
