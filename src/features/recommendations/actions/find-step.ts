import type { ChangeSearch } from '#changes/open-changes.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs.ts'
import { settleApplication } from '../contract/recommendations.ts'
import {
  findApplication,
  latestApplication,
  RECOMMENDATION_KIND,
  type StepAfter,
} from '../queries/applications.ts'
import { setState, setStatus } from './claim-application.ts'
import { lookAgain } from './send-operations.ts'

/** How a step is looked for when nobody knows whether it was made. */
export const recommendationSearch: ChangeSearch = {
  kinds: [RECOMMENDATION_KIND],
  find: async (ads, googleCustomerId, change) => {
    const { operation, together, index } = change.after as StepAfter
    const names = await lookAgain(ads, googleCustomerId, together ?? [operation])
    return names[together ? index : 0] ?? null
  },
  alongside: async (ctx, change) => {
    const { applicationId } = change.after as StepAfter
    await reopen(ctx, { customerId: change.customerId, applicationId })
  },
}

/** An application that was given up, of which a step turns out to have been made, is settled anew. */
async function reopen(
  ctx: Context,
  payload: { customerId: number; applicationId: string },
): Promise<void> {
  const found = await findApplication(ctx, payload)
  if (found?.application.state !== 'no_se_pudo') return
  const { customerId, recommendationId } = found.application
  const latest = await latestApplication(ctx, customerId, recommendationId)
  // Applied again since: that one holds.
  if (latest?.id !== payload.applicationId) return
  await setState(ctx, found.application, { state: 'aplicando' })
  await setStatus(ctx, customerId, recommendationId, 'aplicando')
  await enqueue(ctx, settleApplication, payload)
}
