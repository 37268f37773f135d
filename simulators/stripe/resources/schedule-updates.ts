import type { Stripe } from 'stripe'
import { plusMonths } from '../billing/periods.ts'
import { amend, firstEntry, withEntry } from '../billing/subscriptions.ts'
import { type Form, mergedMetadata, nested, requiredText, rows, text, whole } from '../form.ts'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { invalidRequest } from '../stripe-error.ts'

/** A schedule whose one phase is the subscription's current period. */
export function createSchedule(merchant: Merchant, form: Form): Stripe.SubscriptionSchedule {
  const { store } = merchant
  const id = requiredText(form, 'from_subscription')
  const subscription = store.get('subscription', id, 'from_subscription')
  if (subscription.schedule)
    throw invalidRequest(
      'You cannot migrate a subscription that is already attached to a schedule.',
      'from_subscription',
    )
  const entry = firstEntry(subscription)
  const period = { start_date: entry.current_period_start, end_date: entry.current_period_end }
  const schedule = store.put('subscription_schedule', {
    ...UNUSED_FIELDS,
    id: store.newId('sub_sched_'),
    object: 'subscription_schedule',
    billing_mode: subscription.billing_mode,
    created: merchant.now(),
    current_phase: period,
    customer: subscription.customer,
    metadata: mergedMetadata({}, form),
    phases: [
      {
        ...phaseOf(entry.price.id, period.start_date, period.end_date),
        discounts: phaseDiscounts(subscription.discounts.map(idOf)),
        trial_end: subscription.status === 'trialing' ? subscription.trial_end : null,
      },
    ],
    subscription: subscription.id,
  })
  emit(merchant, 'subscription_schedule.created', schedule)
  amend(merchant, subscription, { schedule: schedule.id })
  return schedule
}

/** Replaces the phases: the current one as it is, then those to come. */
export function updateSchedule(
  merchant: Merchant,
  schedule: Stripe.SubscriptionSchedule,
  form: Form,
): Stripe.SubscriptionSchedule {
  if (schedule.status !== 'active')
    throw invalidRequest(
      `You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    )
  const { after } = change(merchant, 'subscription_schedule', schedule, {
    end_behavior: text(form, 'end_behavior') ?? schedule.end_behavior,
    metadata: mergedMetadata(schedule.metadata ?? {}, form),
    ...(form.phases !== undefined && {
      phases: phasesOf(merchant, schedule, rows(form, 'phases')),
    }),
  })
  emit(merchant, 'subscription_schedule.updated', after)
  if (form.phases !== undefined && !after.phases[0]?.trial_end) endTrial(merchant, after)
  return after
}

/** What a phase does not name it does not have: its period ends now, and the next is charged. */
function endTrial(merchant: Merchant, { subscription: id }: Stripe.SubscriptionSchedule): void {
  const subscription = merchant.store.get('subscription', idOf(id))
  if (subscription.status !== 'trialing') return
  const now = merchant.now()
  amend(merchant, subscription, {
    trial_end: now,
    billing_cycle_anchor: now,
    items: withEntry(subscription, { current_period_end: now }),
  })
}

function phasesOf(
  merchant: Merchant,
  schedule: Stripe.SubscriptionSchedule,
  given: Form[],
): Stripe.SubscriptionSchedule.Phase[] {
  const phases: Stripe.SubscriptionSchedule.Phase[] = []
  for (const [index, row] of given.entries()) {
    const [wanted] = rows(row, 'items')
    const param = `phases[${index}][items][0][price]`
    const price = merchant.store.get('price', requiredText(wanted ?? {}, 'price'), param)
    const start = phases.at(-1)?.end_date ?? schedule.current_phase?.start_date ?? merchant.now()
    const startGiven = whole(row, 'start_date')
    if (startGiven !== undefined && startGiven !== start)
      throw invalidRequest(
        'You can not modify the start date of the current phase, and phases must follow each other.',
        `phases[${index}][start_date]`,
      )
    const discounts = rows(row, 'discounts').map((one) => requiredText(one, 'discount'))
    for (const id of discounts)
      merchant.store.get('discount', id, `phases[${index}][discounts][0][discount]`)
    phases.push({
      ...phaseOf(price.id, start, endOf(row, start, index)),
      discounts: phaseDiscounts(discounts),
      trial_end: whole(row, 'trial_end') ?? null,
    })
  }
  if (phases.length === 0) throw invalidRequest('A schedule needs phases.', 'phases')
  return phases
}

function endOf(row: Form, start: number, index: number): number {
  const duration = nested(row, 'duration')
  const end = whole(row, 'end_date')
  if (end !== undefined) return end
  const months = text(duration, 'interval') === 'year' ? 12 : 1
  const count = whole(duration, 'interval_count')
  if (text(duration, 'interval') || count) return plusMonths(start, months * (count ?? 1))
  throw invalidRequest('Either end_date or duration is needed.', `phases[${index}][end_date]`)
}

function phaseDiscounts(ids: string[]): Stripe.SubscriptionSchedule.Phase.Discount[] {
  return ids.map((discount) => ({ coupon: null, discount, promotion_code: null }))
}

function phaseOf(price: string, start: number, end: number): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: 'eur',
    default_payment_method: null,
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [
      { billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1 },
    ],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'create_prorations',
    start_date: start,
    transfer_data: null,
    trial_end: null,
  }
}

/** Fields at the value every new one has. */
const UNUSED_FIELDS = {
  default_settings: {
    application_fee_percent: null,
    billing_cycle_anchor: 'automatic',
    billing_thresholds: null,
    collection_method: 'charge_automatically',
    default_payment_method: null,
    description: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      days_until_due: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    on_behalf_of: null,
    transfer_data: null,
  },
  application: null,
  canceled_at: null,
  completed_at: null,
  customer_account: null,
  end_behavior: 'release',
  livemode: false,
  pause_schedules: [],
  released_at: null,
  released_subscription: null,
  status: 'active',
  test_clock: null,
} satisfies Partial<Stripe.SubscriptionSchedule>
