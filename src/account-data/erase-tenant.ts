import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { LEVELS } from '#platform/db/levels.ts'
import { adAccounts, googleConnections, users, visits } from '#platform/db/schema/access.ts'
import { billingAccounts, formerCustomers, stripeEvents } from '#platform/db/schema/billing.ts'
import { erasureProofs } from '#platform/db/schema/data-rights.ts'
import { webhookMessages } from '#platform/db/schema/integrations.ts'
import { reportSchedules } from '#platform/db/schema/reports.ts'
import { jobs, syncStates } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { hashToken } from '#platform/secrets.ts'
import { isMissingAtStripe, stripeOf } from '#platform/stripe.ts'
import { jobKind } from '#shared/job-kind.ts'
import { noteErasure } from './erasure-log.ts'
import { forgetAddress, forgetAuthor } from './forget-address.ts'
import { giveBackGrant } from './give-back-grant.ts'
import { leaveAllReports } from './leave-reports.ts'
import { endAllElsewhere } from './made-by.ts'
import { accountById } from './owned-account.ts'
import { erasedTables, tenantTables } from './tenant-tables.ts'
import { userTables } from './user-tables.ts'

const SLICE_DAYS = 30

const eraseTenant = jobKind('eraseTenant', {
  payload: z.object({
    customerIds: z.array(z.number()),
    /** By a version that did not give them back by a job each; none since, which that one wants to see. */
    grants: z.array(
      z.object({ googleEmail: z.nullable(z.string()), refreshTokenSealed: z.string() }),
    ),
    /** Of a user who is gone: what is written down when nothing is left. */
    proofId: z.optional(z.string()),
  }),
  maxAttempts: 12,
  lane: 'nightly',
})

/** What a dead process wrote of an account that it never made. */
const eraseUnmadeAccount = jobKind('eraseUnmadeAccount', {
  payload: z.object({ customerId: z.number() }),
  maxAttempts: 12,
  lane: 'nightly',
})

/** Tried for a week: as long as it does not succeed, a person without an account is charged. */
const endStripeCustomer = jobKind('endStripeCustomer', {
  payload: z.object({ stripeCustomerId: z.string() }),
  maxAttempts: 180,
})

export const eraseJobs: readonly JobHandler[] = [
  handle(eraseTenant, async (ctx, { customerIds, grants, proofId }) => {
    if (proofId) await noteErasure(ctx, proofId)
    for (const grant of grants) await giveBackGrant(ctx, grant)
    for (const customerId of customerIds) {
      await eraseAccountData(ctx, customerId)
      // A sync that was under way may still have written: an hour later it is looked at again.
      await promiseAccount(ctx, customerId)
    }
    if (proofId) await verifyErasure(ctx, proofId, customerIds)
  }),
  handle(eraseUnmadeAccount, async (ctx, { customerId }) => {
    if (!(await accountById(ctx, customerId))) await eraseAccountData(ctx, customerId)
  }),
  handle(endStripeCustomer, (ctx, { stripeCustomerId }) =>
    deleteStripeCustomer(ctx, stripeCustomerId),
  ),
]

const UNMADE_AFTER_MS = 3_600_000

/** Before data are written of an account that is made afterwards: in an hour they go, unless it was. */
export async function promiseAccount(ctx: Context, customerId: number): Promise<void> {
  const runAt = new Date(ctx.clock.now().getTime() + UNMADE_AFTER_MS)
  await enqueue(ctx, eraseUnmadeAccount, { customerId }, { runAt })
}

/** To be asked for before the users are locked: billing holds a subscription while it waits for its user. */
export async function lockSubscription(ctx: Context, ...userIds: string[]): Promise<void> {
  await ctx.db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(inArray(billingAccounts.userId, userIds))
    .orderBy(billingAccounts.userId)
    .for('update')
}

/**
 * The user is gone at once, with sessions and links; the background ends the grants and erases the data. What stays is
 * the proof that it was done, without a name.
 */
export async function deleteUserForGood(
  ctx: Context,
  userId: string,
  asked: { by: 'user' | 'administrator'; at: Date },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const leftovers = await leftoversOf(ctx, userId)
    const customers = await stripeCustomersOf(ctx, userId)
    await ctx.db.delete(stripeEvents).where(inArray(stripeEvents.stripeCustomerId, customers))
    await forgetVisitor(ctx, userId)
    await endAllElsewhere(ctx, userId)
    await leaveAllReports(ctx, userId)
    await forgetAuthor(ctx, userId)
    const [user] = await ctx.db.delete(users).where(eq(users.id, userId)).returning()
    if (!user) return
    await forgetAddress(ctx, user)
    const proofId = await writeProof(ctx, user, asked, { ...leftovers, customers })
    await endLeftovers(ctx, leftovers, proofId)
    for (const stripeCustomerId of customers)
      await enqueue(ctx, endStripeCustomer, { stripeCustomerId })
  })
}

/** All that a user pays or has paid with. */
export async function stripeCustomersOf(ctx: Context, userId: string): Promise<string[]> {
  const present = await ctx.db
    .select({ id: billingAccounts.stripeCustomerId })
    .from(billingAccounts)
    .where(eq(billingAccounts.userId, userId))
  const former = await ctx.db
    .select({ id: formerCustomers.stripeCustomerId })
    .from(formerCustomers)
    .where(eq(formerCustomers.userId, userId))
  return [...present, ...former].flatMap(({ id }) => id ?? [])
}

/** Figures of use are kept: under one new number, which stands for no user. */
async function forgetVisitor(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .update(visits)
    .set({ userId: randomUUID(), sessionId: randomUUID() })
    .where(eq(visits.userId, userId))
  // What was enqueued for them and is not under way tells of them too.
  await ctx.db.delete(jobs).where(and(eq(jobs.tenant, userId), ne(jobs.status, 'running')))
}

async function writeProof(
  ctx: Context,
  user: { id: string; email: string },
  asked: { by: 'user' | 'administrator'; at: Date },
  { customerIds, customers }: { customerIds: readonly number[]; customers: readonly string[] },
): Promise<string> {
  const id = randomUUID()
  await ctx.db.insert(erasureProofs).values({
    id,
    emailHash: hashToken(user.email),
    userHash: hashToken(user.id),
    customerHashes: customers.map(hashToken),
    askedAt: asked.at,
    askedBy: asked.by,
    erasedAt: ctx.clock.now(),
    accounts: customerIds.length,
    tables: [...userTables, ...tenantTables],
  })
  return id
}

/** Throws while a table of the list still holds rows: the job is tried again then. */
async function verifyErasure(
  ctx: Context,
  proofId: string,
  customerIds: readonly number[],
): Promise<void> {
  for (const table of tenantTables)
    for (const customerId of customerIds) {
      const { rows } = await ctx.db.execute(
        sql`select 1 from ${sql.identifier(table)} where customer_id = ${customerId} limit 1`,
      )
      if (rows.length > 0) throw new Error(`${table} still holds rows of an erased account`)
    }
  await ctx.db
    .update(erasureProofs)
    .set({ verifiedAt: ctx.clock.now() })
    .where(eq(erasureProofs.id, proofId))
}

/** The user stays, with log-in and invoices; accounts, connections and all their data go. */
export async function deleteAccountsOf(ctx: Context, userId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const leftovers = await leftoversOf(ctx, userId)
    // Their runs, with the files that show the accounts, go with them.
    await ctx.db.delete(reportSchedules).where(eq(reportSchedules.userId, userId))
    await ctx.db.delete(webhookMessages).where(eq(webhookMessages.userId, userId))
    await ctx.db.delete(adAccounts).where(eq(adAccounts.userId, userId))
    await ctx.db.delete(googleConnections).where(eq(googleConnections.userId, userId))
    await endLeftovers(ctx, leftovers)
  })
}

async function endLeftovers(
  ctx: Context,
  { customerIds, grants }: Awaited<ReturnType<typeof leftoversOf>>,
  proofId?: string,
): Promise<void> {
  for (const grant of grants) await giveBackGrant(ctx, grant)
  await enqueue(ctx, eraseTenant, { customerIds, grants: [], proofId })
}

/**
 * What the background has to end and erase once the directory does not name it any more. All of it is locked, connections
 * before accounts as where a grant turns out to be lost, and both before anything goes: a sync that ends a window holds
 * its account and waits to enqueue a job whose like is being deleted here, and each would wait for the other.
 */
async function leftoversOf(ctx: Context, userId: string) {
  const connections = await ctx.db
    .select({
      googleEmail: googleConnections.googleEmail,
      refreshTokenSealed: googleConnections.refreshTokenSealed,
      status: googleConnections.status,
    })
    .from(googleConnections)
    .where(eq(googleConnections.userId, userId))
    .orderBy(asc(googleConnections.id))
    .for('update')
  const accounts = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(eq(adAccounts.userId, userId))
    .orderBy(asc(adAccounts.customerId))
    .for('update')
  const grants = connections.flatMap(({ status, ...grant }) => (status === 'active' ? [grant] : []))
  return { customerIds: accounts.map(({ customerId }) => customerId), grants }
}

/** At Stripe deleting a customer ends every subscription at once: no charge is left without an account. */
async function deleteStripeCustomer(ctx: Context, stripeCustomerId: string): Promise<void> {
  try {
    await stripeOf(ctx.config).customers.del(stripeCustomerId)
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error
  }
}

/** All that was stored about an account, except its row in the directory. Safe to repeat. */
export async function eraseAccountData(ctx: Context, customerId: number): Promise<void> {
  // First: a user who connects the account again meanwhile must find that its history is to be pulled.
  await ctx.db.delete(syncStates).where(eq(syncStates.customerId, customerId))
  await passUsageOn(ctx, customerId)
  const daily = Object.keys(LEVELS).map((level) => `${level}_day`)
  for (const table of daily) await deleteDays(ctx, table, customerId)
  for (const table of erasedTables)
    await ctx.db.execute(
      sql`delete from ${sql.identifier(table)} where customer_id = ${customerId}`,
    )
}

/** The day's quota is shared by all accounts and stays spent; 0 is where requests without an account are counted. */
async function passUsageOn(ctx: Context, customerId: number): Promise<void> {
  await ctx.db.execute(sql`
    with spent as (
      delete from api_usage where customer_id = ${customerId} returning day, operations)
    insert into api_usage (day, customer_id, operations)
    select day, 0, operations from spent
    on conflict (day, customer_id) do update set operations = api_usage.operations + excluded.operations`)
}

/** Month by month: one long statement would hold up everybody on the embedded engine. */
async function deleteDays(ctx: Context, table: string, customerId: number): Promise<void> {
  for (;;) {
    const { rows } = await ctx.db.execute<{ first: string | null }>(
      sql`select min(day)::text as first from ${sql.raw(table)} where customer_id = ${customerId}`,
    )
    const first = rows[0]?.first
    if (!first) return
    await ctx.db.execute(sql`
      delete from ${sql.raw(table)}
      where customer_id = ${customerId} and day < ${first}::date + ${SLICE_DAYS}::int`)
  }
}
