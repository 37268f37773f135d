import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { INTERVALS } from '#shared/plans.ts'
import { CustomerId, Nothing, ToldInstant } from '#shared/wire.ts'

export const Plan = z.enum(['basic', 'premium', 'enterprise'], 'Elige un plan.')
export type Plan = z.infer<typeof Plan>

const Interval = z.enum(INTERVALS, 'Elige pago mensual o anual.')

/** Amounts in euros (not cents), two decimals at most. */
const Price = z.object({
  /** What the plan card says. */
  amount: z.number(),
  /** What the amount pays. */
  interval: Interval,
  /** True: `amount` is what is charged, 'IVA incluido'. False: IVA is added, 'IVA no incluido'. */
  taxIncluded: z.boolean(),
  withoutTax: z.number(),
  withTax: z.number(),
})
export type Price = z.infer<typeof Price>

/** What a charge comes to with the discounts that Stripe takes off it. */
const Discounted = z.object({
  price: Price,
  /** '50 %', '5,00 €'. */
  label: z.string(),
  /** What was typed on the payment page; null where the operator gave it. */
  code: z.nullable(z.string()),
  /** `once`: this charge alone. */
  lasts: z.enum(['once', 'until', 'forever']),
  until: z.nullable(ToldInstant),
  /** Of the charges after that; null: it goes on. */
  after: z.nullable(Price),
})
export type Discounted = z.infer<typeof Discounted>

/** `none`: never subscribed. The others are Stripe's; any state Stripe adds later arrives as `inactive`. */
export const SubscriptionStatus = z.enum([
  'none',
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
  'inactive',
])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** What opens the access for certain; one that owes keeps it for some days. */
export function isPaid(status: string | null | undefined): boolean {
  return status === 'active' || status === 'trialing'
}

/** Whom an administrator lets in, or shuts out, loses no data with the subscription. */
export function isHeld(user: { activatedManually: boolean; deactivatedManually: boolean }) {
  return user.activatedManually || user.deactivatedManually
}

/** An account with data that counts against the plan; `accountId` is Google's, without dashes. */
const CountedAccount = z.object({ accountId: z.string(), accountName: z.string() })
export type CountedAccount = z.infer<typeof CountedAccount>

export const Subscription = z.object({
  /** The plan whose limits hold now; null without one. */
  plan: z.nullable(Plan),
  planName: z.nullable(z.string()),
  /** How often the subscription is paid now; null without one. */
  interval: z.nullable(Interval),
  status: SubscriptionStatus,
  /** The dashboard is open. */
  isActive: z.boolean(),
  /** An administrator opened the access; it does not end with the subscription. */
  isManual: z.boolean(),
  /** An administrator has closed it: what is paid does not open it, and is still charged. */
  isBarred: z.boolean(),
  /** What the subscription costs now, as Stripe charges it; null without a subscription. */
  price: z.nullable(Price),
  /** The next charge, where a discount is taken off it. */
  discounted: z.nullable(Discounted),
  /** ISO instant; null when nothing more will be charged (none, cancelled, ending). */
  nextBillingAt: z.nullable(ToldInstant),
  /** ISO instant until which the present period is paid; null without a subscription. */
  paidUntil: z.nullable(ToldInstant),
  cancelAtPeriodEnd: z.boolean(),
  /** ISO instant at which a cancelled one ends: of the period, or the day that Stripe was told; null otherwise. */
  endsAt: z.nullable(ToldInstant),
  /** A downgrade that waits for the end of the period. */
  pendingChange: z.nullable(
    z.object({
      plan: Plan,
      planName: z.string(),
      at: ToldInstant,
      price: Price,
      discounted: z.nullable(Discounted),
      /** Accounts that will be disconnected then. */
      disconnects: z.array(CountedAccount),
    }),
  ),
  /** A better plan that begins once its payment is confirmed at the bank. */
  pendingConfirmation: z.nullable(
    z.object({
      plan: Plan,
      planName: z.string(),
      /** Euros to be paid. */
      amount: z.number(),
      /** Stripe's page where the payment is confirmed, with this card or another. */
      confirmUrl: z.string(),
      /** ISO instant at which the change is dropped if it is not confirmed. */
      until: ToldInstant,
    }),
  ),
  /** Present while a payment is failed and access goes on: show the banner. ISO instant of its end. */
  graceUntil: z.nullable(ToldInstant),
  /** Stripe's page on which the failed invoice can be paid; null when none is open. */
  payUrl: z.nullable(z.string()),
  /** After the end of the subscription: ISO instant at which the accounts' data go, or went; null while an administrator keeps them. */
  dataDeletedAt: z.nullable(ToldInstant),
  accounts: z.object({
    used: z.number(),
    /** Null is unlimited. */
    limit: z.nullable(z.number()),
    list: z.array(CountedAccount),
  }),
  /** Days back that Google's figures are read. */
  historyDays: z.number(),
  /** Null while no card is stored, or Stripe has not been asked yet. */
  cardExpiry: z.nullable(
    z.object({
      last4: z.string(),
      expiryMonth: z.number(),
      expiryYear: z.number(),
      state: z.enum(['ok', 'expires_soon', 'expired']),
    }),
  ),
  /** Days that a first subscription is free; 0: none, or had before. */
  trialDays: z.number(),
  /** Stripe's payment page asks for a promotion code. */
  takesCodes: z.boolean(),
  /** The three plan cards, cheapest first. */
  plans: z.array(
    z.object({
      id: Plan,
      name: z.string(),
      price: Price,
      /** Of a year; null: it is not sold by the year. */
      yearPrice: z.nullable(Price),
      /** The first whole charge after changing to it, where a discount of the subscription holds for it. */
      discounted: z.nullable(Discounted),
      yearDiscounted: z.nullable(Discounted),
      /** Accounts with data; null is unlimited. */
      accountLimit: z.nullable(z.number()),
      popular: z.boolean(),
    }),
  ),
})
export type Subscription = z.infer<typeof Subscription>

/** Also one that was to end some periods later: until then it is charged. */
export function canCancel({ status, cancelAtPeriodEnd, nextBillingAt }: Subscription): boolean {
  const goesOn = !cancelAtPeriodEnd || nextBillingAt !== null
  return (isPaid(status) || status === 'past_due' || status === 'unpaid') && goesOn
}

export const getSubscription = endpoint('GET /api/billing/subscription', {
  access: 'user',
  permission: 'money',
  summary: 'Plan, state, price, next charge and use of the plan of the logged-in user',
  input: Nothing,
  reply: Subscription,
})

export const createCheckoutSession = endpoint('POST /api/stripe/create-checkout-session', {
  access: 'user',
  permission: 'money',
  summary: 'Opens Stripe’s payment page, or the one already open; 409 when a subscription is alive',
  /** Without a plan it is Premium. */
  input: z.object({
    plan: z._default(Plan, 'premium'),
    interval: z._default(Interval, 'month'),
  }),
  reply: z.object({ url: z.string() }),
})

export const activateSubscription = endpoint('POST /api/auth/activate-subscription', {
  access: 'user',
  permission: 'money',
  summary: 'Asks Stripe for the caller’s subscription and opens the dashboard if it is paid',
  input: Nothing,
  reply: z.object({ message: z.string(), is_active: z.boolean(), plan: z.nullable(Plan) }),
})

export const PlanPreview = z.object({
  plan: Plan,
  planName: z.string(),
  kind: z.enum(['upgrade', 'downgrade']),
  /** It is paid by the year instead of by the month, or the reverse. */
  changesInterval: z.boolean(),
  price: Price,
  /** The charge of `nextBillingAt`, where a discount is taken off it. */
  discounted: z.nullable(Discounted),
  /** Euros charged at once (upgrade, prorated, as Stripe computes them); 0 for a downgrade. */
  dueNow: z.number(),
  /** ISO instant at which the new plan begins: now for an upgrade, the end of the period for a downgrade. */
  effectiveAt: ToldInstant,
  /** ISO instant of the next full charge. */
  nextBillingAt: ToldInstant,
  /** Unix seconds for which `dueNow` was computed: send it back so that the amount is the one shown. */
  prorationDate: z.nullable(z.number()),
  accounts: z.object({
    used: z.number(),
    /** Of the new plan; null is unlimited. */
    limit: z.nullable(z.number()),
    list: z.array(CountedAccount),
    /** True when the user must choose at most `limit` accounts that stay. */
    mustChoose: z.boolean(),
  }),
  /** People of the team besides the owner; `waiting`: names of those the new plan has no seat for. */
  team: z.object({ of: z.number(), waiting: z.array(z.string()) }),
  /** Days back that Google's figures are read under the new plan. */
  historyDays: z.number(),
})
export type PlanPreview = z.infer<typeof PlanPreview>

export const previewPlan = endpoint('POST /api/billing/plan/preview', {
  access: 'user',
  permission: 'money',
  summary: 'What a change of plan costs, when it takes effect and which accounts it concerns',
  input: z.object({ plan: Plan, interval: z.optional(Interval) }),
  reply: PlanPreview,
})

export const changePlan = endpoint('POST /api/billing/plan', {
  access: 'user',
  permission: 'money',
  summary:
    'Upgrades at once with proration, or once its payment is confirmed (`pendingConfirmation`); downgrades at the end of the period',
  input: z.object({
    plan: Plan,
    /** Missing: as it is paid now. */
    interval: z.optional(Interval),
    prorationDate: z.optional(z.nullable(z.number().check(z.int(), z.gte(0)))),
    /** Google ids of the accounts that stay, when more are connected than the new plan allows. */
    keepAccountIds: z.optional(z.array(CustomerId).check(z.maxLength(500))),
  }),
  reply: z.object({ message: z.string(), subscription: Subscription }),
})

const Changed = z.object({ message: z.string(), subscription: Subscription })

export const dropPendingPlan = endpoint('DELETE /api/billing/plan/pending', {
  access: 'user',
  permission: 'money',
  summary:
    'Keeps the present plan: undoes a change that waits, for the end of the period or for its payment',
  input: Nothing,
  reply: Changed,
})

export const cancelSubscription = endpoint('POST /api/billing/cancel', {
  access: 'user',
  permission: 'money',
  summary: 'Ends the subscription with the paid period',
  input: z.object({
    reason: z.optional(
      z.nullable(
        z
          .string()
          .check(z.trim(), z.maxLength(1000, 'El motivo puede tener 1000 caracteres como mucho.')),
      ),
    ),
  }),
  reply: Changed,
})

export const resumeSubscription = endpoint('POST /api/billing/resume', {
  access: 'user',
  permission: 'money',
  summary: 'Takes a cancellation back before the period ends',
  input: Nothing,
  reply: Changed,
})

export const retryPayment = endpoint('POST /api/billing/pay', {
  access: 'user',
  permission: 'money',
  summary: 'Charges what is owed again to the default card, the oldest invoice first',
  input: Nothing,
  reply: Changed,
})

/** Not in the API document: Stripe calls it, signed, with a raw body. */
export const STRIPE_WEBHOOK_PATH = '/api/stripe/webhook'

/** Where Stripe's pages send the browser back to. */
export const CHECKOUT_SUCCESS_PATH = '/subscribe?success=true'
export const CHECKOUT_CANCELED_PATH = '/subscribe?canceled=true'
/** With `card=added` or `card=canceled` after storing a card. */
export const PAYMENT_METHODS_PATH = '/dashboard/settings?tab=payments'
export const SUBSCRIPTION_SETTINGS_PATH = '/dashboard/settings?tab=subscription'

/** Makes our copy equal to what Stripe says now. Skipped when Stripe has been asked after `since` (ISO). */
export const syncBilling = jobKind('syncBilling', {
  payload: z.object({ userId: z.uuid(), since: z.string() }),
  maxAttempts: 12,
  lane: 'urgent',
})

/** Tells who was shut out (`at`, ISO) while paying what is charged all the same, or ends the subscription with its paid period. */
export const settleShutOut = jobKind('settleShutOut', {
  payload: z.object({ userId: z.uuid(), endsSubscription: z.boolean(), at: z.string() }),
  maxAttempts: 12,
  lane: 'urgent',
})

/** Stripe's receipts and invoices go to the user's address: gives its customer the one that holds when the job runs. */
export const passOnEmail = jobKind('passOnEmail', {
  payload: z.object({ userId: z.uuid() }),
  maxAttempts: 12,
  lane: 'urgent',
})

/** Hands an invoice of our own to the provider that sends it to the tax agency. */
export const sendInvoice = jobKind('sendInvoice', {
  payload: z.object({ id: z.uuid() }),
  maxAttempts: 20,
  lane: 'nightly',
})

/** Keeps what is given back to a customer whose account is gone. */
export const bookNote = jobKind('bookNote', {
  payload: z.object({ id: z.string() }),
  maxAttempts: 20,
  lane: 'nightly',
})

/** Keeps what a customer whose account is gone has paid. */
export const bookInvoice = jobKind('bookInvoice', {
  payload: z.object({ id: z.string() }),
  maxAttempts: 20,
  lane: 'nightly',
})

/** The same every night for all users, with none of them waiting: during an outage of Stripe it must not hold up the mails. */
export const reconcileBilling = jobKind('reconcileBilling', {
  payload: z.object({ userId: z.uuid(), since: z.string() }),
  maxAttempts: 12,
  lane: 'nightly',
})
