import type { MessagePort } from 'node:worker_threads'
import type { Results } from '@electric-sql/pglite'
import { type Answered, type Asked, errorFrom, type StatementOptions } from './pglite-lines.ts'
import { isRead, type Lease } from './under-lease.ts'

type Query = (text: string, values?: unknown[], options?: StatementOptions) => Promise<Results>
type Transaction = <T>(work: (within: { query: Query }) => Promise<T>) => Promise<T>

/** As much of PGlite as drizzle and we use, over a line to its thread. */
export type PgliteClient = {
  query: Query
  /** As much of it as reads the rows of one account. */
  ofAccount: (customerId: number) => object
  /** As much of it as does a job. */
  underLease: (lease: Lease) => object
  transaction: Transaction
  listen: (channel: string, heard: (payload: string) => void) => Promise<void>
  close: () => void
}

/** A class, since drizzle takes plain objects for its settings. */
class Client implements PgliteClient {
  readonly #port: MessagePort
  readonly #open = new Map<number, PromiseWithResolvers<Results>>()
  readonly #listeners = new Map<string, (payload: string) => void>()
  #asked = 0
  #isClosed = false

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (answered: Answered) => this.#hear(answered))
    port.on('close', () => this.#end())
    // An open line is no reason for a process to stay; what it waits for is.
    port.unref()
  }

  query: Query = (text, values, options) => this.#ask({ text, values, options })

  ofAccount(customerId: number): object {
    return new AccountReader((text, values, options) =>
      this.#ask({ text, values, options, account: customerId }),
    )
  }

  underLease(lease: Lease): object {
    const query: Query = (text, values, options) =>
      this.#ask({ text, values, options, ...(!isRead(text) && { lease }) })
    return new JobsClient(query, (work) => this.transaction(work, lease))
  }

  async transaction<T>(work: (within: { query: Query }) => Promise<T>, lease?: Lease): Promise<T> {
    const tx = ++this.#asked
    let hasBegun = false
    const query: Query = (text, values, options) => {
      const first = !hasBegun
      hasBegun = true
      return this.#ask({ text, values, options, tx, ...(first && { first }) })
    }
    const end = async (text: 'commit' | 'rollback', held?: Lease) => {
      if (hasBegun) await this.#ask({ text, tx, last: true, lease: held })
    }
    try {
      const result = await work({ query })
      await end('commit', lease)
      return result
    } catch (error) {
      await end('rollback').catch(() => {})
      throw error
    }
  }

  async listen(channel: string, heard: (payload: string) => void): Promise<void> {
    this.#listeners.set(channel, heard)
    await this.#send((id) => ({ listen: channel, id }))
  }

  close(): void {
    this.#port.close()
    this.#end()
  }

  #ask({ options, ...asked }: Omit<Asked, 'id'>) {
    // Parsers are the thread's own; functions do not go over a line.
    const { rowMode, blob, kept } = options ?? {}
    const passed = { ...(rowMode && { rowMode }), ...(blob && { blob }), ...(kept && { kept }) }
    return this.#send((id) => ({ id, ...asked, options: passed }))
  }

  #send(message: (id: number) => object): Promise<Results> {
    if (this.#isClosed) return Promise.reject(new Error('Connection ended'))
    const id = ++this.#asked
    const answer = Promise.withResolvers<Results>()
    this.#open.set(id, answer)
    this.#port.ref()
    this.#port.postMessage(message(id))
    return answer.promise
  }

  #hear(answered: Answered): void {
    if ('channel' in answered) {
      this.#listeners.get(answered.channel)?.(answered.payload)
      return
    }
    const answer = this.#open.get(answered.id)
    this.#open.delete(answered.id)
    if (this.#open.size === 0) this.#port.unref()
    if ('fault' in answered) answer?.reject(errorFrom(answered.fault))
    else answer?.resolve(answered.results)
  }

  #end(): void {
    this.#isClosed = true
    for (const answer of this.#open.values()) answer.reject(new Error('Connection ended'))
    this.#open.clear()
  }
}

class AccountReader {
  readonly query: Query

  constructor(query: Query) {
    this.query = query
  }
}

class JobsClient {
  readonly query: Query
  readonly transaction: Transaction

  constructor(query: Query, transaction: Transaction) {
    this.query = query
    this.transaction = transaction
  }
}

export function pgliteClient(port: MessagePort): PgliteClient {
  return new Client(port)
}
