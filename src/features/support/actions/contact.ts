import type { Context } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { contactLetter } from '../emails.ts'
import { teamAddresses } from '../queries/team-addresses.ts'

/** What a stranger writes: by mail to the team. */
export async function contactTeam(
  ctx: Context,
  from: { name: string; email: string; text: string },
): Promise<void> {
  const to = await teamAddresses(ctx)
  await inTransaction(ctx, async (ctx) => {
    for (const address of to) await enqueueMail(ctx, address, contactLetter(from))
  })
}
