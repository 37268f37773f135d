import { and, eq, lte } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { renewManagers } from '../contract.ts'
import { enqueueInTurn } from './connections-in-turn.ts'

/** A walk takes an operation for each manager, and agencies rarely move an account. */
const EVERY_MS = 7 * 86_400_000
/** So that an update, after which all are due, does not ask for all in one minute. */
const WALKS_A_TICK = 10

/** Of subscribers' connections below whose managers accounts may have moved. */
export async function enqueueDueWalks(ctx: Context): Promise<void> {
  const { status, createdAt } = googleConnections
  await enqueueInTurn(ctx, {
    kind: renewManagers,
    everyMs: EVERY_MS,
    mostATick: WALKS_A_TICK,
    // Consenting looks at them, too.
    connection: and(
      eq(status, 'active'),
      lte(createdAt, new Date(ctx.clock.now().getTime() - EVERY_MS)),
    ),
    account: and(eq(adAccounts.isManager, true), eq(adAccounts.connected, true)),
  })
}
