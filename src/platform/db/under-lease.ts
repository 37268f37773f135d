import type pg from 'pg'
import type { Context } from '../context.ts'

/** What a worker holds while it does a job. */
export type Lease = { id: string; leaseToken: string }

/** The job went to another worker, or was cancelled: what this one has still in hand is not written. */
export class LeaseLost extends Error {
  /** Tells it from others after it came over a line (`pglite-lines.ts`). */
  readonly code = LEASE_LOST
}

export const LEASE_LOST = 'lease_lost'

/** Drizzle wraps what a statement fails with. */
export function hasLostLease(error: unknown): boolean {
  return error instanceof LeaseLost || (error instanceof Error && error.cause instanceof LeaseLost)
}

/** For what is so whether the job is still this worker's or not: what a vendor was asked and has answered, what must not stay. */
export function beyondLease<C extends Context>(ctx: C): C {
  return { ...ctx, db: ctx.storage.db }
}

type Answer = { rows: unknown[] }
type Ask = (text: string, values: unknown[]) => Promise<Answer>

/**
 * Last in a transaction. A job is taken away with its row locked for an update, hence before this or after the end of
 * the transaction; what renews a lease or brings a job forward does not wait, nor is waited for.
 */
export async function assertHeld(ask: Ask, { id, leaseToken }: Lease): Promise<void> {
  const held = 'select 1 from jobs where id = $1 and lease_token = $2 for key share'
  const { rows } = await ask(held, [id, leaseToken])
  if (rows.length === 0) throw new LeaseLost('another worker has taken this job over')
}

export const isRead = (text: string) => /^\s*select\b/i.test(text)

/** As much of a pool as drizzle uses, which knows it for one by its name. */
export class LeasedPool {
  readonly #pool: pg.Pool
  readonly #lease: Lease

  constructor(pool: pg.Pool, lease: Lease) {
    this.#pool = pool
    this.#lease = lease
  }

  async query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (isRead(config.text)) return await this.#pool.query(config, values)
    const client = await this.connect()
    let fault: Error | undefined
    try {
      await client.query({ text: 'begin' })
      const result = await client.query(config, values)
      await client.query({ text: 'commit' })
      return result
    } catch (error) {
      fault = error as Error
      throw error
    } finally {
      // A connection whose transaction failed is not lent again.
      client.release(fault)
    }
  }

  async connect() {
    const client = await this.#pool.connect()
    const ask: Ask = (text, values) => client.query(text, values)
    const query = async (config: pg.QueryConfig, values?: unknown[]) => {
      if (config.text === 'commit') await assertHeld(ask, this.#lease)
      return await client.query(config, values)
    }
    return { query, release: (fault?: Error) => client.release(fault) }
  }
}
