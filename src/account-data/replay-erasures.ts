import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { hashToken } from '#platform/secrets.ts'
import { deleteUserForGood } from './erase-tenant.ts'
import type { ErasureLine } from './erasure-log.ts'

/** Erases again whom a restored copy has brought back; answers how many. A later user of the same address stays. */
export async function replayErasures(ctx: Context, lines: readonly ErasureLine[]): Promise<number> {
  return await inTransaction(ctx, async (ctx) => {
    const people = await ctx.db
      .select({ id: users.id, email: users.email, createdAt: users.createdAt })
      .from(users)
    let erased = 0
    for (const person of people) {
      const line = lines.find((one) => isOf(one, person))
      if (!line) continue
      await deleteUserForGood(ctx, person.id, { by: line.askedBy, at: new Date(line.askedAt) })
      erased += 1
    }
    return erased
  })
}

function isOf(
  { userHash, emailHash, erasedAt }: ErasureLine,
  person: { id: string; email: string; createdAt: Date },
): boolean {
  if (userHash === hashToken(person.id)) return true
  return emailHash === hashToken(person.email) && person.createdAt < new Date(erasedAt)
}
