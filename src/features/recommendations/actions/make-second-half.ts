import { stoppingRefusals } from '#changes/plan-steps.ts'
import type { CallerContext } from '#platform/context.ts'
import { AppError } from '#shared/app-error.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { latestApplication, ownedRecommendation } from '../queries/applications.ts'
import { MEASURED, resultOf } from '../rules/change-state.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { NONE_WAITS, secondHalfText } from '../rules/second-half.ts'
import { BY_HAND, claimSecond, isWaiting, secondOperations } from './apply-second-half.ts'
import { carryOut } from './carry-out.ts'
import { finishSecond } from './finish-application.ts'

/**
 * Changes the half that waits without waiting for its day. Harmless to repeat. Throws AppError with the Spanish reason when nothing was
 * made: then it waits on.
 */
export async function makeSecondHalf(ctx: CallerContext, id: string): Promise<ChangeOutcome> {
  const { account, body, recommendation } = await ownedRecommendation(ctx, id)
  const former = await latestApplication(ctx, recommendation)
  if (former?.secondState === SECOND.applied && MEASURED.includes(former.state))
    return resultOf(former, [])
  if (!former || !isWaiting(former)) throw new AppError('conflict', NONE_WAITS)
  const operations = secondOperations(former, account)
  if (operations.length === 0) throw new AppError('conflict', BY_HAND)
  const result = await carryOut(ctx, { account, body }, operations, {
    claim: async (ctx, steps) => {
      const [refusal] = stoppingRefusals(steps)
      if (refusal !== undefined) throw new AppError('conflict', refusal)
      const claimed = await claimSecond(ctx, former, steps)
      if (!claimed) throw new AppError('conflict', NONE_WAITS)
      return claimed
    },
    finish: finishSecond,
  })
  return { ...result, message: secondHalfText(result) }
}
