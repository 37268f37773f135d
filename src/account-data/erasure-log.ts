import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { erasureProofs } from '#platform/db/schema/data-rights.ts'

const ErasureLine = z.object({
  userHash: z.nullable(z.string()),
  emailHash: z.string(),
  askedAt: z.string(),
  askedBy: z.enum(['user', 'administrator']),
  erasedAt: z.string(),
})
export type ErasureLine = z.infer<typeof ErasureLine>

/**
 * Beside the database, so that a copy made before the erasure does not bring the person back. Repeated lines change
 * nothing; a file that cannot be written does not stop the erasure.
 */
export async function noteErasure(ctx: Context, proofId: string): Promise<void> {
  const [proof] = await ctx.db.select().from(erasureProofs).where(eq(erasureProofs.id, proofId))
  if (!proof) return
  const { userHash, emailHash, askedBy } = proof
  const [askedAt, erasedAt] = [proof.askedAt.toISOString(), proof.erasedAt.toISOString()]
  const line: ErasureLine = { userHash, emailHash, askedAt, askedBy, erasedAt }
  const file = ctx.config.erasureLog
  try {
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  } catch (err) {
    ctx.log.error({ err, file }, 'an erasure could not be noted outside of the database')
  }
}

/** Null where there is no such file. Throws for one that is something else. */
export function readErasureLog(file: string): ErasureLine[] | null {
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => ErasureLine.parse(JSON.parse(line)))
}
