import type { CallerContext } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { AppError } from '#shared/app-error.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { dayInZone } from '#shared/dates.ts'
import { latestApplication, lockApplication, ownedRecommendation } from '../queries/applications.ts'
import { MEASURED } from '../rules/change-state.ts'
import { NONE_WAITS, type SecondHalf, secondHalfOf } from '../rules/second-half.ts'
import { setState } from './application-state.ts'

/** Leaves the half that waits as it is. Harmless to repeat. Throws conflict where none waits any more. */
export async function cancelSecondHalf(ctx: CallerContext, id: string): Promise<SecondHalf> {
  const { account, recommendation } = await ownedRecommendation(ctx, id)
  return await inTransaction(ctx, async (ctx) => {
    const latest = await latestApplication(ctx, recommendation)
    const locked = latest && (await lockApplication(ctx, latest))
    const second =
      locked && secondHalfOf(locked, account, dayInZone(ctx.clock.now(), account.timeZone))
    if (second?.state === SECOND.cancelled) return second
    if (second?.state !== SECOND.waiting || !MEASURED.includes(locked!.state))
      throw new AppError('conflict', NONE_WAITS)
    const note = 'Se decidió no hacerla.'
    await setState(ctx, locked!, {
      state: locked!.state,
      secondState: SECOND.cancelled,
      secondNote: note,
    })
    return { ...second, state: SECOND.cancelled, note }
  })
}
