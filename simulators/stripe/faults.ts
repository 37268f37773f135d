import { StripeFailure } from './stripe-error.ts'

export const STRIPE_FAULTS = [
  '429',
  '500',
  'timeout',
  'card_declined',
  'webhook_duplicate',
  'webhook_out_of_order',
  'webhook_lost',
] as const
export type StripeFault = (typeof STRIPE_FAULTS)[number]

type Armed = { fault: StripeFault; times: number; scope?: string }

/** The fault switches. Each armed fault strikes the next `times` occasions that it fits, then is gone. */
export class Faults {
  #armed: Armed[] = []

  /**
   * `times` 0 disarms. `scope` narrows API faults to a part of the path, webhook faults to a part of
   * the event type. @throws RangeError for an unknown fault.
   */
  arm(fault: string, times = 1, scope?: string): void {
    const known = STRIPE_FAULTS.find((name) => name === fault)
    if (!known) throw new RangeError(`unknown fault ${fault}; known: ${STRIPE_FAULTS.join(', ')}`)
    if (times === 0) this.#armed = this.#armed.filter((armed) => armed.fault !== known)
    else this.#armed.push({ fault: known, times, ...(scope && { scope }) })
  }

  clear(): void {
    this.#armed = []
  }

  armed(): readonly Armed[] {
    return this.#armed
  }

  /** Uses up one strike of the first armed of these faults that fits the place. */
  strike(faults: readonly StripeFault[], place = ''): StripeFault | undefined {
    const armed = this.#armed.find(
      ({ fault, scope }) =>
        faults.includes(fault) && (scope === undefined || place.includes(scope)),
    )
    if (!armed) return undefined
    armed.times--
    this.#armed = this.#armed.filter(({ times }) => times > 0)
    return armed.fault
  }
}

/** The answer that a fault of the API gives at once; undefined for 'timeout', which gives none. */
export function faultFailure(fault: StripeFault): StripeFailure | undefined {
  if (fault === '429')
    return new StripeFailure(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded.',
    })
  if (fault === '500')
    return new StripeFailure(500, {
      type: 'api_error',
      message: 'An unknown error occurred while processing your request.',
    })
  return undefined
}
