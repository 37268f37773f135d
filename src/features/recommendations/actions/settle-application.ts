import { type LoggedStep, readSteps, type SettledSteps, settleLog } from '#changes/change-log.ts'
import { type ChangeKind, isAbandoned, lookUpSteps } from '#changes/open-changes.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import type { AdAccount } from '#platform/google-ads/account-ads.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { STATE, STATUS } from '#shared/change-states.ts'
import {
  type Application,
  findApplication,
  latestApplication,
  ownedRecommendation,
  RECOMMENDATION_KIND,
} from '../queries/applications.ts'
import { LOST, settledState, withRefused } from '../rules/change-state.ts'
import { readyOnOf } from '../rules/experiment-way.ts'
import { isSecondOpen, ofSecondHalf } from '../rules/second-half.ts'
import { setState, setStatus } from './application-state.ts'
import { finishApplying, finishSecond, finishUndoing } from './finish-application.ts'
import { finishDecision } from './finish-decision.ts'

/** What becomes of an application whose process ended in the middle, or that Google's silence left open. */
export const recommendationChanges: ChangeKind = {
  kinds: [RECOMMENDATION_KIND],
  finish: finishLater,
  giveUp: async (ctx, { customerId, step }) => {
    const application = await findApplication(ctx, customerId, step.applicationId)
    if (application && isUnderWay(application)) await giveUp(ctx, application)
  },
}

/**
 * Before its person changes a recommendation in any way: what a process left in the middle of it long ago comes to its end now
 * and not only with the next job. Throws not_found.
 */
export async function settleLeftOpen(ctx: CallerContext, id: string): Promise<void> {
  const { account, recommendation } = await ownedRecommendation(ctx, id)
  const latest = await latestApplication(ctx, recommendation)
  if (!latest || !isUnderWay(latest) || !isAbandoned(ctx, latest.stateSince)) return
  const steps = await readSteps(ctx, latest.customerId, latest.id)
  if (steps.length === 0) return await giveUp(ctx, latest)
  const settled = await lookUpSteps(ctx, account, steps)
  if (settled) await finishLater(ctx, account, settled, steps)
}

const isUnderWay = (application: Application) =>
  application.state === STATE.applying ||
  application.state === STATE.undoing ||
  isDecided(application)

async function finishLater(
  ctx: Context,
  account: AdAccount,
  settled: SettledSteps,
  steps: readonly LoggedStep[],
): Promise<void> {
  const { customerId } = account
  const application = await findApplication(ctx, customerId, steps[0]!.step.applicationId)
  if (!application) return
  if (steps.some(({ undoSentAt }) => undoSentAt !== null)) {
    const formerState = application.formerState ?? settledState(steps)
    await finishUndoing(ctx, { ...application, formerState }, settled)
  } else if (isSecondOpen(application, steps))
    await finishSecond(ctx, application, ofSecondHalf(settled, steps, application.refused))
  else if (isDecided(application)) {
    const { results, log } = settled
    await finishDecision(ctx, application, { results: results.slice(-1), log })
  } else if (await isToBeFinished(ctx, application, settled)) {
    const all = withRefused(settled, application.refused)
    await finishApplying(ctx, application, all, readyOnOf(application, account.timeZone))
  } else await settleLog(ctx, customerId, settled)
}

/** On what becomes of its experiment, and Google has not answered yet. */
const isDecided = ({ experimentState: state }: Application) =>
  state === EXPERIMENT.promoting || state === EXPERIMENT.ending

/** One that was given up as well, when a step turns out to be made, unless it was applied again since: that one holds. */
async function isToBeFinished(ctx: Context, application: Application, { results }: SettledSteps) {
  if (application.state !== STATE.failed) return application.state === STATE.applying
  const { customerId, recommendationId: id } = application
  const latest = await latestApplication(ctx, { customerId, id })
  const isSuperseded = latest !== null && latest.appliedAt > application.appliedAt
  return !isSuperseded && results.some(({ outcome }) => outcome === 'done')
}

/** Google could not be asked all this time: the outcome is unknown, and that is what is said until it is found. */
async function giveUp(ctx: Context, application: Application): Promise<void> {
  if (application.secondState === SECOND.applying) {
    const patch = { state: STATE.partlyApplied, secondState: SECOND.cancelled, secondNote: LOST }
    await setState(ctx, application, patch)
    return
  }
  if (isDecided(application)) {
    const { state } = application
    const patch = { state, experimentState: EXPERIMENT.running, experimentNote: LOST }
    await setState(ctx, application, patch)
    return
  }
  if (application.state === STATE.undoing) {
    const problems = [...application.problems, LOST]
    await setState(ctx, application, { state: STATE.partlyUndone, problems })
    return
  }
  const isGivenUp = await setState(ctx, application, { state: STATE.failed, problems: [LOST] })
  if (isGivenUp) await setStatus(ctx, application, STATUS.pending)
}
