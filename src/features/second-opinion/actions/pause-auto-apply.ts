import { ownedAccount } from '#account-data/owned-account.ts'
import { assertOneMade, makeChange } from '#changes/make-change.ts'
import type { CallerContext } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { adviceTitle } from '#shared/ads-words/advice.ts'
import { AppError } from '#shared/app-error.ts'
import { readAutoApply } from '../queries/automatic-changes.ts'
import { finishAdvice, PAUSE_KIND } from './advice-changes.ts'

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
  const update = { resourceName, status: 'PAUSED' }
  const ads = await adsOfAccount(ctx, account)
  const made = await makeChange(ctx, ads, PAUSE_KIND, {
    operation: { recommendationSubscriptionOperation: { updateMask: 'status', update } },
    summary: `Desactivada la aplicación automática de Google: ${adviceTitle(known.type)}`,
    before: { status: known.status },
  })
  await finishAdvice(ctx, account, made)
  assertOneMade(made)
  return { ok: true as const }
}
