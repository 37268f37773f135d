import { expireSession } from '../billing/calendar.ts'
import { releaseSchedule } from '../billing/schedules.ts'
import { text } from '../form.ts'
import { page } from '../lists.ts'
import { type ApiCall, LIST_PARAMS, pathId, type Route } from '../route.ts'
import { invalidRequest } from '../stripe-error.ts'
import { CHECKOUT_PARAMS, checkoutLineItems, createCheckoutSession } from './checkout-sessions.ts'
import { createSchedule, updateSchedule } from './schedule-updates.ts'
import {
  cancelSubscription,
  matchingSubscriptions,
  updateSubscription,
} from './subscription-updates.ts'

/** Checkout, subscriptions and their schedules. */
export const SUBSCRIPTION_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    params: CHECKOUT_PARAMS,
    answer: ({ merchant, form }) => createCheckoutSession(merchant, form),
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    params: `${LIST_PARAMS} customer subscription status`,
    answer: (call) => page(call, sessionsOf(call)),
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    params: '',
    answer: (call) => sessionIn(call),
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    params: LIST_PARAMS,
    answer: (call) => checkoutLineItems(call.merchant, sessionIn(call).id),
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    params: '',
    answer: (call) => {
      const session = sessionIn(call)
      if (session.status === 'open') return expireSession(call.merchant, session)
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    params: `${LIST_PARAMS} customer status price`,
    answer: (call) => page(call, matchingSubscriptions(call.merchant, call.form)),
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    params: '',
    answer: (call) => subscriptionIn(call),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params:
      'items proration_behavior proration_date payment_behavior cancel_at cancel_at_period_end cancellation_details default_payment_method payment_settings metadata automatic_tax default_tax_rates invoice_settings discounts',
    answer: (call) => updateSubscription(call.merchant, subscriptionIn(call), call.form),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: 'cancellation_details prorate invoice_now',
    answer: (call) => cancelSubscription(call.merchant, subscriptionIn(call), call.form),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules',
    params: 'from_subscription metadata',
    answer: ({ merchant, form }) => createSchedule(merchant, form),
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules',
    params: `${LIST_PARAMS} customer`,
    answer: (call) => {
      const customer = text(call.form, 'customer')
      const schedules = call.merchant.store.all('subscription_schedule')
      return page(call, customer ? schedules.filter((one) => one.customer === customer) : schedules)
    },
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules/:id',
    params: '',
    answer: (call) => scheduleIn(call),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    params: 'phases end_behavior metadata proration_behavior',
    answer: (call) => updateSchedule(call.merchant, scheduleIn(call), call.form),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    params: 'preserve_cancel_date',
    answer: (call) => {
      const schedule = scheduleIn(call)
      if (schedule.status === 'active') return releaseSchedule(call.merchant, schedule)
      throw invalidRequest(
        `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status.`,
      )
    },
  },
]

function sessionIn(call: ApiCall) {
  return call.merchant.store.get('checkout.session', pathId(call))
}

function subscriptionIn(call: ApiCall) {
  return call.merchant.store.get('subscription', pathId(call))
}

function scheduleIn(call: ApiCall) {
  return call.merchant.store.get('subscription_schedule', pathId(call))
}

function sessionsOf({ merchant, form }: ApiCall) {
  const [customer, subscription, status] = ['customer', 'subscription', 'status'].map((key) =>
    text(form, key),
  )
  return merchant.store
    .all('checkout.session')
    .filter(
      (session) =>
        (!customer || session.customer === customer) &&
        (!subscription || session.subscription === subscription) &&
        (!status || session.status === status),
    )
}
