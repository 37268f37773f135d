import { NOTHING_SENT, operationsOf, readSteps } from '#changes/change-log.ts'
import { doorOf } from '#changes/doors.ts'
import { assertMayChange } from '#changes/limits.ts'
import { planUndoing, standing, takeBack } from '#changes/take-back.ts'
import type { CallerContext } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE } from '#shared/change-states.ts'
import { ownedRecommendation } from '../queries/applications.ts'
import { resultOf } from '../rules/change-state.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { claimForUndoing, undoableApplication } from './claim-application.ts'
import { finishUndoing } from './finish-application.ts'

/**
 * Takes the last application that was made back, step by step, the last one first. A step changed by other hands since is left
 * as it is. Throws conflict with the reason when no step can be taken back. Harmless to repeat.
 */
export async function undoRecommendation(ctx: CallerContext, id: string): Promise<ChangeOutcome> {
  const owned = await ownedRecommendation(ctx, id)
  const { account } = owned
  await assertMayChange(ctx, account.customerId, 0)
  const former = await undoableApplication(ctx, owned)
  if (former.state === STATE.undone) return { ...resultOf(former, []), message: UNDONE }
  const open = standing(await readSteps(ctx, account.customerId, former.id))
  if (open.length === 0)
    return await inTransaction(ctx, async (ctx) => {
      const application = await claimForUndoing(ctx, former, [])
      return await finishUndoing(ctx, application, NOTHING_SENT)
    })
  const ads = await adsOfAccount(ctx, account, { owed: true })
  const objections = await doorOf(operationsOf(open)).readObjections(ctx, ads, open)
  const planned = await planUndoing(ads, open, objections)
  const application = await claimForUndoing(ctx, former, open)
  const settled = await takeBack(ctx, ads, planned)
  const result = await finishUndoing(ctx, application, settled)
  if (settled.error) throw settled.error
  if (result.state !== application.formerState) return result
  throw new AppError('conflict', result.steps.find(({ message }) => message)?.message ?? NOTHING)
}

const UNDONE = 'La última vez que se aplicó ya está deshecha.'
const NOTHING = 'No se ha podido deshacer.'
