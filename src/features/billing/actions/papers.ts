import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { Letter } from '#platform/mail/letter.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { stripeOf } from '#platform/stripe.ts'
import { creditNoteLetter, receiptLetter } from '../emails/papers.ts'
import { addDaysTo } from '../rules/access.ts'
import { lastingNotes, standsSince } from '../rules/credit-note.ts'
import { toUnix } from '../rules/stripe-state.ts'
import { taxOf } from './invoice-details.ts'
import { changeHeld, type Held } from './lock.ts'
import { noteOnce } from './notices.ts'
import { putInOutbox } from './outbox.ts'

/** What was paid or given back longer ago is not mailed any more; its invoice is made all the same. */
const MAILED_WITHIN_DAYS = 3
/** Before the last look, for what Stripe lists late. */
const LOOKED_BACK_DAYS = 3
/** So long after it was written an invoice may be paid. */
const OPEN_AT_MOST_DAYS = 400
const MOST_LISTED = 1000
const DAY_SECONDS = 86_400

/** Mails each payment and refund once, and puts its invoice into the outbox. Skipped when looked at after `since`. */
export async function tellOfPapers(ctx: Context, held: Held, since?: string): Promise<void> {
  const { stripeCustomerId: customer, papersAt } = held.row
  if (!customer || (since && papersAt && papersAt > new Date(since))) return
  const startedAt = ctx.clock.now()
  const mailedFrom = toUnix(addDaysTo(startedAt, -MAILED_WITHIN_DAYS))
  // Who was never looked at may have paid long ago, while no event arrived.
  const from = papersAt ? toUnix(addDaysTo(papersAt, -LOOKED_BACK_DAYS)) : 0
  for (const paper of await papersSince(ctx, customer, Math.min(from, mailedFrom)))
    await tell(ctx, held, paper, mailedFrom)
  await changeHeld(ctx, held, { papersAt: startedAt })
}

/** Invoices in the order of their payment, which the numbers of the outbox follow; then the notes that correct them. */
async function papersSince(ctx: Context, customer: string, from: number): Promise<Paper[]> {
  const stripe = stripeOf(ctx.config)
  const written = Math.max(0, from - OPEN_AT_MOST_DAYS * DAY_SECONDS)
  const asked = { customer, created: { gte: written }, limit: 100 }
  const invoices = await stripe.invoices
    .list({ ...asked, status: 'paid' })
    .autoPagingToArray({ limit: MOST_LISTED })
  const notes = await stripe.creditNotes
    .list({ ...asked, expand: ['data.invoice'] })
    .autoPagingToArray({ limit: MOST_LISTED })
  // One below what Stripe charges at least, or that a credit pays, is an invoice too.
  const paid = invoices.filter((one) => one.total > 0 && toldSecond(one) >= from)
  return [
    ...paid.toSorted((a, b) => toldSecond(a) - toldSecond(b)),
    ...lastingNotes(notes, from).toReversed(),
  ]
}

type Paper = Stripe.Invoice | Stripe.CreditNote

function toldSecond(paper: Paper): number {
  if (paper.object === 'credit_note') return standsSince(paper) ?? paper.created
  return paper.status_transitions.paid_at ?? 0
}

async function tell(
  ctx: Context,
  { userId }: Held,
  paper: Paper,
  mailedFrom: number,
): Promise<void> {
  const tax = await taxOf(ctx, paper)
  await inTransaction(ctx, async (ctx) => {
    if (!(await noteOnce(ctx, userId, paper.object, paper.id ?? ''))) return
    await putInOutbox(ctx, paper, tax)
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
    if (toldSecond(paper) < mailedFrom) return
    const letter = user && letterOf(ctx, user.name, paper, tax.rate)
    if (user && letter) await enqueueMail(ctx, user.email, letter)
  })
}

/** Null where another mail says it already, or nothing was charged. */
function letterOf({ config }: Context, name: string, paper: Paper, rate: number): Letter | null {
  const origin = config.appOrigin ?? `http://localhost:${config.port}`
  if (paper.object === 'invoice')
    return paper.amount_paid > 0 ? receiptLetter({ name, origin }, paper, rate) : null
  return paper.reason === 'duplicate' ? null : creditNoteLetter({ name, origin }, paper, rate)
}
