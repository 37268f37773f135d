import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Bench, BenchStage } from './bench.ts'
import { atLeast, type Figure, noted } from './figure.ts'
import type { SyncReport } from './sync-process.ts'

/**
 * The first sync (newest 30 days) of the largest account against COPY of the same rows into empty tables with
 * the same indexes. With TEST_DATABASE_URL on that server too.
 */
export const syncThroughput: Bench = async (stage) => {
  const figures = figuresOf('pglite', await measure(stage, undefined))
  const server = process.env.TEST_DATABASE_URL
  if (!server) return figures
  const name = `bench_${process.pid}`
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  await onServer(server, `create database ${name}`)
  const more = figuresOf('postgres', await measure(stage, url))
  await onServer(server, `drop database ${name} with (force)`)
  return [...figures, ...more]
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function figuresOf(engine: string, report: SyncReport): Figure[] {
  const { rows, bytes, liveMs, recordedMs, readMs, copyMs } = report
  const perSecond = (ms: number) => ({ value: (rows / ms) * 1000, unit: 'rows/s', n: rows })
  const against = (ms: number) => ({ value: copyMs / ms, unit: '× COPY', n: rows })
  const part = (ms: number) => ({ value: ms / 1000, unit: 's', n: rows })
  return [
    atLeast(`sync-throughput ${engine}`, 0.5, against(recordedMs)),
    noted(`sync ${engine}`, perSecond(recordedMs)),
    noted(`COPY ${engine}`, perSecond(copyMs)),
    noted(`sync ${engine}: reading and parsing ${Math.round(bytes / 1e6)} MB`, part(readMs)),
    noted(`sync ${engine}: shaping and writing`, part(recordedMs - readMs)),
    noted(
      `sync ${engine}: waiting for the simulator, cold start`,
      part(Math.max(0, liveMs - recordedMs)),
    ),
    noted(`sync ${engine}, first, simulator included`, against(liveMs)),
  ]
}

async function measure(stage: BenchStage, databaseUrl: string | undefined): Promise<SyncReport> {
  const google = await stage.google()
  const dataDir = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const child = fork(join(import.meta.dirname, 'sync-process.ts'), {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...google.recordedEnvironment,
    },
  })
  child.send({ refreshToken: google.refreshToken, rounds: stage.full ? 5 : 2 })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the sync's process ended with ${code}`)
  })
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [SyncReport]
  await ended.catch(() => {})
  rmSync(dataDir, { recursive: true })
  return report
}
