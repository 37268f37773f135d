import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../tests/postgres-server.ts'
import type { Bench, BenchStage } from './bench.ts'
import { buildWeb } from './build-web.ts'
import { atMost, type Figure } from './figure.ts'
import { processorMsOf } from './processor.ts'
import { startServerProcess } from './server-process.ts'

/** The thread of jobs ends after a minute without any. */
const SETTLE_MS = 80_000
const WATCHED_MS = 20_000

/**
 * A process with everything in it that has nothing to do, from its first boot on; the vendors are elsewhere. Both engines
 * are watched at once: each waits three minutes, and memory and processor are counted by process.
 */
export const idle: Bench = async (stage) => {
  buildWeb()
  const server = await startPostgres()
  if ('unavailable' in server) return await onEngine('pglite', stage, {})
  try {
    const onBoth = await Promise.all([
      onEngine('pglite', stage, {}),
      onEngine('postgres', stage, { DATABASE_URL: server.url }),
    ])
    return onBoth.flat()
  } finally {
    await server.stop()
  }
}

async function onEngine(
  engine: string,
  stage: BenchStage,
  database: Record<string, string>,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const environment = { ...(await stage.google()).environment, ...database, DEMO_HISTORY: '1' }
  const first = await startServerProcess(folder, environment)
  await sleep(SETTLE_MS)
  const peak = first.memory?.peak()
  await first.stop()
  const server = await startServerProcess(folder, environment)
  await sleep(SETTLE_MS)
  const before = processorMsOf(server.pid)
  await sleep(WATCHED_MS)
  const busy = (processorMsOf(server.pid) - before) / WATCHED_MS
  const memory = server.memory?.now()
  await server.stop()
  rmSync(folder, { recursive: true })
  if (peak === undefined || memory === undefined) return []
  return [
    atMost(`first boot ${engine}: peak`, 700, { value: peak, unit: 'MB', n: 1 }),
    atMost(`idle ${engine}: memory`, 250, { value: memory, unit: 'MB', n: 1 }),
    atMost(`idle ${engine}: processor`, 0.3, { value: busy * 100, unit: '% of a core', n: 1 }),
  ]
}
