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
import { toUnix } from '../rules/stripe-state.ts'
import { IVA_PERCENT } from '../rules/tax-treatment.ts'
import { changeHeld, type Held } from './lock.ts'
import { noteOnce } from './notices.ts'
import { putInOutbox } from './outbox.ts'

/** What was paid or given back longer ago is not told any more: an event may be lost for a day, not for a week. */
const TOLD_WITHIN_DAYS = 3

/** Mails each payment and refund once, and puts its invoice into the outbox. Skipped when looked at after `since`. */
export async function tellOfPapers(ctx: Context, held: Held, since?: string): Promise<void> {
  const { stripeCustomerId: customer, papersAt } = held.row
  if (!customer || (since && papersAt && papersAt > new Date(since))) return
  const startedAt = ctx.clock.now()
  const stripe = stripeOf(ctx.config)
  const from = toUnix(addDaysTo(startedAt, -TOLD_WITHIN_DAYS))
  const invoices = await stripe.invoices.list({ customer, status: 'paid', limit: 10 })
  const credits = await stripe.creditNotes.list({
    customer,
    limit: 10,
    expand: ['data.invoice'],
  })
  const paid = invoices.data.filter(
    // One below what Stripe charges at least, or that a credit pays, is an invoice too.
    ({ total, status_transitions: { paid_at } }) => total > 0 && (paid_at ?? 0) >= from,
  )
  // Oldest first: numbers of the outbox follow the order of payment.
  for (const invoice of paid.toReversed()) await tell(ctx, held, invoice)
  for (const note of credits.data.filter(({ created }) => created >= from).toReversed())
    await tell(ctx, held, note)
  await changeHeld(ctx, held, { papersAt: startedAt })
}

type Paper = Stripe.Invoice | Stripe.CreditNote

async function tell(ctx: Context, { userId }: Held, paper: Paper): Promise<void> {
  const rate = await rateOf(ctx, paper)
  await inTransaction(ctx, async (ctx) => {
    if (!(await noteOnce(ctx, userId, paper.object, paper.id ?? ''))) return
    await putInOutbox(ctx, paper, rate)
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
    const letter = user && letterOf(ctx, user.name, paper, rate)
    if (user && letter) await enqueueMail(ctx, user.email, letter)
  })
}

/** Of its tax: small amounts are rounded so far that it cannot be told from them. */
async function rateOf({ config }: Context, { total_taxes }: Paper): Promise<number> {
  const tax = total_taxes?.find(({ amount }) => amount !== 0)?.tax_rate_details
  if (!tax || !config.stripe.automaticTax) return IVA_PERCENT
  const { percentage } = await stripeOf(config).taxRates.retrieve(tax.tax_rate)
  return Math.round(percentage)
}

/** Null where another mail says it already, or nothing was charged. */
function letterOf({ config }: Context, name: string, paper: Paper, rate: number): Letter | null {
  const origin = config.appOrigin ?? `http://localhost:${config.port}`
  if (paper.object === 'invoice')
    return paper.amount_paid > 0 ? receiptLetter({ name, origin }, paper, rate) : null
  return paper.reason === 'duplicate' ? null : creditNoteLetter({ name, origin }, paper, rate)
}
