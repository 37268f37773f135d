import { readSteps, type SettledSteps } from '#changes/change-log.ts'
import { assertMayChange } from '#changes/limits.ts'
import { standing, takeBackSteps } from '#changes/take-back.ts'
import type { CallerContext } from '#platform/context.ts'
import { withAds } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE } from '#shared/change-states.ts'
import { ownedRecommendation } from '../queries/applications.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { claimForUndoing } from './claim-application.ts'
import { finishUndoing, resultOf, setState } from './finish-application.ts'

/**
 * Takes the last application that was made back, step by step, the last one first. A step changed by other hands since is left
 * as it is. Throws conflict with the reason when no step can be taken back. Harmless to repeat.
 */
export async function undoRecommendation(ctx: CallerContext, id: string): Promise<ChangeOutcome> {
  const owned = await ownedRecommendation(ctx, id)
  const { account } = owned
  await assertMayChange(ctx, account.customerId, 0)
  const { application, former } = await claimForUndoing(ctx, owned)
  if (application.state === STATE.undone) return { ...resultOf(application, []), message: UNDONE }
  const open = standing(await readSteps(ctx, account.customerId, application.id))
  const by = ctx.caller.userId
  const takeBack = () => withAds(ctx, account, (ads) => takeBackSteps(ctx, ads, open, by))
  const settled = open.length === 0 ? BY_HAND : await takeBack().catch(standAsBefore)
  const result = await finishUndoing(ctx, application, settled, { former: former.state, by })
  if (result.state !== former.state) return result
  throw new AppError('conflict', result.steps.find(({ message }) => message)?.message ?? NOTHING)

  /** Nothing was taken back. */
  async function standAsBefore(error: unknown): Promise<never> {
    await setState(ctx, former, { state: former.state })
    throw error
  }
}

const UNDONE = 'La última vez que se aplicó ya está deshecha.'
const NOTHING = 'No se ha podido deshacer.'
/** There was nothing made from here. */
const BY_HAND: SettledSteps = { results: [], log: [] }
