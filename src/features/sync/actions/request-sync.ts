import { eq } from 'drizzle-orm'
import type { OwnedAccount } from '#account-data/owned-account.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { AppError } from '#shared/app-error.ts'
import { syncAccount, syncKeyOf } from '../contract.ts'
import { ASKED_FOR, findSyncState, setSyncState } from './sync-state.ts'

/** Enqueues a sync now, of a manager's sub-accounts for a manager; joins one that is open. */
export async function requestSync(ctx: CallerContext, account: OwnedAccount): Promise<void> {
  if (account.source === 'imported')
    throw new AppError('conflict', 'Una cuenta importada no se sincroniza: sube un informe nuevo.')
  if (!account.connected)
    throw new AppError('needs_reauth', 'Vuelve a conectar la cuenta para sincronizarla.')
  const leaves = account.isManager ? await connectedBelow(ctx, account) : [account]
  await inTransaction(ctx, async (ctx) => {
    for (const { customerId } of leaves) await enqueueSync(ctx, customerId)
  })
}

async function enqueueSync(ctx: Context, customerId: number): Promise<void> {
  const uniqueKey = syncKeyOf(customerId)
  await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
  // One that time asked for may wait or run already, and read parts of the structure only, or before what this one is to see.
  await setSyncState(ctx, customerId, { structureReadAt: ASKED_FOR })
  const state = await findSyncState(ctx, customerId)
  if (state?.status === 'running') return
  const afresh = { problem: null, nextTryAt: null, failingSince: null }
  await setSyncState(ctx, customerId, { status: 'queued', ...afresh })
}

/** On every level: below a manager there may be others. */
async function connectedBelow(ctx: Context, { userId, googleCustomerId }: OwnedAccount) {
  const all = await ctx.db
    .select({
      customerId: adAccounts.customerId,
      googleCustomerId: adAccounts.googleCustomerId,
      parentId: adAccounts.parentGoogleCustomerId,
      isManager: adAccounts.isManager,
      connected: adAccounts.connected,
    })
    .from(adAccounts)
    .where(eq(adAccounts.userId, userId))
  const managers = new Set([googleCustomerId])
  // A set is walked to what is added to it meanwhile, and names no manager twice.
  for (const managerId of managers)
    for (const { parentId, isManager, googleCustomerId } of all)
      if (isManager && parentId === managerId) managers.add(googleCustomerId)
  return all.filter(
    ({ parentId, isManager, connected }) =>
      connected && !isManager && parentId !== null && managers.has(parentId),
  )
}
