import { ownedAccount } from '#account-data/owned-account.ts'
import { makeChange } from '#changes/make-changes.ts'
import type { CallerContext } from '#platform/context.ts'
import { withAds } from '#platform/google-ads/account-ads.ts'
import { adviceTitle } from '#shared/ads-words/advice.ts'
import { AppError } from '#shared/app-error.ts'
import { readAutoApply } from '../queries/automatic-changes.ts'
import { PAUSE_KIND, pauseChanges, pauseOperation } from './advice-changes.ts'

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
  const change = {
    kind: PAUSE_KIND,
    summary: `Desactivada la aplicación automática de Google: ${adviceTitle(known.type)}`,
    before: { status: known.status },
    after: { subscriptionId: id, status: 'PAUSED' },
    operation: pauseOperation(googleCustomerId, id),
  }
  await withAds(ctx, account, (ads) => makeChange(ctx, ads, change, pauseChanges))
  return { ok: true as const }
}
