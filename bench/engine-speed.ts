import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/platform/config.ts'
import { openContext } from '../src/server/open-context.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import { startPostgres } from '../tests/postgres-server.ts'
import { type AccountPlan, addAccount, fillAccount, fillSearchTerms } from './analysis-account.ts'
import type { Bench } from './bench.ts'
import type { EngineMemory, EngineOrder, EngineReport, EngineTimes } from './engine-process.ts'
import { atMost, median, noted } from './figure.ts'
import { createPerson } from './person.ts'
import { AS_STARTED } from './server-process.ts'

/** A tenth of the campaigns is a tenth of the rows. */
const PARTS = 10

/** The engine on the largest account against reading the same rows from PostgreSQL, and against a tenth of them. */
export const engineSpeed: Bench = async ({ full }) => {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const environment = { DATA_DIR: folder, DATABASE_URL: server.url, LOG_LEVEL: 'warn' }
  try {
    const customerId = await fill(environment)
    const rounds = full ? 9 : 3
    const times = { kind: 'times', customerId, rounds, parts: PARTS } as const
    const report = (await analyse(environment, times)) as EngineTimes
    const { keywords, terms, readMs, analyseMs, partMs, recommendations } = report
    const order = { kind: 'memory', customerId } as const
    const { rowsMb, memoryMb } = (await analyse(environment, order)) as EngineMemory
    const n = keywords + terms
    const [read, all, part] = [readMs, analyseMs, partMs].map(median) as [number, number, number]
    const seconds = (ms: number) => ({ value: ms / 1000, unit: 's', n })
    return [
      noted('engine: keywords', { value: keywords, unit: 'rows', n: keywords }),
      noted('engine: search terms', { value: terms, unit: 'rows', n: terms }),
      noted('engine: reading the rows', seconds(read)),
      noted('engine: analysis', seconds(all)),
      atMost('engine: analysis against reading', 3, { value: all / read, unit: '× reading', n }),
      atMost('engine: 10 × the rows', 12, { value: all / part, unit: '× the time', n }),
      noted('engine: memory with the rows read', { value: rowsMb, unit: 'MB', n }),
      atMost('engine: memory of the process', 500, { value: memoryMb, unit: 'MB', n }),
      noted('engine: recommendations', { value: recommendations, unit: '', n }),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

type Environment = { DATA_DIR: string; DATABASE_URL: string; LOG_LEVEL: string }

async function fill(environment: Environment): Promise<number> {
  const { ctx, close } = await openContext(readConfig(environment))
  try {
    const plan: AccountPlan = {
      campaigns: 20,
      groupsPerCampaign: 20,
      keywordsPerGroup: 50,
      days: 100,
      lastDay: addDays(dayInZone(ctx.clock.now(), 'Europe/Madrid'), -1),
      busyPercent: 31,
    }
    const { customerId } = await addAccount((await createPerson(ctx)).ctx, plan)
    await fillAccount(ctx, plan)
    await fillSearchTerms(ctx, plan)
    return customerId
  } finally {
    await close()
  }
}

/** In a process of its own, so that its memory is the engine's. */
async function analyse(environment: Environment, order: EngineOrder): Promise<EngineReport> {
  const child = fork(join(import.meta.dirname, 'engine-process.ts'), {
    env: { PATH: process.env.PATH, ...environment },
    execArgv: AS_STARTED,
  })
  child.send(order)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the engine's process ended with ${code}`)
  })
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [EngineReport]
  await ended.catch(() => {})
  return report
}
