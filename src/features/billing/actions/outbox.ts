import { createHash, randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { formerCustomers, invoiceOutbox } from '#platform/db/schema/billing.ts'
import { erasureProofs } from '#platform/db/schema/data-rights.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue, GiveUp } from '#platform/jobs.ts'
import { hashToken } from '#platform/secrets.ts'
import { stripeOf } from '#platform/stripe.ts'
import { sendInvoice } from '../contract/subscription.ts'
import { lastingNotes } from '../rules/credit-note.ts'
import { hashedText, invoiceText, type OutboxRow } from '../rules/outbox-record.ts'
import { fromUnix, METADATA } from '../rules/stripe-state.ts'
import { idOf } from './default-card.ts'
import { invoiceOf, taxOf } from './invoice-details.ts'
import { type Corrected, invoiceProviderOf } from './invoice-provider.ts'

/** Any number, the same in all processes: one at a time takes the next number of a series. */
const SERIES_LOCK = 1_738_204_116

type Tax = Awaited<ReturnType<typeof taxOf>>

/** Keeps an invoice of our own for a paper of Stripe's, and lets it be sent. In the caller's transaction. */
export async function putInOutbox(
  ctx: Context,
  paper: Stripe.Invoice | Stripe.CreditNote,
  tax: Tax,
): Promise<void> {
  const { series: own } = ctx.config.invoices
  if (!own) return
  // Corrective invoices have a series of their own (RD 1619/2012, art. 6.1.a).
  const series = paper.object === 'credit_note' ? `${own}R` : own
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${SERIES_LOCK})`)
  const [last] = await ctx.db
    .select({ number: invoiceOutbox.number, hash: invoiceOutbox.hash })
    .from(invoiceOutbox)
    .where(eq(invoiceOutbox.series, series))
    .orderBy(desc(invoiceOutbox.number))
    .limit(1)
  const text = {
    ...invoiceText(paper, invoiceOf(paper), { ...ctx.config.stripe, ...tax }),
    series,
    number: (last?.number ?? 0) + 1,
    issuedAt: ctx.clock.now(),
    previousHash: last?.hash ?? null,
  }
  const hash = createHash('sha256').update(hashedText(text)).digest('hex')
  const row = { ...text, id: randomUUID(), hash, state: 'pending' as const }
  const [made] = await ctx.db
    .insert(invoiceOutbox)
    .values(row)
    .onConflictDoNothing({ target: invoiceOutbox.stripeId })
    .returning()
  if (made && invoiceProviderOf(ctx.config)) await enqueueSending(ctx, made.id)
}

/** Of an account that is gone, whose invoices are kept: nothing else would look at what is given back to it. */
export async function bookCreditNote(ctx: Context, { id }: { id: string }): Promise<void> {
  const note = await stripeOf(ctx.config).creditNotes.retrieve(id, { expand: ['invoice'] })
  const [corrected] = await ctx.db
    .select({ id: invoiceOutbox.id })
    .from(invoiceOutbox)
    .where(eq(invoiceOutbox.stripeId, invoiceOf(note)?.id ?? ''))
  if (!corrected || lastingNotes([note], 0).length === 0) return
  const tax = await taxOf(ctx, note)
  await inTransaction(ctx, async (ctx) => await putInOutbox(ctx, note, tax))
}

/** Of an account that is gone too, and of a customer who pays by another since: what is paid late, with the notes that were written while it was open. */
export async function bookPaidInvoice(ctx: Context, { id }: { id: string }): Promise<void> {
  const { invoices, creditNotes } = stripeOf(ctx.config)
  const invoice = await invoices.retrieve(id)
  if (invoice.status !== 'paid' || invoice.total <= 0 || !(await isReadNoMore(ctx, invoice))) return
  const { data } = await creditNotes.list({ invoice: id, limit: 100, expand: ['data.invoice'] })
  for (const paper of [invoice, ...lastingNotes(data, 0).toReversed()]) {
    const tax = await taxOf(ctx, paper)
    await inTransaction(ctx, async (ctx) => await putInOutbox(ctx, paper, tax))
  }
}

/**
 * Who paid it was a customer here: those of another installation may be at the same Stripe account. Proofs from before they
 * held customers are found by whom the subscription was made for.
 */
async function isReadNoMore(ctx: Context, { customer, parent }: Stripe.Invoice): Promise<boolean> {
  const customerId = idOf(customer) ?? ''
  const madeFor = parent?.subscription_details?.metadata?.[METADATA.userId] ?? ''
  const proofs = await ctx.db
    .select({ id: erasureProofs.id })
    .from(erasureProofs)
    .where(
      or(
        sql`${erasureProofs.customerHashes} @> ${JSON.stringify([hashToken(customerId)])}::jsonb`,
        eq(erasureProofs.userHash, hashToken(madeFor)),
      ),
    )
    .limit(1)
  if (proofs.length > 0) return true
  const former = await ctx.db
    .select({ id: formerCustomers.stripeCustomerId })
    .from(formerCustomers)
    .where(eq(formerCustomers.stripeCustomerId, customerId))
  return former.length > 0
}

/** Those that no job sends: written before there was a provider, or given up during a long outage. The oldest first. */
export async function enqueueUnsent(ctx: Context): Promise<void> {
  if (!invoiceProviderOf(ctx.config)) return
  const unsent = await ctx.db
    .select({ id: invoiceOutbox.id })
    .from(invoiceOutbox)
    .leftJoin(
      jobs,
      and(
        eq(jobs.uniqueKey, sql`${KEY}::text || ${invoiceOutbox.id}::text`),
        inArray(jobs.status, ['waiting', 'running']),
      ),
    )
    .where(and(eq(invoiceOutbox.state, 'pending'), isNull(jobs.id)))
    .orderBy(invoiceOutbox.issuedAt, invoiceOutbox.number)
  for (const { id } of unsent) await enqueueSending(ctx, id)
}

const KEY = 'sendInvoice:'

async function enqueueSending(ctx: Context, id: string): Promise<void> {
  await enqueue(ctx, sendInvoice, { id }, { uniqueKey: KEY + id })
}

/**
 * Hands one to the provider; repeated, nothing happens. Throws when the provider is away, so that it is tried again. A
 * refusal fails the job: an administrator sees it, and has it sent again once what was wrong is mended.
 */
export async function sendFromOutbox(ctx: Context, { id }: { id: string }): Promise<void> {
  const provider = invoiceProviderOf(ctx.config)
  const [row] = await ctx.db.select().from(invoiceOutbox).where(eq(invoiceOutbox.id, id))
  if (!provider || !row || row.state === 'sent') return
  const answer = await provider.issue(row, await correctedBy(ctx, row))
  await ctx.db.update(invoiceOutbox).set(stateAfter(answer)).where(eq(invoiceOutbox.id, id))
  if (!answer.ok) throw new GiveUp(`invoice ${row.stripeNumber} was refused`)
}

/** What a corrective one corrects, by the number that its customer has: our own, or Stripe's where there was none yet. */
async function correctedBy(ctx: Context, { corrects }: OutboxRow): Promise<Corrected | null> {
  if (!corrects) return null
  const [own] = await ctx.db
    .select({
      series: invoiceOutbox.series,
      number: invoiceOutbox.number,
      issuedAt: invoiceOutbox.issuedAt,
    })
    .from(invoiceOutbox)
    .where(eq(invoiceOutbox.stripeId, corrects))
  if (own) return { ...own, number: String(own.number) }
  const { number, created } = await stripeOf(ctx.config).invoices.retrieve(corrects)
  return { series: null, number: number ?? corrects, issuedAt: fromUnix(created) }
}

function stateAfter(
  answer: Awaited<ReturnType<NonNullable<ReturnType<typeof invoiceProviderOf>>['issue']>>,
): Partial<OutboxRow> {
  return answer.ok
    ? { state: 'sent', providerId: answer.providerId, pdfUrl: answer.pdfUrl, problem: null }
    : { state: 'refused', problem: answer.problem }
}
