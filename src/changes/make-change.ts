import { randomUUID } from 'node:crypto'
import type { CallerContext } from '#platform/context.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { logSteps, type SettledSteps, type Step } from './change-log.ts'
import { assertMayChange } from './limits.ts'
import { assertMade, makeSteps, rehearse } from './send.ts'

/**
 * One change that its feature has planned itself: rehearsed, logged, sent. Throws AppError: unprocessable (refused in the
 * rehearsal), vendor_failed, needs_reauth, unavailable, read_only or conflict (the account's own limits).
 */
export async function makeChange(
  ctx: CallerContext,
  ads: AccountAds,
  kind: string,
  step: Step,
): Promise<SettledSteps> {
  const { customerId } = ads.account
  await assertMayChange(ctx, customerId, 1)
  const [refusal] = await rehearse(ads, [step.operation])
  if (refusal) throw new AppError('unprocessable', refusal)
  const rows = await logSteps(ctx, customerId, [step], { kind, applicationId: randomUUID() })
  return await makeSteps(ads, [{ ...step, refusal: null }], rows)
}

/** The same of one change, of which it must be known. */
export function assertOneMade(settled: SettledSteps): void {
  assertMade(settled)
  const [one] = settled.results
  if (one?.outcome === 'unknown') throw new AppError('vendor_failed', one.message ?? '')
}
