import type { Lane } from '#shared/job-kind.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Storage } from './db/client.ts'
import type { Db } from './db/handles.ts'
import type { Log } from './log.ts'
import type { Vault } from './secrets.ts'
import type { Caller } from './session.ts'

/** Everything a query or action may need from outside; the only dependency container. */
export type Context = {
  db: Db
  storage: Storage
  config: Config
  clock: Clock
  /** 0..1; injected so that jitter is repeatable in tests. */
  random: () => number
  log: Log
  vault: Vault
  /** Aborted when the process is to end: long jobs stop at their next safe point. */
  stopping: AbortSignal
  /** Of the job under way; null for a request. */
  jobLane: Lane | null
  /** Names this process in what it leaves open; null on PGlite, where there is no other. */
  processId: string | null
  /** Null for jobs and for visitors who are not logged in. */
  caller: Caller | null
}

/** A context whose caller is known; `serve` makes it for every endpoint that is not public. */
export type CallerContext = Context & { caller: Caller }
