import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../tests/postgres-server.ts'
import type { Bench, BenchStage } from './bench.ts'
import { buildWeb } from './build-web.ts'
import { type BusyPeople, prepareBusy } from './busy-people.ts'
import { atMost, type Figure, noted, quantile } from './figure.ts'
import { LARGEST } from './google-side.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const SETTLE_MS = 6_000
const ASK_EVERY_MS = 20
const LOOK_EVERY_MS = 1_000
const GIVE_UP_MS = 480_000

/** What a visitor feels while four accounts sync and one of 20,000 keywords is analysed, in one process with everything. */
export const busyPglite: Bench = async (stage) => await onEngine('pglite', stage, {})

export const busyPostgres: Bench = async (stage) => {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  try {
    return await onEngine('postgres', stage, { DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

async function onEngine(
  engine: string,
  stage: BenchStage,
  database: Record<string, string>,
): Promise<Figure[]> {
  buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const environment = {
    ...(await stage.google()).recordedEnvironment,
    ...database,
    // As far back as one sync reads: what follows a sync is the analysis.
    GOOGLE_ADS_HISTORY_DAYS: '30',
  }
  const people = await prepareBusy({ ...environment, DATA_DIR: folder, LOG_LEVEL: 'warn' }, stage)
  const watch = ['--import', join(import.meta.dirname, 'loop-watch.ts')]
  const server = await startServerProcess(folder, environment, watch)
  try {
    return await whileBusy(engine, server, people)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

async function whileBusy(
  engine: string,
  server: ServerProcess,
  people: BusyPeople,
): Promise<Figure[]> {
  const ask = await asking(server, people)
  const jobsBefore = await jobsDone(server)
  server.memory?.restartPeak()
  await server.lateLoop()
  await startWork(server, people)
  const startedAt = performance.now()
  const health: number[] = []
  const reads: number[] = []
  const work = { ended: false }
  const watched = untilDone(server, jobsBefore, people).finally(() => {
    work.ended = true
  })
  await Promise.all([repeat(work, health, ask.health), repeat(work, reads, ask.read), watched])
  const seconds = (performance.now() - startedAt) / 1000
  const late = await server.lateLoop()
  const of = (value: number, n: number) => ({ value, unit: 'ms', n })
  return [
    atMost(`busy ${engine}: event loop late p99`, 20, of(late.p99, late.n)),
    noted(`busy ${engine}: event loop late, worst`, of(late.max, late.n)),
    atMost(`busy ${engine}: health p99`, 50, of(quantile(health, 0.99), health.length)),
    noted(`busy ${engine}: health, worst`, of(Math.max(...health), health.length)),
    atMost(`busy ${engine}: warm read p99`, 250, of(quantile(reads, 0.99), reads.length)),
    noted(`busy ${engine}: warm read, worst`, of(Math.max(...reads), reads.length)),
    noted(`busy ${engine}: all done`, { value: seconds, unit: 's', n: people.syncing.length + 1 }),
    ...(server.memory
      ? [noted(`busy ${engine}: memory, peak`, { value: server.memory.peak(), unit: 'MB', n: 1 })]
      : []),
  ]
}

/** Both asked for a while before, as by a person who has been there. */
async function asking(server: ServerProcess, { watcher, account }: BusyPeople) {
  const get =
    (path: string, cookie = '') =>
    async () => {
      const answer = await fetch(`${server.origin}${path}`, { headers: { cookie } })
      await answer.text()
      // Health says 503 after two seconds; what it waited counts.
      if (!answer.ok && answer.status !== 503) throw new Error(`${path} answered ${answer.status}`)
    }
  const ask = {
    health: get('/api/health'),
    read: get(`/api/campaign-metrics/${account}`, watcher),
  }
  for (let waited = 0; waited < SETTLE_MS; waited += 100) {
    await ask.health()
    await ask.read()
    await sleep(100)
  }
  return ask
}

async function startWork(
  server: ServerProcess,
  { watcher, account, syncing }: BusyPeople,
): Promise<void> {
  const send = async (method: string, path: string, cookie: string, body?: unknown) => {
    const answer = await fetch(`${server.origin}${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  const goals = { cpaObjetivo: 20, palabrasDeMarca: [], palabrasProtegidas: [] }
  await send('PUT', `/api/google-accounts/${account}/objetivos`, watcher, goals)
  for (const cookie of syncing)
    await send('POST', `/api/google-accounts/${LARGEST.customerId}/sync`, cookie)
}

async function repeat(
  work: { ended: boolean },
  waits: number[],
  ask: () => Promise<void>,
): Promise<void> {
  while (!work.ended) {
    const askedAt = performance.now()
    await ask()
    const waited = performance.now() - askedAt
    waits.push(waited)
    await sleep(Math.max(1, ASK_EVERY_MS - waited))
  }
}

/** The large account's analysis, the syncs, and an analysis after each. */
async function untilDone(
  server: ServerProcess,
  before: JobsDone,
  { syncing }: BusyPeople,
): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    await sleep(LOOK_EVERY_MS)
    const { syncs, analyses } = await jobsDone(server)
    const isDone = syncs - before.syncs >= syncing.length
    if (isDone && analyses - before.analyses > syncing.length) return
    if (performance.now() - startedAt > GIVE_UP_MS)
      throw new Error(`not done: ${syncs} syncs, ${analyses} analyses`)
  }
}

type JobsDone = { syncs: number; analyses: number }

async function jobsDone(server: ServerProcess): Promise<JobsDone> {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  const count = (kind: string) =>
    [
      ...text.matchAll(
        new RegExp(`^job_duration_seconds_count\\{[^}]*kind="${kind}"[^}]*\\} (\\d+)$`, 'gm'),
      ),
    ].reduce((sum, [, n]) => sum + Number(n), 0)
  return { syncs: count('sync-account'), analyses: count('analyse-account') }
}
