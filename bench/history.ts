import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../src/platform/config.ts'
import { openContext } from '../src/server/open-context.ts'
import { type GoogleSide, LARGEST } from './google-side.ts'
import { connectGoogle, createPerson } from './person.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** A backfilled data folder and what a client saw while the server filled it. */
export type History = {
  dataDir: string
  environment: Record<string, string>
  cookie: string
  /** Rows written by the sync and the backfill, and how long both took. */
  rows: number
  seconds: number
  /** MB before and at the peak; undefined where memory cannot be read. */
  memory: { idle: number; peak: number } | undefined
  /** Milliseconds that /api/health took, asked every 20 ms. */
  waits: number[]
}

const SETTLE_MS = 8_000
const LOOK_EVERY_MS = 250
const ASK_EVERY_MS = 20

/** Connects the largest account to a server in a fresh folder and waits until 400 days are in. */
export async function backfillHistory(google: GoogleSide): Promise<History> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const cookie = await preparePerson(dataDir)
  const { environment } = google
  const server = await startServerProcess(dataDir, environment)
  const idle = await idleMemory(server)
  server.memory?.restartPeak()
  const startedAt = performance.now()
  await connectGoogle(server.origin, cookie, LARGEST.email)
  const backfilled = waitUntilIdle(server, cookie)
  const waits = await askUntil(server, backfilled)
  const { rows } = await backfilled
  const seconds = (performance.now() - startedAt) / 1000
  const peak = server.memory?.peak()
  await server.stop()
  const memory = idle && peak ? { idle, peak } : undefined
  return { dataDir, environment, cookie, rows, seconds, memory, waits }
}

/** The least that was seen: right after booting the compiler of the database's code takes a lot for a moment. */
async function idleMemory({ memory }: ServerProcess): Promise<number | undefined> {
  if (!memory) return undefined
  let least = memory.now()
  for (let waited = 0; waited < SETTLE_MS; waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS)
    least = Math.min(least, memory.now())
  }
  return least
}

async function preparePerson(dataDir: string): Promise<string> {
  const { ctx, close } = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }))
  const { cookie } = await createPerson(ctx)
  await close()
  return cookie
}

/** Follows the progress stream, which ends by itself. */
async function waitUntilIdle(server: ServerProcess, cookie: string): Promise<{ rows: number }> {
  const progress = `${server.origin}/api/google-accounts/${LARGEST.customerId}/sync`
  const events = await (await fetch(progress, { headers: { cookie } })).text()
  const last = JSON.parse(events.slice(events.lastIndexOf('data: ') + 'data: '.length)) as {
    status: string
    rowsWritten: number
    daysToGo: number
    problem: string | null
  }
  if (last.status !== 'idle' || last.daysToGo > 0)
    throw new Error(`the backfill ended as ${last.status}: ${last.problem}`)
  return { rows: last.rowsWritten }
}

async function askUntil(server: ServerProcess, end: Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  let ended = false
  void end
    .finally(() => {
      ended = true
    })
    .catch(() => {})
  while (!ended) {
    const askedAt = performance.now()
    await (await fetch(`${server.origin}/api/health`)).text()
    const waited = performance.now() - askedAt
    waits.push(waited)
    await sleep(Math.max(0, ASK_EVERY_MS - waited))
  }
  return waits
}
