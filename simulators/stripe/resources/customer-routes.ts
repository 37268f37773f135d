import type { Stripe } from 'stripe'
import { endSubscription } from '../billing/subscriptions.ts'
import { mergedMetadata, requiredText, text } from '../form.ts'
import { page } from '../lists.ts'
import { emit, idOf, type Merchant } from '../merchant.ts'
import { LIST_PARAMS, pathId, type Route } from '../route.ts'
import { noSuch } from '../stripe-error.ts'
import {
  addTaxId,
  addTaxIds,
  customerFields,
  newCustomer,
  searchCustomers,
  taxIdsOf,
  updateCustomer,
} from './customers.ts'
import {
  attachPaymentMethod,
  cardsOf,
  createPaymentMethod,
  detachPaymentMethod,
} from './payment-methods.ts'
import { createSetupIntent } from './setup-intents.ts'

const CUSTOMER_PARAMS =
  'email name phone description address metadata invoice_settings preferred_locales tax_exempt shipping'

/** Catalogue, customers, their tax ids and their cards. */
export const CUSTOMER_ROUTES: Route[] = [
  {
    method: 'GET',
    path: '/v1/products',
    params: `${LIST_PARAMS} active ids`,
    answer: (call) => page(call, call.merchant.store.all('product')),
  },
  {
    method: 'GET',
    path: '/v1/products/:id',
    params: '',
    answer: (call) => call.merchant.store.get('product', pathId(call)),
  },
  {
    method: 'GET',
    path: '/v1/prices',
    params: `${LIST_PARAMS} active product type currency`,
    answer: (call) => {
      const product = text(call.form, 'product')
      const prices = call.merchant.store.all('price')
      return page(call, product ? prices.filter((price) => price.product === product) : prices)
    },
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    params: '',
    answer: (call) => call.merchant.store.get('price', pathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/customers',
    params: `${CUSTOMER_PARAMS} tax_id_data`,
    answer: ({ merchant, form }) => {
      const fields = { ...customerFields(form), metadata: mergedMetadata({}, form) }
      const customer = newCustomer(merchant, fields)
      addTaxIds(merchant, customer.id, form)
      return customer
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    params: `${LIST_PARAMS} email`,
    answer: (call) => {
      const email = text(call.form, 'email')
      const customers = call.merchant.store.all('customer')
      return page(call, email ? customers.filter((one) => one.email === email) : customers)
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/search',
    params: 'query limit page',
    answer: (call) => {
      const found = searchCustomers(call.merchant, requiredText(call.form, 'query'))
      return { ...page(call, found), object: 'search_result', next_page: null }
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    params: '',
    answer: (call) => {
      const id = pathId(call)
      if (call.merchant.store.hidden.deletedCustomer[id]) return deletedCustomer(id)
      return call.merchant.store.get('customer', id)
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    params: CUSTOMER_PARAMS,
    answer: (call) => {
      const customer = call.merchant.store.get('customer', pathId(call))
      return updateCustomer(call.merchant, customer, call.form)
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: '',
    answer: (call) => deleteCustomer(call.merchant, pathId(call)),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/tax_ids',
    params: LIST_PARAMS,
    answer: (call) => page(call, taxIdsOf(call.merchant, customerId(call)).data),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id/tax_ids',
    params: 'type value',
    answer: (call) => addTaxId(call.merchant, customerId(call), call.form),
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id/tax_ids/:tax_id',
    params: '',
    answer: (call) => {
      const taxId = call.merchant.store.get('tax_id', pathId(call, 1))
      if (taxId.customer !== pathId(call)) throw noSuch('tax_id', taxId.id)
      call.merchant.store.drop('tax_id', taxId.id)
      emit(call.merchant, 'customer.tax_id.deleted', taxId)
      return { id: taxId.id, object: 'tax_id', deleted: true }
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: `${LIST_PARAMS} type`,
    answer: (call) => page(call, cardsOf(call.merchant, customerId(call))),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods/:pm',
    params: '',
    answer: (call) => {
      const card = call.merchant.store.get('payment_method', pathId(call, 1))
      if (card.customer !== pathId(call)) throw noSuch('PaymentMethod', card.id)
      return card
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    params: `${LIST_PARAMS} customer type`,
    answer: (call) => {
      const owner = requiredText(call.form, 'customer')
      call.merchant.store.get('customer', owner, 'customer')
      return page(call, cardsOf(call.merchant, owner))
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods',
    params: 'type card billing_details metadata',
    answer: ({ merchant, form }) => createPaymentMethod(merchant, form),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: '',
    answer: (call) => call.merchant.store.get('payment_method', pathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: 'customer',
    answer: (call) =>
      attachPaymentMethod(call.merchant, pathId(call), requiredText(call.form, 'customer')),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: '',
    answer: (call) => detachPaymentMethod(call.merchant, pathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents',
    params:
      'customer payment_method payment_method_types usage confirm metadata automatic_payment_methods',
    answer: ({ merchant, form }) =>
      createSetupIntent(merchant, {
        customerId: text(form, 'customer') ?? null,
        cardId: text(form, 'payment_method') ?? null,
        confirmed: text(form, 'confirm') === 'true',
        metadata: mergedMetadata({}, form),
      }),
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    params: 'client_secret',
    answer: (call) => call.merchant.store.get('setup_intent', pathId(call)),
  },
]

function customerId(call: Parameters<Route['answer']>[0]): string {
  return call.merchant.store.get('customer', pathId(call)).id
}

/** Ends the subscriptions too. Afterwards only the fact that it is deleted can be retrieved. */
function deleteCustomer(merchant: Merchant, id: string): object {
  const customer = merchant.store.get('customer', id)
  for (const subscription of merchant.store.all('subscription'))
    if (idOf(subscription.customer) === id && !subscription.ended_at)
      endSubscription(merchant, subscription, 'cancellation_requested')
  for (const card of cardsOf(merchant, id)) detachPaymentMethod(merchant, card.id)
  merchant.store.drop('customer', id)
  merchant.store.hidden.deletedCustomer[id] = true
  emit(merchant, 'customer.deleted', customer)
  return deletedCustomer(id)
}

function deletedCustomer(id: string): Stripe.DeletedCustomer {
  return { id, object: 'customer', deleted: true }
}
