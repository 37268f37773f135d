import type { Context } from '#platform/context.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { EXPERIMENT_QUERIES } from '#platform/google-ads/queries.ts'
import type { Card } from './card-words.ts'
import { type Candidate, experimentRefusal } from './experiment-eligibility.ts'
import { baseOf, type ExperimentAsk, experimentOperations } from './experiment-operations.ts'
import { targetOf } from './operations.ts'
import { type CheckedStep, checkSteps } from './plan-steps.ts'
import { rehearse } from './send.ts'

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
    (await refusalByRules(ads, ask)) ??
    (await rehearse(ads, operations.slice(0, 1)))[0] ??
    null
  const steps = operations.map((operation, i): CheckedStep => {
    const isChange = 'campaignOperation' in operation
    const own = isChange ? change! : { summary: SUMMARIES[i]!, ...NOTHING_THERE }
    return { ...own, operation, target: targetOf(operation), problem: refusal, refusal }
  })
  return { steps, refusal }
}

const NOTHING_THERE = { before: null, values: [], conflicts: [] }

const SUMMARIES = [
  'Crear el experimento',
  'Dejar la mitad de las búsquedas como están',
  'Dar la otra mitad a la prueba',
  '',
  'Programar el experimento',
]

async function refusalByRules(ads: AccountAds, ask: ExperimentAsk): Promise<string | null> {
  const base = baseOf(ask.operation)
  const query = EXPERIMENT_QUERIES.base.replace('{name}', base)
  const [campaign = {}] = (await ads.search(query)) as Candidate[]
  const arms = (await ads.search(EXPERIMENT_QUERIES.controls)) as ArmRow[]
  const open = (await ads.search(EXPERIMENT_QUERIES.open)) as ExperimentRow[]
  const own = new Set(
    arms.flatMap(({ experimentArm: { campaigns = [], experiment } = {} }) =>
      campaigns.includes(base) ? [experiment] : [],
    ),
  )
  const others = open.flatMap(({ experiment: one }) =>
    one && own.has(one.resourceName) ? [one] : [],
  )
  return experimentRefusal(campaign, others, ask)
}

type ArmRow = { experimentArm?: { experiment?: string; campaigns?: string[] } }
type ExperimentRow = {
  experiment?: { resourceName?: string; startDate?: string; endDate?: string }
}
