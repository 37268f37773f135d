import type { Form } from './form.ts'
import { knownAddress, objectFaults, requestFaults } from './shapes.ts'
import { invalidRequest, StripeFailure } from './stripe-error.ts'

/** What went over the wire and was held against the package's types, by address, kind and type. */
export type Counts = Record<'requests' | 'answers' | 'events', Record<string, number>>

/** Holds all that comes and goes against the types of the installed package. */
export class CheckedTraffic {
  readonly counts: Counts = { requests: {}, answers: {}, events: {} }

  /** @throws StripeFailure 400 for what the package's own types do not allow. */
  request(method: string, path: string, form: Form): void {
    const address = knownAddress(method, path)
    if (!address) throw invalidRequest(`The package makes no call ${method} ${path}.`)
    count(this.counts.requests, address)
    const faults = requestFaults(address, form)
    if (faults.length > 0)
      throw invalidRequest(`Not as Stripe's types say: ${faults.join('; ')}`, undefined, 'shape')
  }

  /** @throws StripeFailure 500: the simulator is wrong. */
  answer(answer: object): void {
    const { object, data = [] } = answer as { object?: string; data?: { object?: string }[] }
    for (const one of object === 'list' ? data : [answer as { object?: string }])
      count(this.counts.answers, String(one.object))
    refuse(objectFaults(answer))
  }

  /** @throws StripeFailure 500: the simulator is wrong. */
  event({ type, data }: { type: string; data: { object: object } }): void {
    count(this.counts.events, type)
    refuse(objectFaults(data.object))
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return
  throw new StripeFailure(500, {
    type: 'api_error',
    message: `The simulator says what Stripe's types do not know: ${faults.slice(0, 8).join('; ')}`,
  })
}
