import { eq } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { roleStillHeld } from '#account-data/who-may.ts'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { may } from '#shared/permissions.ts'
import { RESULTS_PATH } from '../contract/results.ts'
import { type Fallen, verdictsLetter } from '../emails.ts'

export type Judged = { appliedBy: string; fallen: Fallen }

/**
 * The owner is told of all of an account's verdicts, and who applied a card of theirs while they still see the account; each person once. What is
 * looked at again is no verdict yet; nor does a closed panel send mail.
 */
export async function tellVerdicts(ctx: Context, account: Account, judged: readonly Judged[]) {
  const final = judged.filter(({ fallen }) => !fallen.measured.looks?.next)
  if (final.length === 0) return
  const appliers = new Set(final.map(({ appliedBy }) => appliedBy))
  for (const personId of new Set([account.userId, ...appliers])) {
    const own = final.filter((one) => isToldTo(personId, account, one))
    await tellPerson(
      ctx,
      account,
      personId,
      own.map(({ fallen }) => fallen),
    )
  }
}

const isToldTo = (personId: string, { userId }: Account, { appliedBy }: Judged) =>
  personId === userId || personId === appliedBy

async function tellPerson(
  ctx: Context,
  account: Account,
  personId: string,
  fallen: readonly Fallen[],
) {
  const role = await roleStillHeld(ctx, account, personId)
  const [person] = await ctx.db.select().from(users).where(eq(users.id, personId))
  if (!role || !person || person.isDemo) return
  const origin = ctx.config.appOrigin ?? `http://localhost:${ctx.config.port}`
  const letter = verdictsLetter({
    userName: person.name,
    mayDecide: may(role, 'edit'),
    accountName: account.name,
    currencyCode: account.currencyCode,
    fallen,
    url: `${origin}${RESULTS_PATH}?${new URLSearchParams({ periodo: 'todo', cuenta: account.googleCustomerId })}`,
  })
  await enqueueMail(ctx, person.email, letter)
}
