import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Mount, serve } from '#platform/http.ts'
import { AppError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Nothing } from '#shared/wire.ts'

const getHealth = endpoint('GET /api/health', {
  access: 'public',
  permission: 'self',
  summary: '200 when requests can be served, 503 and why when not',
  input: Nothing,
  reply: z.object({ status: z.literal('ok'), database: z.enum(['pglite', 'postgres']) }),
})

const PATIENCE_MS = 2_000
/** One that answered so lately is busy at most, and who restarted it would make it slower still. */
const LATELY_MS = 10_000

export function mountHealth(mount: Mount): void {
  serve(mount, getHealth, async (ctx) => {
    const { answeredMsAgo, engine: database } = ctx.storage
    if (answeredMsAgo() < LATELY_MS) return { status: 'ok' as const, database }
    const answered = await Promise.race([
      ctx.db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((done) => setTimeout(() => done(false), PATIENCE_MS).unref()),
    ])
    if (!answered)
      throw new AppError('unavailable', 'La base de datos no responde.', { retryAfterSeconds: 5 })
    return { status: 'ok' as const, database }
  })
}
