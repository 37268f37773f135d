import type { MessagePort } from 'node:worker_threads'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { type OpenOptions, openPgliteLine, openStorage, type Storage } from '#platform/db/client.ts'
import { openLog } from '#platform/log.ts'
import { registerProcess } from '#platform/process-registry.ts'
import { openVault } from '#platform/secrets.ts'

export type OpenContext = {
  ctx: Context
  /** Tells long jobs to stop at their next safe point; storage stays open for them. */
  stop: () => void
  close: () => Promise<void>
}

/**
 * `line` and `processId` are for a thread, which shares the database and the name of its process; `storage` is one that is
 * open already, and closed with the rest.
 */
type Given = OpenOptions & {
  clock?: Clock
  random?: () => number
  storage?: Storage | undefined
  line?: MessagePort | null
  processId?: string | null
}

/** Everything outside the process, opened once. Throws what is wrong with storage or configuration. */
export async function openContext(config: Config, given: Given = {}): Promise<OpenContext> {
  const stopping = new AbortController()
  const vault = openVault(config)
  const open = () => (given.line ? openPgliteLine(given.line) : openStorage(config, given))
  const storage = given.storage ?? (await open())
  const log = openLog(config)
  if (storage.wallFault !== null)
    log.warn({ fault: storage.wallFault }, 'reads go without the wall between accounts')
  const isNamed = given.processId !== undefined
  const isAlone = storage.engine === 'pglite'
  const process = isNamed || isAlone ? null : await registerProcess(storage.db)
  const ctx: Context = {
    db: storage.db,
    storage,
    config,
    clock: given.clock ?? systemClock(),
    random: given.random ?? Math.random,
    log,
    vault,
    stopping: stopping.signal,
    jobLane: null,
    processId: process?.id ?? given.processId ?? null,
    caller: null,
  }
  const close = async () => {
    await process?.leave().catch(() => {})
    await storage.close()
  }
  return { ctx, stop: () => stopping.abort(), close }
}
