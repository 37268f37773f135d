import type { QueryOptions, Results } from '@electric-sql/pglite'
import { LEASE_LOST, type Lease, LeaseLost } from './under-lease.ts'

/** What goes over a line to the embedded database's thread. */

/** `tx` names the transaction it belongs to; before the `first` of it goes a BEGIN, and the `last` is COMMIT or ROLLBACK. */
export type Asked = {
  id: number
  text: string
  values?: unknown[] | undefined
  options?: StatementOptions | undefined
  tx?: number
  /** The account whose rows alone are to be seen. */
  account?: number
  first?: boolean
  last?: boolean
  /** Of a COMMIT, or of one statement that is a transaction of its own: without it nothing of the transaction is written. */
  lease?: Lease | undefined
}

/** `kept`: asked often, and therefore parsed and planned once. */
export type StatementOptions = Pick<QueryOptions, 'rowMode' | 'blob'> & { kept?: true }

export type Answered =
  | { id: number; results: Results }
  | { id: number; fault: Record<string, unknown> }
  | { channel: string; payload: string }

export type Listening = { listen: string; id: number }

/** What of an error goes over: its functions could not. */
export function faultOf(error: unknown): Record<string, unknown> {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const named = Object.entries(error as object).filter(([, value]) => typeof value === 'string')
  return { ...Object.fromEntries(named), message, stack }
}

/** The disk is full: rows that find no room fail alone, but what cannot be logged cannot be taken back either. */
export function hasNoRoomForLog({ code, message }: Record<string, unknown>): boolean {
  return code === '53100' && String(message).includes('pg_wal')
}

export function errorFrom({ message, stack, ...named }: Record<string, unknown>): Error {
  const error =
    named.code === LEASE_LOST ? new LeaseLost(String(message)) : new Error(String(message))
  return Object.assign(error, named, { stack })
}
