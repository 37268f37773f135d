import type { Stripe } from 'stripe'
import { type Form, nested, text, whole } from './form.ts'
import type { ApiCall } from './route.ts'
import { invalidRequest, noSuch } from './stripe-error.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

/** One page of objects that stand newest first. */
export function page<T extends { id: string; created?: number }>(
  { form, path }: ApiCall,
  objects: T[],
): Stripe.ApiList<T> {
  const limit = whole(form, 'limit') ?? DEFAULT_LIMIT
  if (limit < 1 || limit > MAX_LIMIT)
    throw invalidRequest(`This value must be between 1 and ${MAX_LIMIT}.`, 'limit')
  const within = objects.filter(({ created }) => createdWithin(form, created ?? 0))
  const before = text(form, 'ending_before')
  const after = text(form, 'starting_after')
  if (before) {
    const end = placeOf(within, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', url: path, has_more: start > 0, data: within.slice(start, end) }
  }
  const start = after ? placeOf(within, after, 'starting_after') + 1 : 0
  const data = within.slice(start, start + limit)
  return { object: 'list', url: path, has_more: within.length > start + limit, data }
}

function placeOf(objects: { id: string }[], id: string, param: string): number {
  const place = objects.findIndex((object) => object.id === id)
  if (place < 0) throw noSuch('object', id, param)
  return place
}

function createdWithin(form: Form, created: number): boolean {
  const exact = whole(form, 'created')
  const range = nested(form, 'created')
  const [gte, gt, lte, lt] = ['gte', 'gt', 'lte', 'lt'].map((key) => whole(range, key))
  return (
    (exact === undefined || created === exact) &&
    (gte === undefined || created >= gte) &&
    (gt === undefined || created > gt) &&
    (lte === undefined || created <= lte) &&
    (lt === undefined || created < lt)
  )
}
