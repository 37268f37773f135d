import { isNotNull } from 'drizzle-orm'
import { logSteps, readSteps, type Step } from '#changes/change-log.ts'
import { endingOf, promotedChange, promotionOf } from '#changes/experiment-operations.ts'
import { assertMayChange } from '#changes/limits.ts'
import { readTargets } from '#changes/read-entities.ts'
import { makeSteps } from '#changes/send.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { CallerContext } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { type AccountAds, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { finalOf, type Measured } from '#shared/measured.ts'
import {
  type Application,
  latestApplication,
  lockApplication,
  operationsOf,
  ownedRecommendation,
  RECOMMENDATION_KIND,
} from '../queries/applications.ts'
import { MEASURED } from '../rules/change-state.ts'
import { type ShownExperiment, shownExperiment } from '../rules/experiment-state.ts'
import { testedChange } from '../rules/experiment-way.ts'
import { setState } from './application-state.ts'
import { type Decision, DONE, finishDecision, UNDER_WAY } from './finish-decision.ts'

/**
 * What was tried holds for the whole campaign from now on, or the campaign goes on as it was. Throws conflict where no experiment
 * waits for it, or what Google refuses. Harmless to repeat.
 */
export async function decideExperiment(
  ctx: CallerContext,
  id: string,
  decision: Decision,
): Promise<ShownExperiment> {
  const owned = await ownedRecommendation(ctx, id)
  const { account } = owned
  // The card may have been applied to all of the campaign since.
  const isTried = isNotNull(recommendationApplications.experiment)
  const former = await latestApplication(ctx, owned.recommendation, isTried)
  if (former?.experimentState === DONE[decision]) return shownExperiment(former)!
  assertDecidable(former, decision)
  await assertMayChange(ctx, account.customerId, 1)
  const ads = await adsOfAccount(ctx, account)
  const steps = await readSteps(ctx, account.customerId, former.id)
  const name = steps.find(({ step }) => step.operation.scheduleExperiment)?.resourceName ?? ''
  const step = await stepOf(ads, former, name, decision)
  const { application, rows } = await claim(ctx, former, decision, {
    step,
    firstIndex: steps.length,
  })
  const settled = await makeSteps(ads, [{ ...step, refusal: null }], rows)
  const finished = await finishDecision(ctx, application, settled)
  if (settled.error) throw settled.error
  return shownExperiment(finished)!
}

function assertDecidable(
  application: Application | null,
  decision: Decision,
): asserts application is Application {
  if (!application?.experiment || !MEASURED.includes(application.state))
    throw new AppError('conflict', NONE)
  if (application.experimentState !== EXPERIMENT.running) throw new AppError('conflict', DECIDED)
  // Only measure-applications writes it.
  if (decision === 'promote' && !finalOf(application.measured as Measured | null))
    throw new AppError('conflict', TOO_EARLY)
}

const NONE = 'No hay ningún experimento en marcha.'
const DECIDED = 'Ya se ha decidido sobre este experimento.'
const TOO_EARLY = 'El experimento todavía no se ha podido juzgar.'

/** Of the card as it was tried: an analysis may have renewed it since. */
async function stepOf(
  ads: AccountAds,
  { body }: Application,
  name: string,
  decision: Decision,
): Promise<Step> {
  if (decision === 'end')
    return { operation: endingOf(name), summary: 'Terminar el experimento', before: null }
  const change = testedChange(operationsOf(body as Analysed, ads.account))
  if (!change || 'refusal' in change) throw new AppError('conflict', NONE)
  const operation = promotionOf(name, change.operation)
  const [live] = await readTargets(ads, [promotedChange(operation)!])
  return { operation, summary: 'Promover el experimento', before: live?.image ?? null }
}

/** Logged before it is sent; of two who decide at once only one gets it. */
async function claim(
  ctx: CallerContext,
  former: Application,
  decision: Decision,
  { step, firstIndex }: { step: Step; firstIndex: number },
) {
  const { customerId, id: applicationId, recommendationId, state } = former
  return await inTransaction(ctx, async (ctx) => {
    const locked = await lockApplication(ctx, former)
    if (locked?.experimentState !== EXPERIMENT.running) throw new AppError('conflict', DECIDED)
    const patch = { state, experimentState: UNDER_WAY[decision], experimentNote: null }
    const application = await setState(ctx, former, patch)
    if (!application) throw new AppError('conflict', DECIDED)
    const of = { kind: RECOMMENDATION_KIND, recommendationId, applicationId, firstIndex }
    return { application, rows: await logSteps(ctx, customerId, [step], of) }
  })
}
