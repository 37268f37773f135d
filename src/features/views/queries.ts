import { asc, eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { savedViews } from '#platform/db/schema/views.ts'
import { personOf } from '#platform/session.ts'
import type { SavedView } from './contract.ts'

/** Of the person, in whose accounts they may be working. */
export async function listViews(ctx: CallerContext): Promise<SavedView[]> {
  return await ctx.db
    .select({ id: savedViews.id, name: savedViews.name, address: savedViews.address })
    .from(savedViews)
    .where(eq(savedViews.userId, personOf(ctx.caller)))
    .orderBy(asc(savedViews.name), asc(savedViews.id))
}
