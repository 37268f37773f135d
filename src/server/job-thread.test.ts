import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { analyseAccount } from '#features/recommendations/contract/recommendations.ts'
import { readConfig } from '#platform/config.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { enqueue } from '#platform/jobs.ts'
import { copyEmptyDatabase } from '../../tests/empty-database.ts'
import { startServer } from './main.ts'

const PROGRAM = new URL('../../scripts/job-thread.ts', import.meta.url)
const DONE =
  /job_duration_seconds_count\{kind="analyse-account",lane="asked",outcome="done"\} (\d+)/

test('what is asked for is done in a thread, which hears the clock and tells its figures', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  await copyEmptyDatabase(dataDir)
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    PORT: '0',
  })
  const server = await startServer({ config, jobThread: PROGRAM })
  const { ctx } = server
  const counted = async () => {
    const figures = await (await fetch(`${server.address}/metrics`)).text()
    return Number(DONE.exec(figures)?.[1] ?? 0)
  }
  // Files of tests share the process's figures.
  const before = await counted()
  const stateOf = async () => (await ctx.db.select().from(jobs).where(eq(jobs.kind, KIND)))[0]
  const KIND = analyseAccount.name
  // Of no account: nothing is to be done, and it is done.
  const tomorrow = new Date(ctx.clock.now().getTime() + 86_400_000)
  await enqueue(ctx, analyseAccount, { customerId: 7 }, { runAt: tomorrow })
  ctx.clock.advance(2 * 86_400_000)
  await enqueue(ctx, analyseAccount, { customerId: 8 })
  while ((await ctx.db.select().from(jobs).where(eq(jobs.status, 'done'))).length < 2)
    await sleep(50)
  expect((await stateOf())?.finishedAt?.getTime()).toBeGreaterThan(tomorrow.getTime())
  // A figure comes from the thread a moment after the row says that the job is done.
  await expect.poll(counted, { timeout: 20_000 }).toBe(before + 2)
  await server.close()
  rmSync(dataDir, { recursive: true })
})
