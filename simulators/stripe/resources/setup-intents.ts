import type { Stripe } from 'stripe'
import { emit, type Merchant } from '../merchant.ts'
import { attachPaymentMethod } from './payment-methods.ts'

type SetupRequest = {
  customerId: string | null
  cardId: string | null
  /** The card's owner has agreed: the card is stored. */
  confirmed: boolean
  metadata: Record<string, string>
}

export function createSetupIntent(
  merchant: Merchant,
  { customerId, cardId, confirmed, metadata }: SetupRequest,
): Stripe.SetupIntent {
  const { store } = merchant
  if (customerId) store.get('customer', customerId, 'customer')
  const card =
    confirmed && cardId && customerId
      ? attachPaymentMethod(merchant, cardId, customerId).id
      : cardId
  const id = store.newId('seti_')
  const intent = store.put('setup_intent', {
    ...UNUSED_FIELDS,
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_simulador`,
    created: merchant.now(),
    customer: customerId,
    metadata,
    payment_method: card,
    status: intentStatus(card, confirmed),
  })
  emit(merchant, 'setup_intent.created', intent)
  if (intent.status === 'succeeded') emit(merchant, 'setup_intent.succeeded', intent)
  return intent
}

function intentStatus(card: string | null, confirmed: boolean): Stripe.SetupIntent.Status {
  if (!card) return 'requires_payment_method'
  return confirmed ? 'succeeded' : 'requires_confirmation'
}

/** Fields at the value every new one has. */
const UNUSED_FIELDS = {
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  description: null,
  excluded_payment_method_types: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  single_use_mandate: null,
  usage: 'off_session',
} satisfies Partial<Stripe.SetupIntent>
