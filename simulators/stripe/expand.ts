import type { Merchant } from './merchant.ts'
import { checkoutLineItems } from './resources/checkout-sessions.ts'
import { taxIdsOf } from './resources/customers.ts'
import { paymentsOf } from './resources/invoice-payments.ts'
import { invalidRequest } from './stripe-error.ts'

type Node = Record<string, unknown>

const MAX_LEVELS = 4

/** Lists that appear only when asked for, by `object.field`. */
const INCLUDABLE: Record<string, (merchant: Merchant, id: string) => object | null> = {
  'checkout.session.line_items': checkoutLineItems,
  // Absent of a coupon for everything.
  'coupon.applies_to': ({ store }, id) => {
    const products = store.hidden.couponProducts[id]
    return products ? { products } : null
  },
  'customer.tax_ids': taxIdsOf,
  'customer.subscriptions': ({ store }, id) => ({
    object: 'list',
    url: `/v1/customers/${id}/subscriptions`,
    has_more: false,
    data: store.all('subscription').filter((one) => one.customer === id && !one.ended_at),
  }),
  'invoice.payments': paymentsOf,
}

/** A copy of the answer with the ids at these paths replaced by what they stand for. */
export function expanded(merchant: Merchant, answer: object, paths: readonly string[]): object {
  const copy = JSON.parse(JSON.stringify(answer)) as Node
  for (const path of paths) {
    const keys = path.split('.')
    if (keys.length > MAX_LEVELS)
      throw invalidRequest(`You cannot expand more than ${MAX_LEVELS} levels of a property.`)
    expandAt(merchant, copy, keys, path)
  }
  return copy
}

function expandAt(merchant: Merchant, node: Node, keys: readonly string[], path: string): void {
  const [key = '', ...deeper] = keys
  const include = INCLUDABLE[`${String(node.object)}.${key}`]
  if (include && typeof node.id === 'string' && typeof node[key] !== 'object') {
    const included = include(merchant, node.id)
    if (!included) return
    node[key] = JSON.parse(JSON.stringify(included))
  }
  if (!(key in node))
    throw invalidRequest(
      `This property cannot be expanded (${path}). You may want to try expanding another property.`,
      'expand',
    )
  const value = node[key]
  if (Array.isArray(value)) {
    node[key] = value.map((element) => resolved(merchant, element))
    for (const element of node[key] as Node[]) follow(merchant, element, deeper, path)
    return
  }
  node[key] = resolved(merchant, value)
  follow(merchant, node[key], deeper, path)
}

function follow(merchant: Merchant, value: unknown, keys: readonly string[], path: string): void {
  if (keys.length > 0 && value && typeof value === 'object')
    expandAt(merchant, value as Node, keys, path)
}

function resolved({ store }: Merchant, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const found = store.find(value)
  return found ? JSON.parse(JSON.stringify(found)) : value
}
