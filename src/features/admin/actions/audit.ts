import { eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import type { AuditAction } from '../contract/endpoints.ts'

export type AuditChanges = Record<string, { before: unknown; after: unknown }>

/** Writes down what the caller does; called in the transaction that does it. */
export async function recordAction(
  ctx: CallerContext,
  action: AuditAction,
  target: { id: string; email: string } | null,
  changes: AuditChanges = {},
): Promise<void> {
  const [actor] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, ctx.caller.userId))
  await ctx.db.insert(auditLog).values({
    at: ctx.clock.now(),
    action,
    actorId: ctx.caller.userId,
    // Deleting oneself is written down before it is done, so the actor is always there.
    actorEmail: actor!.email,
    targetId: target?.id ?? null,
    targetEmail: target?.email ?? null,
    changes,
  })
}
