import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { INTERVALS } from '#shared/plans.ts'
import { users } from './access.ts'
import { instant } from './columns.ts'

/** Our copy of what Stripe says, so that a page never waits for Stripe: rebuilt whole at every sync. */

const plan = (name: string) => text(name, { enum: ['basic', 'premium', 'enterprise'] })
const interval = (name: string) => text(name, { enum: INTERVALS })

/** As read from Stripe: a share or cents, of all prices or some, of one charge, until an instant or for ever. */
export type StoredDiscount = {
  percent: number | null
  cents: number | null
  once: boolean
  /** ISO instant; null: it does not end by itself. */
  endsAt: string | null
  /** Ids of prices of ours; null: all. */
  prices: string[] | null
  /** What the customer typed; null where the operator gave it. */
  code: string | null
}

export const billingAccounts = pgTable(
  'billing_accounts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    stripeCustomerId: text('stripe_customer_id').unique(),
    /** The open payment page, so that a second tab gets the same one. */
    checkoutSessionId: text('checkout_session_id'),
    /** The one subscription that counts; null before the first. */
    subscriptionId: text('subscription_id'),
    /** Stripe's own word. */
    status: text(),
    /** Of the subscription's price; what is charged next. */
    plan: plan('plan'),
    /** How often it is charged, as is the next; null where only months were sold. */
    interval: interval('interval'),
    /** What the subscription costs per period, in the currency's smallest unit. */
    unitAmount: integer('unit_amount'),
    /** What is taken off the charges to come; null before it was first read. */
    discounts: jsonb().$type<StoredDiscount[]>(),
    periodEnd: instant('period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** The day of the end, where one is set: it may be another than the period's. */
    cancelAt: instant('cancel_at'),
    endedAt: instant('ended_at'),
    /** Until then an administrator's gift or closed door kept the data, not the subscription. */
    heldUntil: instant('held_until'),
    /** While a downgrade waits: the plan already paid for, and until when it holds. */
    paidPlan: plan('paid_plan'),
    paidInterval: interval('paid_interval'),
    paidPlanUntil: instant('paid_plan_until'),
    /** A better plan that begins once its payment is confirmed at the bank; what it costs, where, and until when. */
    pendingPlan: plan('pending_plan'),
    pendingInterval: interval('pending_interval'),
    pendingPlanUntil: instant('pending_plan_until'),
    pendingPlanUrl: text('pending_plan_url'),
    pendingPlanCents: integer('pending_plan_cents'),
    /** Our customer_ids chosen to stay when fewer accounts are allowed. */
    keptAccounts: jsonb('kept_accounts').$type<number[]>(),
    /** When the oldest unpaid invoice was made; null while everything is paid. */
    pastDueSince: instant('past_due_since'),
    payUrl: text('pay_url'),
    /** Of the default card. */
    cardId: text('card_id'),
    cardLast4: text('card_last4'),
    cardExpiryMonth: integer('card_expiry_month'),
    cardExpiryYear: integer('card_expiry_year'),
    /** When the accounts' data was deleted after the end of a subscription. */
    dataDeletedAt: instant('data_deleted_at'),
    /** Start of the last complete reading of Stripe; null before the first. */
    syncedAt: instant('synced_at'),
    /** Start of the last look at what was paid and given back. */
    papersAt: instant('papers_at'),
    /** One at a time talks to Stripe for a user: a lease, since no transaction may wait for a vendor. */
    lockToken: uuid('lock_token'),
    lockedUntil: instant('locked_until'),
    /** Rises after each answered change, so that a repeated click has the same idempotency key and a new one has not. */
    actionNumber: integer('action_number').notNull().default(0),
  },
  (t) => [index('billing_accounts_synced').on(t.syncedAt)],
)

/** With what a user paid before they took over a team, whose customer at Stripe is theirs since: the invoices stay theirs too. */
export const formerCustomers = pgTable(
  'former_customers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stripeCustomerId: text('stripe_customer_id').notNull().unique(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.stripeCustomerId] })],
)

/** Events already taken; a repeated delivery finds its id here. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    stripeCustomerId: text('stripe_customer_id'),
    createdAt: instant('created_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    outcome: text({ enum: ['queued', 'unknown_customer', 'ignored'] }).notNull(),
  },
  (t) => [
    index('stripe_events_received').on(t.receivedAt),
    index('stripe_events_customer')
      .on(t.stripeCustomerId)
      .where(sql`stripe_customer_id is not null`),
  ],
)

/** Mails sent once per occasion; `subject` names it (an invoice's day, a card, an end). */
export const billingNotices = pgTable(
  'billing_notices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    subject: text().notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.subject] })],
)

/** To whom an invoice is made out, as Stripe had it when it was written. */
export type InvoiceRecipient = { name: string | null; taxId: string | null; address: string | null }

/**
 * Invoices as the law wants them kept: numbered without gaps within their series and chained by hash. Only how the sending
 * stands is ever changed. No user is named: they outlive the account by the years that the law asks.
 */
export const invoiceOutbox = pgTable(
  'invoice_outbox',
  {
    id: uuid().primaryKey(),
    series: text().notNull(),
    number: integer().notNull(),
    /** The invoice or credit note at Stripe, and its number there. */
    stripeId: text('stripe_id').notNull().unique(),
    stripeNumber: text('stripe_number').notNull(),
    /** Of a corrective one: the invoice at Stripe that it corrects, and why. */
    corrects: text(),
    reason: text(),
    issuedAt: instant('issued_at').notNull(),
    recipient: jsonb().$type<InvoiceRecipient>().notNull(),
    description: text().notNull(),
    baseCents: integer('base_cents').notNull(),
    percent: integer().notNull(),
    quotaCents: integer('quota_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    /** Why there is no IVA; null where there is. */
    exemption: text(),
    /** Of the one before in its series; null for the first. */
    previousHash: text('previous_hash'),
    hash: text().notNull(),
    state: text({ enum: ['pending', 'sent', 'refused'] }).notNull(),
    /** What the provider calls it, where its PDF is, or why it was refused. */
    providerId: text('provider_id'),
    pdfUrl: text('pdf_url'),
    problem: text(),
  },
  (t) => [unique('invoice_outbox_number').on(t.series, t.number)],
)
