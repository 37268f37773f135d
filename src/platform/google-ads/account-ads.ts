import { eq } from 'drizzle-orm'
import { AppError } from '#shared/app-error.ts'
import type { Context } from '../context.ts'
import { type adAccounts, googleConnections } from '../db/schema/access.ts'
import { type GoogleAds, googleAdsFor } from './client.ts'

type Account = Pick<
  typeof adAccounts.$inferSelect,
  'customerId' | 'connectionId' | 'connected' | 'loginCustomerId' | 'source' | 'isManager'
>

/**
 * Google Ads for a change that a user waits for. Throws unprocessable for an account without anything to change
 * (an imported report, a manager), needs_reauth for one that is not connected any more.
 */
export async function adsOfAccount(ctx: Context, account: Account): Promise<GoogleAds> {
  if (account.source === 'imported')
    throw new AppError(
      'unprocessable',
      'Esta cuenta viene de un informe importado y no se puede cambiar desde aquí. Conéctala con Google para hacerlo.',
    )
  if (account.isManager)
    throw new AppError('unprocessable', 'Una cuenta MCC no tiene campañas que cambiar.')
  const [connection] = account.connectionId
    ? await ctx.db
        .select()
        .from(googleConnections)
        .where(eq(googleConnections.id, account.connectionId))
    : []
  if (!account.connected || connection?.status !== 'active')
    throw new AppError('needs_reauth', 'Vuelve a conectar la cuenta para hacer cambios en ella.')
  const { customerId, loginCustomerId } = account
  return googleAdsFor(ctx, connection, { customerId, loginCustomerId, priority: 'interactive' })
}
