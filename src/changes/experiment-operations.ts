import type { Json } from '#platform/google-ads/field-paths.ts'
import { type Operation, shapeOf, type Target, targetOf } from './operations.ts'

/** What is tried on half of a campaign's searches: one change of its bidding. */
export type ExperimentAsk = {
  /** Of the campaign itself. */
  operation: Operation
  /** Unlike that of any other in the account, in its last eight characters too. */
  name: string
  /** Both included, in the account's time zone. */
  startsOn: string
  endsOn: string
}

/** Whether they have doors of their own at Google, and are looked up by how their experiment stands. */
export const isExperiment = (operations: readonly Operation[]) =>
  operations.some((operation) => shapeOf(operation)?.from.startsWith('experiment'))

/** Made in this order: what one makes the next ones name. */
export function experimentOperations(ask: ExperimentAsk): Operation[] {
  const { operation, name, startsOn, endsOn } = ask
  const base = baseOf(operation)
  const account = base.split('/').slice(0, 2).join('/')
  const experiment = `${account}/experiments/-1`
  const goals = [{ metric: 'CONVERSIONS', direction: 'INCREASE' }]
  const dates = { startDate: startsOn, endDate: endsOn }
  // Of the campaign beside it, which keeps its name for good: no two of them may end alike.
  const suffix = `[prueba ${name.slice(-8)}]`
  const create = { resourceName: experiment, name, suffix, type: 'SEARCH_CUSTOM' }
  const arm = { experiment, trafficSplit: '50' }
  const { campaignOperation: change = {} } = operation
  const update = { ...(change.update as Json), resourceName: `${account}/campaigns/-2` }
  return [
    {
      experimentOperation: {
        create: { ...create, status: 'SETUP', ...dates, goals, syncEnabled: true },
      },
    },
    {
      experimentArmOperation: {
        create: { ...arm, name: 'control', control: true, campaigns: [base] },
      },
    },
    { experimentArmOperation: { create: { ...arm, name: 'prueba', control: false } } },
    { campaignOperation: { ...change, update } },
    { scheduleExperiment: { resourceName: experiment } },
  ]
}

/** The campaign of a change, by its resource name. */
export const baseOf = (operation: Operation) => targetOf(operation).resourceName ?? ''

/** `change`: what it makes of the base campaign, to take it back by. */
export const promotionOf = (experiment: string, change: Operation): Operation => ({
  promoteExperiment: { resourceName: experiment, change },
})

/** What a promotion did to the base campaign; null of anything else. */
export function promotedChange({ promoteExperiment }: Operation): Target | null {
  return promoteExperiment ? targetOf(promoteExperiment.change as Operation) : null
}

export const endingOf = (experiment: string): Operation => ({
  endExperiment: { resourceName: experiment },
})

/** As Google is asked for it: names of ours are for the log alone. */
export function createdBy(operation: Operation): Json {
  const [{ create = {} } = {}] = Object.values(operation) as { create?: Json }[]
  const { resourceName, ...asked } = create
  return asked
}
