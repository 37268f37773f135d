import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { customerCare, supportMessages } from '#platform/db/schema/support.ts'
import { teamInvitations } from '#platform/db/schema/teams.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { hashToken } from '#platform/secrets.ts'

/** Stands for who is gone, in what others keep. */
export const ERASED_NAME = 'Cuenta eliminada'

/**
 * What names an erased person by their address and does not go with their row: invitations of others, jobs, whom they manage, and what administrators did
 * to them, where a hash stands for it. What they did as administrators keeps theirs, for as long as the log is kept.
 */
export async function forgetAddress(
  ctx: Context,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await ctx.db.delete(teamInvitations).where(eq(teamInvitations.email, email))
  await ctx.db
    .delete(jobs)
    .where(and(sql`${jobs.payload}->>'email' = ${email}`, ne(jobs.status, 'running')))
  await ctx.db
    .update(customerCare)
    .set({ managerName: null, managerEmail: null })
    .where(eq(customerCare.managerEmail, email))
  const gone = erasedText(email)
  const inChanges = sql`position(to_jsonb(${email}::text)::text in ${auditLog.changes}::text) > 0`
  await ctx.db
    .update(auditLog)
    .set({
      targetEmail: sql`case when ${auditLog.targetId} = ${id} then ${gone} else ${auditLog.targetEmail} end`,
      actorEmail: sql`case when ${auditLog.actorId} = ${id} and ${auditLog.action} = 'hand_over_team'
        then ${gone} else ${auditLog.actorEmail} end`,
      changes: sql`replace((${withoutManager(email)})::text, to_jsonb(${email}::text)::text, to_jsonb(${gone}::text)::text)::jsonb`,
    })
    .where(sql`${auditLog.targetId} = ${id} or ${auditLog.actorId} = ${id} or ${inChanges}`)
}

/** The changes without the name of a manager, where the address beside it is theirs: others may have the same name. */
function withoutManager(email: string): SQL {
  let changes = sql`${auditLog.changes}`
  for (const side of ['before', 'after']) {
    const [address, name] = [`{managerEmail,${side}}`, `{managerName,${side}}`]
    const isTheirs = sql`${auditLog.changes} #>> ${address}::text[] = ${email}
      and ${auditLog.changes} #>> ${name}::text[] is not null`
    changes = sql`case when ${isTheirs} then jsonb_set(${changes}, ${name}::text[], to_jsonb(${ERASED_NAME}::text))
      else ${changes} end`
  }
  return changes
}

/** Their name in the threads of others, which stay: before their row goes, by which what they wrote is found. */
export async function forgetAuthor(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .update(supportMessages)
    .set({ authorName: ERASED_NAME })
    .where(eq(supportMessages.authorId, userId))
}

/** By the known address what was done can still be found: `printf %s ana@tienda.es | sha256sum`. */
export const erasedText = (email: string) =>
  `${ERASED_NAME} (huella ${hashToken(email).slice(0, 16)})`
