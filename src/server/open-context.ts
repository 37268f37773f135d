import { type Clock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { openStorage } from '#platform/db/client.ts'
import { openLog } from '#platform/log.ts'
import { registerProcess } from '#platform/process-registry.ts'
import { openVault } from '#platform/secrets.ts'

export type OpenContext = {
  ctx: Context
  /** Tells long jobs to stop at their next safe point; storage stays open for them. */
  stop: () => void
  close: () => Promise<void>
}

/** Everything outside the process, opened once. Throws what is wrong with storage or configuration. */
export async function openContext(
  config: Config,
  given: { clock?: Clock; random?: () => number } = {},
): Promise<OpenContext> {
  const stopping = new AbortController()
  const vault = openVault(config)
  const storage = await openStorage(config)
  const process = storage.engine === 'postgres' ? await registerProcess(storage.db) : null
  const ctx: Context = {
    db: storage.db,
    storage,
    config,
    clock: given.clock ?? systemClock(),
    random: given.random ?? Math.random,
    log: openLog(config),
    vault,
    stopping: stopping.signal,
    jobLane: null,
    processId: process?.id ?? null,
    caller: null,
  }
  const close = async () => {
    await process?.leave().catch(() => {})
    await storage.close()
  }
  return { ctx, stop: () => stopping.abort(), close }
}
