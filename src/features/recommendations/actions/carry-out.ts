import type { LoggedStep, SettledSteps } from '#changes/change-log.ts'
import { assertMayChange } from '#changes/limits.ts'
import type { Operation } from '#changes/operations.ts'
import { type CheckedStep, checkSteps } from '#changes/plan-steps.ts'
import { assertMade, makeSteps } from '#changes/send.ts'
import type { CallerContext } from '#platform/context.ts'
import { type AccountAds, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { AppError, type ErrorCode } from '#shared/app-error.ts'
import type { Application, Owned } from '../queries/applications.ts'
import { resultOf } from '../rules/change-state.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { type Beginning, claimForApplying } from './claim-application.ts'
import { finishApplying } from './finish-application.ts'

/** What is kept of a card's change: that it begins, with the log of what is about to be sent, and what came of it. */
export type CardChange = {
  /** Gives it to one person of those who press at once. Throws conflict, or why none of its steps can be made. */
  claim: (
    ctx: CallerContext,
    steps: readonly CheckedStep[],
  ) => Promise<{ application: Application; rows: LoggedStep[] }>
  finish: (
    ctx: CallerContext,
    application: Application,
    made: SettledSteps,
  ) => Promise<ChangeOutcome>
  /** Other than step by step, each for itself. */
  check?: (ctx: CallerContext, ads: AccountAds) => Promise<CheckedStep[]>
}

/** All of a pending card, the half of it that was drawn to go first, or an experiment with it. */
export function applying(owned: Owned, beginning: Beginning): CardChange {
  return {
    claim: (ctx, steps) => claimForApplying(ctx, owned, steps, beginning),
    finish: (ctx, application, made) => finishApplying(ctx, application, made, beginning.readyOn),
  }
}

/**
 * The way of every change that a person makes of a card: limits, what Google says now, its beginning in the log, Google, its end.
 * Without operations it is done by hand, and that is what is kept. Throws AppError with the Spanish reason when nothing was made.
 */
export async function carryOut(
  ctx: CallerContext,
  { account, body }: Pick<Owned, 'account' | 'body'>,
  operations: readonly Operation[],
  change: CardChange,
): Promise<ChangeOutcome> {
  if (operations.length === 0) return resultOf((await change.claim(ctx, [])).application, [])
  // Whether all have room in the day is known once those are left out that cannot be made.
  await assertMayChange(ctx, account.customerId, 1)
  const { ads, steps } = await sayingNothingChanged(async () => {
    const ads = await adsOfAccount(ctx, account)
    const check = change.check ?? ((ctx, ads) => checkSteps(ctx, ads, operations, body))
    return { ads, steps: await check(ctx, ads) }
  })
  const { application, rows } = await change.claim(ctx, steps)
  const made = await makeSteps(ads, steps, rows)
  const result = await change.finish(ctx, application, made)
  await sayingNothingChanged(async () => assertMade(made))
  return result
}

/** Of a vendor's failure or refusal it does not go without saying. Only around what fails before anything is sent, or with nothing made. */
async function sayingNothingChanged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !OF_VENDOR.includes(error.code)) throw error
    const { code, message, ...more } = error
    throw new AppError(code, `${message} No se ha cambiado nada.`, { ...more, cause: error })
  }
}

const OF_VENDOR: readonly ErrorCode[] = [
  'vendor_failed',
  'unavailable',
  'needs_reauth',
  'unprocessable',
]
