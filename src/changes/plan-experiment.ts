import type { Context } from '#platform/context.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { EXPERIMENT_QUERIES } from '#platform/google-ads/queries.ts'
import { changeFailure, refusalText } from '#platform/google-ads/refusals.ts'
import type { Card } from './card-words.ts'
import { type Eligibility, experimentRefusal } from './experiment-eligibility.ts'
import {
  baseOf,
  createdBy,
  type ExperimentAsk,
  experimentOperations,
} from './experiment-operations.ts'
import { type Operation, targetOf } from './operations.ts'
import { type CheckedStep, checkSteps } from './plan-steps.ts'

/** Of all steps the same is said: they are one thing. */
export type CheckedExperiment = { steps: CheckedStep[]; refusal: string | null }

/** Nothing is changed: the change itself is judged as if it were for all, and Google is asked what it would take. */
export async function checkExperiment(
  ctx: Context,
  ads: AccountAds,
  ask: ExperimentAsk,
  card: Card,
): Promise<CheckedExperiment> {
  const [change] = await checkSteps(ctx, ads, [ask.operation], card)
  const operations = experimentOperations(ask)
  const refusal =
    change!.refusal ??
    experimentRefusal(await readEligibility(ads, ask), ask) ??
    (await rehearseExperiment(ads, operations[0]!))
  const steps = operations.map((operation, i): CheckedStep => {
    const isChange = 'campaignOperation' in operation
    return {
      operation,
      target: targetOf(operation),
      before: isChange ? change!.before : null,
      summary: isChange ? change!.summary : SUMMARIES[i]!,
      values: isChange ? change!.values : [],
      conflicts: isChange ? change!.conflicts : [],
      problem: refusal,
      refusal,
    }
  })
  return { steps, refusal }
}

const SUMMARIES = [
  'Crear el experimento',
  'Dejar la mitad de las búsquedas como están',
  'Dar la otra mitad a la prueba',
  '',
  'Programar el experimento',
]

async function rehearseExperiment(ads: AccountAds, operation: Operation): Promise<string | null> {
  try {
    await ads.mutateExperiment({ create: createdBy(operation) }, { validateOnly: true })
    return null
  } catch (error) {
    const refusal = refusalText(error)
    if (refusal === null) throw changeFailure(error)
    return refusal
  }
}

async function readEligibility(
  ads: AccountAds,
  { operation }: ExperimentAsk,
): Promise<Eligibility> {
  const base = baseOf(operation)
  const [row] = (await ads.search(
    EXPERIMENT_QUERIES.base.replace('{name}', base),
  )) as EligibilityRow[]
  const arms = (await ads.search(EXPERIMENT_QUERIES.controls)) as ArmRow[]
  const others = (await ads.search(EXPERIMENT_QUERIES.open)) as ExperimentRow[]
  const own = new Set(
    arms.flatMap(({ experimentArm: { campaigns = [], experiment } = {} }) =>
      campaigns.includes(base) ? [experiment] : [],
    ),
  )
  const { campaign = {}, campaignBudget = {} } = row ?? {}
  return {
    channelType: campaign.advertisingChannelType ?? null,
    status: campaign.status ?? 'REMOVED',
    isCopy: (campaign.experimentType ?? 'BASE') !== 'BASE',
    isPortfolio: campaign.biddingStrategy !== undefined,
    isBudgetShared: campaignBudget.explicitlyShared ?? false,
    isBudgetDaily: (campaignBudget.period ?? 'DAILY') === 'DAILY',
    startsOn: (campaign.startDateTime ?? '').slice(0, 10),
    endsOn: (campaign.endDateTime ?? '9999-12-31').slice(0, 10),
    declaresPolitics: campaign.containsEuPoliticalAdvertising !== undefined,
    others: others.flatMap(({ experiment: one = {} }) =>
      own.has(one.resourceName) ? [{ from: one.startDate ?? '', to: one.endDate ?? '' }] : [],
    ),
  }
}

type EligibilityRow = {
  campaign?: {
    status?: string
    advertisingChannelType?: string
    experimentType?: string
    biddingStrategy?: string
    startDateTime?: string
    endDateTime?: string
    containsEuPoliticalAdvertising?: string
  }
  campaignBudget?: { explicitlyShared?: boolean; period?: string }
}
type ArmRow = { experimentArm?: { experiment?: string; campaigns?: string[] } }
type ExperimentRow = {
  experiment?: { resourceName?: string; startDate?: string; endDate?: string }
}
