import pg from 'pg'
import { AS_ACCOUNT, READER } from './handles.ts'

type Asked = [config: pg.QueryConfig, values?: unknown[]]

/** As much of a pool as drizzle uses, for reads of one account. A class, since drizzle takes plain objects for its settings. */
export class PostgresReader {
  readonly #pool: pg.Pool
  readonly #customerId: number

  constructor(pool: pg.Pool, customerId: number) {
    this.#pool = pool
    this.#customerId = customerId
  }

  async query(...[config, values]: Asked): Promise<pg.QueryResult> {
    const read = new AccountQuery({ ...config, values: values ?? [] }, this.#customerId)
    // The pool takes a query of one's own like its own; its types know only its own.
    return await (
      this.#pool as unknown as { query: (read: AccountQuery) => Promise<pg.QueryResult> }
    ).query(read)
  }
}

/** The same on Citus, which hands on to its workers only what a transaction sets by statement. */
export class CitusReader {
  readonly #pool: pg.Pool
  readonly #customerId: number

  constructor(pool: pg.Pool, customerId: number) {
    this.#pool = pool
    this.#customerId = customerId
  }

  async query(...[config, values]: Asked): Promise<pg.QueryResult> {
    const client = await this.#pool.connect()
    let fault: Error | undefined
    try {
      await client.query(
        `begin read only; set local citus.propagate_set_commands = 'local';
        set local role ${READER}; set local app.customer_id = '${this.#customerId}'`,
      )
      const result = await client.query(config, values)
      await client.query('commit')
      return result
    } catch (error) {
      fault = error as Error
      throw error
    } finally {
      // A connection whose transaction failed is not lent again.
      client.release(fault)
    }
  }
}

type Wire = pg.Connection & {
  parse: (statement: { text: string; name: string }) => void
  bind: (portal: { statement: string; values: string[] }) => void
  execute: (portal: object) => void
}

/** What the driver's query has besides its published types; its cursors and streams rest on the same. */
type DriverQuery = pg.Submittable & {
  requiresPreparation(): boolean
  prepare(wire: Wire): void
  handleCommandComplete(complete: object, wire: Wire): void
}
const Query = pg.Query as unknown as new (config: pg.QueryConfig) => DriverQuery

/** Connections that know the statement that names reader and account. */
const told = new WeakSet<pg.Connection>()

/**
 * One statement, and before it the one that says as whom: both go out together, and what goes out together is one
 * transaction. So the wall costs no way to the server and back.
 */
class AccountQuery extends Query {
  readonly #customerId: number
  #isNamed = false

  constructor(config: pg.QueryConfig, customerId: number) {
    super(config)
    this.#customerId = customerId
  }

  override requiresPreparation(): boolean {
    return true
  }

  override prepare(wire: Wire): void {
    if (!told.has(wire)) wire.parse({ text: AS_ACCOUNT, name: 'as_account' })
    told.add(wire)
    wire.bind({ statement: 'as_account', values: [String(this.#customerId)] })
    wire.execute({})
    super.prepare(wire)
  }

  override handleCommandComplete(complete: object, wire: Wire): void {
    if (this.#isNamed) super.handleCommandComplete(complete, wire)
    this.#isNamed = true
  }
}
