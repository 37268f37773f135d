import { eq } from 'drizzle-orm'
import { AppError } from '#shared/app-error.ts'
import type { Context } from '../context.ts'
import { type adAccounts, googleConnections } from '../db/schema/access.ts'
import { type GoogleAds, googleAdsFor } from './client.ts'
import type { ExperimentCalls } from './experiment-calls.ts'
import { noticingLostGrant } from './lost-grant.ts'
import { failingInSpanish } from './refusals.ts'

export type AdAccount = typeof adAccounts.$inferSelect

type OfAccount<F> = F extends (customerId: string, ...rest: infer R) => infer T
  ? (...rest: R) => T
  : never

/**
 * Google Ads as it is reached for one account; where the grant turns out to be gone, its accounts show as disconnected.
 * A search fails in Spanish; of a change it must be known how it failed.
 */
export type AccountAds = { account: AdAccount } & {
  [K in 'search' | 'mutate' | 'actOnRecommendation']: OfAccount<GoogleAds[K]>
} & ExperimentCalls

/**
 * Google Ads for a change that a user waits for. Throws unprocessable for an account without anything to change
 * (an imported report, a manager), needs_reauth for one that is not connected any more.
 */
export async function adsOfAccount(ctx: Context, account: AdAccount): Promise<AccountAds> {
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
  const { customerId, googleCustomerId, loginCustomerId } = account
  const options = { customerId, loginCustomerId, priority: 'interactive' } as const
  const ads = googleAdsFor(ctx, connection, options)
  const experiments = ads.experiments(googleCustomerId)
  const noticing = <T>(work: () => Promise<T>) => noticingLostGrant(ctx, account.connectionId, work)
  return {
    account,
    search: (query) => failingInSpanish(noticing(() => ads.search(googleCustomerId, query))),
    mutate: (operations, options) =>
      noticing(() => ads.mutate(googleCustomerId, operations, options)),
    actOnRecommendation: (act, operation) =>
      noticing(() => ads.actOnRecommendation(googleCustomerId, act, operation)),
    mutateExperiment: (...asked) => noticing(() => experiments.mutateExperiment(...asked)),
    createArms: (...asked) => noticing(() => experiments.createArms(...asked)),
    actOnExperiment: (...asked) => noticing(() => experiments.actOnExperiment(...asked)),
    readWork: (...asked) => noticing(() => experiments.readWork(...asked)),
    listErrors: (...asked) => noticing(() => experiments.listErrors(...asked)),
  }
}
