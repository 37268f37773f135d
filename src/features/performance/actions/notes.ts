import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { accountNotes } from '#platform/db/schema/changes.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { personOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import type { Day } from '#shared/dates.ts'
import type { AccountNote } from '../contract/notes.ts'
import { toNote } from '../queries/notes.ts'

/** Years of several a week. */
const MOST_OF_ACCOUNT = 2_000

export async function writeAccountNote(
  ctx: CallerContext,
  { customerId: googleId, day, text }: { customerId: string; day: Day; text: string },
): Promise<AccountNote> {
  const { customerId } = await ownedAccount(ctx, googleId)
  return await inTransaction(ctx, async (ctx) => {
    const [kept] = await ctx.db
      .select({ notes: count() })
      .from(accountNotes)
      .where(eq(accountNotes.customerId, customerId))
    if ((kept?.notes ?? 0) >= MOST_OF_ACCOUNT)
      throw new AppError('unprocessable', 'La cuenta tiene ya 2.000 notas: borra alguna antes.')
    const writtenBy = personOf(ctx.caller)
    const [person] = await ctx.db
      .select({ name: users.name })
      .from(users)
      .where(eq(users.id, writtenBy))
    const note = {
      customerId,
      id: randomUUID(),
      day,
      body: text,
      writtenBy,
      writtenAt: ctx.clock.now(),
    }
    await ctx.db.insert(accountNotes).values(note)
    return toNote(note, person?.name ?? null)
  })
}

/** Throws not_found for a note of another account. */
export async function deleteAccountNote(
  ctx: CallerContext,
  { customerId: googleId, noteId }: { customerId: string; noteId: string },
) {
  const { customerId } = await ownedAccount(ctx, googleId)
  const gone = await ctx.db
    .delete(accountNotes)
    .where(and(eq(accountNotes.customerId, customerId), eq(accountNotes.id, noteId)))
    .returning({ id: accountNotes.id })
  if (gone.length === 0) throw new AppError('not_found', 'No existe esa nota.')
  return { ok: true as const }
}
