import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'
import type { Faults } from './faults.ts'

export type WebhookDelivery = { body: string; headers: Record<string, string> }

/** An address, or the product itself when it does not listen: answers the HTTP status. */
export type WebhookTarget = string | ((delivery: WebhookDelivery) => Promise<number>)

export type WebhookOptions = {
  secret: string
  faults: Faults
  /** Wait before the second attempt; doubles with each further one. */
  retryMs: number
  /** Events that were not yet delivered when the state was saved. */
  waiting: Stripe.Event[]
  /** Delivered, lost or given up. */
  done: (eventId: string) => void
}

const MAX_ATTEMPTS = 8
const ANSWER_MS = 10_000
/** How long an event held back waits for one to overtake it. */
const HELD_MS = 400

/** Signs events and brings them to the endpoint, each first attempt in order, retries when they come. */
export class Webhooks {
  readonly #options: WebhookOptions
  readonly #stopping = new AbortController()
  #target: WebhookTarget | undefined
  #waiting: Stripe.Event[]
  #held: Stripe.Event[] = []
  #line: Promise<void> = Promise.resolve()
  readonly #underWay = new Set<Promise<void>>()

  constructor(options: WebhookOptions) {
    this.#options = options
    this.#waiting = options.waiting
  }

  /** Events wait while there is no target. */
  deliverTo(target: WebhookTarget | undefined): void {
    this.#target = target
    if (!target) return
    for (const event of this.#waiting.splice(0)) this.send(event)
  }

  send(event: Stripe.Event): void {
    if (!this.#target) {
      this.#waiting.push(event)
      return
    }
    const { faults, done } = this.#options
    if (faults.strike(['webhook_lost'], event.type)) {
      done(event.id)
      return
    }
    if (faults.strike(['webhook_out_of_order'], event.type)) {
      this.#held.push(event)
      this.#follow(this.#pause(HELD_MS).then(() => this.#release()))
      return
    }
    const times = faults.strike(['webhook_duplicate'], event.type) ? 2 : 1
    for (let time = 0; time < times; time++) this.#queue(event)
    this.#release()
  }

  /** Resolves when every event has been taken or given up; those that wait for a target do not count. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.settled()
  }

  #release(): void {
    for (const event of this.#held.splice(0)) this.#queue(event)
  }

  #queue(event: Stripe.Event): void {
    const first = this.#line.then(() => this.#attempt(event))
    this.#line = first.then(() => undefined)
    this.#follow(
      first.then(async (taken) => {
        if (taken || (await this.#retry(event))) this.#options.done(event.id)
      }),
    )
  }

  /** False only when the simulator ends before the event is through. */
  async #retry(event: Stripe.Event): Promise<boolean> {
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      await this.#pause(this.#options.retryMs * 2 ** (attempt - 1))
      if (this.#stopping.signal.aborted) return false
      if (await this.#attempt(event)) return true
    }
    return true
  }

  async #attempt(event: Stripe.Event): Promise<boolean> {
    const target = this.#target
    if (!target || this.#stopping.signal.aborted) return false
    const delivery = signed(event, this.#options.secret)
    try {
      const status =
        typeof target === 'string' ? await this.#post(target, delivery) : await target(delivery)
      return status >= 200 && status < 300
    } catch {
      // No answer, or too slow a one, counts at Stripe as a bad status.
      return false
    }
  }

  async #post(url: string, { body, headers }: WebhookDelivery): Promise<number> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ANSWER_MS)])
    const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
    await answer.arrayBuffer()
    return answer.status
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined)
  }

  #follow(work: Promise<void>): void {
    const tracked = work.finally(() => this.#underWay.delete(tracked))
    this.#underWay.add(tracked)
  }
}

/** Signed by the wall clock, since the SDK checks the age of a signature by it. */
function signed(event: Stripe.Event, secret: string): WebhookDelivery {
  const body = JSON.stringify(event, null, 2)
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret }),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
  }
}
