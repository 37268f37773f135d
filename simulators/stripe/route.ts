import type { Form } from './form.ts'
import type { Merchant } from './merchant.ts'

export type ApiCall = {
  merchant: Merchant
  /** The ids in the path, in order. */
  ids: string[]
  form: Form
  path: string
}

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/customers/:id`; the first that matches answers. */
  path: string
  /** Known parameters, by space; any other is refused as Stripe refuses it. */
  params: string
  answer: (call: ApiCall) => object
}

/** Parameters of every list. */
export const LIST_PARAMS = 'limit starting_after ending_before created'

/** The `index`-th id of the path. */
export function pathId({ ids }: ApiCall, index = 0): string {
  const id = ids[index]
  if (id === undefined) throw new Error('the route names no such id')
  return id
}
