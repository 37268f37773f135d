import { ownedAccount } from '#account-data/owned-account.ts'
import { makeChange } from '#changes/logged-change.ts'
import type { CallerContext } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { adviceTitle } from '#shared/ads-words/advice.ts'
import { AppError } from '#shared/app-error.ts'
import { readAutoApply } from '../queries/automatic-changes.ts'
import { findPaused, notePaused, PAUSE_KIND } from './advice-search.ts'

/** Google no longer applies recommendations of this type by itself. Harmless to repeat. */
export async function pauseAutoApply(
  ctx: CallerContext,
  asked: { customerId: string; subscriptionId: string },
) {
  const account = await ownedAccount(ctx, asked.customerId)
  const { customerId, googleCustomerId } = account
  const id = asked.subscriptionId
  const known = (await readAutoApply(ctx, customerId))?.find((one) => one.id === id)
  if (!known) throw new AppError('not_found', 'No existe esa aplicación automática.')
  if (known.status === 'PAUSED') return { ok: true as const }
  const resourceName = `customers/${googleCustomerId}/recommendationSubscriptions/${id}`
  await noticingLostGrant(ctx, account.connectionId, async () => {
    const ads = await adsOfAccount(ctx, account)
    await makeChange(ctx, ads, {
      customerId,
      googleCustomerId,
      kind: PAUSE_KIND,
      summary: `Desactivada la aplicación automática de Google: ${adviceTitle(known.type)}`,
      before: { status: known.status },
      after: { subscriptionId: id, status: 'PAUSED' },
      operation: {
        recommendationSubscriptionOperation: {
          updateMask: 'status',
          update: { resourceName, status: 'PAUSED' },
        },
      },
      lookAgain: () => findPaused(ads, googleCustomerId, id),
      alongside: (ctx) => notePaused(ctx, customerId, id),
    })
  })
  return { ok: true as const }
}
