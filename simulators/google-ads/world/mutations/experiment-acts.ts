import { responseTo } from '../experiments/bid-response.ts'
import { controlOf, type Experiment, statusAt, treatmentOf } from '../experiments/experiment.ts'
import type { AccountState, Campaign } from '../structure.ts'
import { experimentNamed, refused } from './experiment-operations.ts'
import { idPart, type Json, type Prepared, required, type Scope } from './operation.ts'

/** Begins the work that makes the second campaign; what goes wrong then is told when that work is asked about. */
export function scheduleExperiment(scope: Scope, { resourceName }: Json): Prepared {
  const experiment = experimentNamed(scope, resourceName)
  const { state, at } = scope
  const [control, treatment] = [controlOf(experiment), treatmentOf(experiment)]
  if (statusAt(experiment, at) !== 'SETUP') throw refused(scope, 'STATUS_TRANSITION_INVALID')
  if (!control || !treatment?.inDesign) throw refused(scope, 'IN_DESIGN_CAMPAIGNS_NOT_SET')
  if (experiment.startDate < at.slice(0, 10)) throw refused(scope, 'CANNOT_SET_START_DATE_IN_PAST')
  const base = state.campaigns.get(control.campaignId) as Campaign
  const changed = treatment.inDesign
  const operationId = state.nextId
  return {
    resourceName: `${scope.prefix}/operations/${operationId}`,
    apply: () => {
      state.nextId++
      experiment.status = 'ENABLED'
      const failure = failureOf(state, changed)
      const response = responseTo(base, changed)
      experiment.schedule = { operationId, at, polls: 0, response, ...(failure && { failure }) }
    },
  }
}

/** The campaigns of experiments that are over stay in the account, and keep their names. */
function failureOf({ campaigns, experiments }: AccountState, changed: Campaign) {
  const copies = [...experiments.values()].flatMap((one) =>
    one.schedule && !one.schedule.failure ? (treatmentOf(one)?.inDesign ?? []) : [],
  )
  const others = [...campaigns.values(), ...copies].filter((one) => one !== changed)
  const isTaken = others.some(({ name }) => name === changed.name)
  return (
    isTaken && {
      code: 'DUPLICATE_EXPERIMENT_CAMPAIGN_NAME',
      message: 'The experiment campaign name conflicts with a pre-existing campaign.',
    }
  )
}

/** At once: the base campaign has all of its searches again from the next day on. */
export function endExperiment(scope: Scope, { resourceName }: Json): Prepared {
  const experiment = experimentNamed(scope, resourceName)
  if (statusAt(experiment, scope.at) !== 'ENABLED')
    throw refused(scope, 'STATUS_TRANSITION_INVALID')
  return {
    resourceName: String(resourceName),
    apply: () => over(experiment, 'HALTED', scope.at),
  }
}

/** What was changed in the second campaign is changed in the base, and the experiment is over. */
export function promoteExperiment(scope: Scope, { resourceName }: Json): Prepared {
  const experiment = experimentNamed(scope, resourceName)
  const { state, at } = scope
  if (statusAt(experiment, at) !== 'ENABLED') throw refused(scope, 'STATUS_TRANSITION_INVALID')
  if (experiment.startDate > at.slice(0, 10)) throw refused(scope, 'EXPERIMENT_NOT_YET_STARTED')
  const treatment = treatmentOf(experiment)?.inDesign
  const base = state.campaigns.get(controlOf(experiment)?.campaignId ?? 0)
  if (!treatment || !base) throw required(scope, 'resource_name')
  const operationId = state.nextId
  return {
    resourceName: `${scope.prefix}/operations/${operationId}`,
    apply: () => {
      state.nextId++
      experiment.promotion = { operationId, at, polls: 0 }
      const { id, name, ...settings } = treatment
      delete base.targetCpaMicros
      delete base.targetRoas
      Object.assign(base, structuredClone(settings))
      over(experiment, 'PROMOTED', at)
    },
  }
}

/** Asked how far the work is. */
export function pollRunning(scope: Scope, { resourceName }: Json): Prepared {
  const id = Number(idPart(scope, resourceName, 'operations'))
  const all = [...scope.state.experiments.values()]
  const running = all
    .flatMap(({ schedule, promotion }) => [schedule, promotion])
    .find((one) => one?.operationId === id)
  return {
    resourceName: String(resourceName),
    apply: () => {
      if (running) running.polls++
    },
  }
}

function over(experiment: Experiment, status: 'HALTED' | 'PROMOTED', at: string): void {
  const today = at.slice(0, 10)
  experiment.status = status
  if (experiment.endDate > today) experiment.endDate = today
}
