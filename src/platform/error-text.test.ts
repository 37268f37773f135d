import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { jobKind } from '#shared/job-kind.ts'
import { testContext } from '../../tests/database.ts'
import { users } from './db/schema/access.ts'
import { jobs } from './db/schema/work.ts'
import { enqueue, handle, runDueJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { hashToken } from './secrets.ts'

const t = testContext()
const EMAIL = 'maría.secreta@peluquería.es'
const HASH = hashToken('a session')
const person = {
  id: crypto.randomUUID(),
  email: EMAIL,
  name: 'María',
  passwordHash: 'x',
  role: 'user' as const,
  isActive: true,
  createdAt: new Date(),
}

let written: string
const log = openLog(
  { logLevel: 'info' },
  {
    write: (line) => {
      written += line
    },
  },
)

beforeAll(async () => {
  await t.ctx.db.insert(users).values(person)
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => expect.unreachable('it should have failed'),
    (error) => error,
  )
}

test('no failed statement writes its values into the log: no address, no hash of a session', async () => {
  written = ''
  const twice = await failureOf(
    t.ctx.db.insert(users).values({ ...person, id: crypto.randomUUID(), name: HASH }),
  )
  const unreadable = await failureOf(t.ctx.db.execute(sql`select ${EMAIL}::text::bigint, ${HASH}`))
  const missing = await failureOf(
    t.ctx.db.execute(sql`select * from no_table where a = ${EMAIL} and b = ${HASH}`),
  )
  for (const err of [twice, unreadable, missing, new Error(`to ${EMAIL}`, { cause: twice })])
    log.error({ err }, 'failed')
  expect(written.split('\n')).toHaveLength(5)
  expect(written).toContain('23505')
  expect(written).toContain('users_email')
  expect(written).toContain('no_table')
  expect(written).toContain('error-text.test.ts')
  for (const secret of [EMAIL, 'secreta', 'peluquer', HASH]) expect(written).not.toContain(secret)
})

test('nor does a failed job keep them', async () => {
  const greet = jobKind('greet', { payload: z.object({}), maxAttempts: 1 })
  await enqueue(t.ctx, greet, {})
  const greeter = handle(greet, async (ctx) => {
    await ctx.db.insert(users).values({ ...person, id: crypto.randomUUID(), name: HASH })
  })
  await runDueJobs(t.ctx, [greeter])
  const [job] = await t.ctx.db.select().from(jobs).where(eq(jobs.kind, 'greet'))
  expect(job?.lastProblem).toContain('insert into "users"')
  for (const secret of [EMAIL, HASH]) expect(job?.lastProblem).not.toContain(secret)
})
