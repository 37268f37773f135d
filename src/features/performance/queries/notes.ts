import { and, desc, eq, gte, lte } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { accountNotes } from '#platform/db/schema/changes.ts'
import { seesPeople } from '#platform/session.ts'
import type { Day } from '#shared/dates.ts'
import type { AccountNote } from '../contract/notes.ts'
import { askedRange } from '../rules/asked-range.ts'

const MOST_NOTES = 500

export async function listAccountNotes(
  ctx: CallerContext,
  asked: { customerId: string; from?: Day; to?: Day },
): Promise<AccountNote[]> {
  const account = await ownedAccount(ctx, asked.customerId)
  const { from, to } = askedRange(account, asked, ctx.clock.now())
  const rows = await ctx.db
    .select({ note: accountNotes, author: users.name })
    .from(accountNotes)
    .leftJoin(users, eq(users.id, accountNotes.writtenBy))
    .where(
      and(
        eq(accountNotes.customerId, account.customerId),
        gte(accountNotes.day, from),
        lte(accountNotes.day, to),
      ),
    )
    .orderBy(desc(accountNotes.day), desc(accountNotes.writtenAt), accountNotes.id)
    .limit(MOST_NOTES)
  const showsPeople = seesPeople(ctx.caller)
  return rows.map(({ note, author }) => toNote(note, showsPeople ? author : null))
}

export function toNote(note: typeof accountNotes.$inferSelect, author: string | null): AccountNote {
  return { id: note.id, day: note.day, text: note.body, author: author ?? '' }
}
