import { Stripe } from 'stripe'
import type { CheckedTraffic } from './checked-traffic.ts'
import type { Faults } from './faults.ts'
import type { Kind, Store, Tables } from './store.ts'

/** The simulated Stripe account as its API, its pages and its calendar work on it. */
export type Merchant = {
  store: Store
  faults: Faults
  /** Seconds since 1970; while the past is caught up, the instant being lived through. */
  now: () => number
  baseUrl: string
  dunningOutcome: 'unpaid' | 'canceled'
  /** Holds what comes and goes against Stripe's own types; undefined where it is not asked for. */
  traffic: CheckedTraffic | undefined
  /** Keeps the event and sends it. */
  publish: (event: Stripe.Event) => void
}

type EventType = Stripe.Event['type']

/** Tells the world about an object as it is now. */
export function emit(
  merchant: Merchant,
  type: EventType,
  object: object,
  previous?: Record<string, unknown>,
): void {
  const data = { object, ...(previous && { previous_attributes: previous }) }
  merchant.publish({
    id: merchant.store.newId('evt_'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: merchant.now(),
    // As it stands now, with decimals as the text that they are on the wire.
    data: JSON.parse(JSON.stringify(data)),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    // The union of all events cannot be met by a type that is only known at run time.
  } as unknown as Stripe.Event)
}

/** Stores an object with some fields changed and returns it with what they were before. */
export function change<K extends Kind>(
  { store }: Merchant,
  kind: K,
  before: Tables[K],
  fields: Partial<Tables[K]>,
): { after: Tables[K]; previous: Record<string, unknown> } {
  const after = store.put(kind, { ...before, ...fields })
  const keys = (Object.keys(fields) as (keyof Tables[K])[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  return { after, previous: Object.fromEntries(keys.map((key) => [key, before[key]])) }
}

/** The id of a reference; the simulator stores references as ids only. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  if (!reference) throw new Error('reference is empty')
  return typeof reference === 'string' ? reference : reference.id
}
