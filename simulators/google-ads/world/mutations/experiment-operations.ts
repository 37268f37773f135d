import { type Experiment, type ExperimentArm, statusAt } from '../experiments/experiment.ts'
import type { Campaign } from '../structure.ts'
import { text } from './campaign-operations.ts'
import {
  find,
  idPart,
  type Json,
  type Operation,
  oneOf,
  type Prepared,
  Refused,
  required,
  type Scope,
} from './operation.ts'

const DAY_MS = 86_400_000
const MOST_DAYS_AHEAD = 365

/** Those that are drafted in a second campaign, of the types that the simulator's campaigns can be in. */
const TYPES = ['SEARCH_CUSTOM'] as const

export function experimentOperation(scope: Scope, { create, remove }: Operation): Prepared {
  const { state, at } = scope
  if (remove) {
    const experiment = experimentNamed(scope, remove)
    if (statusAt(experiment, at) === 'INITIATED')
      throw refused(scope, 'CANNOT_REMOVE_IN_CREATION_EXPERIMENT')
    return {
      resourceName: remove,
      apply: () => {
        experiment.status = 'REMOVED'
      },
    }
  }
  if (!create) throw required(scope, 'create')
  const name = text(scope, 'name', create.name)
  for (const known of state.experiments.values())
    if (known.name === name && known.status !== 'REMOVED')
      throw refused(scope, 'DUPLICATE_EXPERIMENT_NAME', name)
  oneOf(scope, 'status', create.status, ['SETUP'])
  const type = oneOf(scope, 'type', create.type, TYPES)
  const { startDate, endDate } = datesOf(scope, create)
  const id = state.nextId
  const experiment: Experiment = {
    id,
    name,
    description: String(create.description ?? ''),
    suffix: String(create.suffix ?? ''),
    type,
    status: 'SETUP',
    startDate,
    endDate,
    goals: (create.goals as unknown[] | undefined) ?? [],
    syncEnabled: create.syncEnabled === true,
    arms: [],
  }
  return {
    resourceName: `${scope.prefix}/experiments/${id}`,
    apply: () => {
      state.nextId++
      state.experiments.set(id, experiment)
    },
  }
}

function datesOf(scope: Scope, { startDate, endDate }: Json) {
  const isDay = (day: unknown) => /^\d{4}-\d\d-\d\d$/.test(String(day))
  if (!isDay(startDate)) throw required(scope, 'start_date')
  if (!isDay(endDate)) throw refused(scope, 'INVALID_DURATION_FOR_AN_EXPERIMENT')
  const [start, end, today] = [String(startDate), String(endDate), scope.at.slice(0, 10)]
  if (start < today) throw refused(scope, 'CANNOT_SET_START_DATE_IN_PAST', start)
  if (end < start) throw refused(scope, 'END_DATE_BEFORE_START_DATE', end)
  if (Date.parse(start) > Date.parse(today) + MOST_DAYS_AHEAD * DAY_MS)
    throw refused(scope, 'START_DATE_TOO_FAR_IN_FUTURE', start)
  return { startDate: start, endDate: end }
}

/** The control arm names its campaign, of which the treatment arm gets a copy to be edited. */
export function experimentArmOperation(scope: Scope, { create }: Operation): Prepared {
  if (!create) throw required(scope, 'create')
  const { state, prefix } = scope
  const experiment = experimentNamed(scope, create.experiment)
  if (experiment.status !== 'SETUP') throw armRefused(scope, 'CANNOT_MODIFY_CAMPAIGN_IDS')
  const name = text(scope, 'name', create.name)
  const isControl = create.control === true
  const trafficSplit = Number(create.trafficSplit)
  if (!(trafficSplit >= 1 && trafficSplit <= 100))
    throw refused(scope, 'INVALID_TRIAL_ARM_TRAFFIC_SPLIT', String(create.trafficSplit))
  const { arms } = experiment
  if (arms.length >= 2) throw armRefused(scope, 'EXPERIMENT_ARM_COUNT_LIMIT_EXCEEDED')
  if (arms.some((arm) => arm.name === name))
    throw armRefused(scope, 'DUPLICATE_EXPERIMENT_ARM_NAME', name)
  if (isControl && arms.some(({ control }) => control))
    throw refused(scope, 'CANNOT_HAVE_MULTIPLE_CONTROL_ARMS')
  const base = isControl ? baseOf(scope, experiment, create) : copiedOf(scope, experiment, create)
  const id = state.nextId
  const arm: ExperimentArm = { id, name, control: isControl, trafficSplit, campaignId: base.id }
  if (!isControl)
    arm.inDesign = {
      ...structuredClone(base),
      id: id + 1,
      name: `${base.name} ${experiment.suffix}`,
    }
  return {
    resourceName: `${prefix}/experimentArms/${experiment.id}~${id}`,
    apply: () => {
      state.nextId += 2
      experiment.arms.push(arm)
    },
  }
}

function copiedOf(scope: Scope, { arms }: Experiment, { campaigns }: Json): Campaign {
  if (campaigns !== undefined) throw armRefused(scope, 'CANNOT_SET_TREATMENT_ARM_CAMPAIGN')
  const control = arms.find((arm) => arm.control)
  if (!control) throw refused(scope, 'IN_DESIGN_CAMPAIGNS_NOT_SET')
  return scope.state.campaigns.get(control.campaignId) as Campaign
}

function baseOf(scope: Scope, experiment: Experiment, { campaigns }: Json): Campaign {
  const [name, ...more] = (campaigns as unknown[] | undefined) ?? []
  if (more.length > 0) throw armRefused(scope, 'TOO_MANY_CAMPAIGNS_IN_EXPERIMENT_ARM')
  const { state } = scope
  const base = find(scope, state.campaigns, Number(idPart(scope, name, 'campaigns')), name)
  if (base.status === 'REMOVED') throw armRefused(scope, 'INVALID_CAMPAIGN_STATUS', String(name))
  if (base.channel !== 'SEARCH') throw refused(scope, 'INVALID_CAMPAIGN_CHANNEL_TYPE', String(name))
  if (!experiment.suffix) throw armRefused(scope, 'CANNOT_MODIFY_CAMPAIGN_WITHOUT_SUFFIX_SET')
  if (state.budgets.get(base.budgetId)?.shared)
    throw armRefused(scope, 'CANNOT_ADD_CAMPAIGN_WITH_SHARED_BUDGET', String(name))
  if (base.biddingStrategyId !== undefined)
    throw armRefused(scope, 'BIDDING_STRATEGY_NOT_SUPPORTED_IN_EXPERIMENTS', String(name))
  if (base.startDay > experiment.startDate)
    throw armRefused(scope, 'CANNOT_ADD_BASE_CAMPAIGN_WITH_DATE_RANGE', String(name))
  if ([...state.experiments.values()].some((other) => overlaps(other, experiment, base.id)))
    throw refused(scope, 'OVERLAPPING_MEMBERS_AND_DATE_RANGE', String(name))
  return base
}

function overlaps(other: Experiment, { id, startDate, endDate }: Experiment, campaignId: number) {
  const isOver = other.status === 'REMOVED' || other.status === 'PROMOTED'
  const isMember = other.arms.some((arm) => arm.campaignId === campaignId)
  const meets = other.startDate <= endDate && startDate <= other.endDate
  return other.id !== id && !isOver && isMember && meets
}

export function experimentNamed(scope: Scope, name: unknown): Experiment {
  const { experiments } = scope.state
  const found = find(scope, experiments, Number(idPart(scope, name, 'experiments')), name)
  if (found.status === 'REMOVED') throw refused(scope, 'CANNOT_MODIFY_REMOVED_EXPERIMENT')
  return found
}

export function refused(scope: Scope, code: string, trigger?: string): Refused {
  return new Refused('experimentError', code, MESSAGE, scope.path, trigger)
}

function armRefused(scope: Scope, code: string, trigger?: string): Refused {
  return new Refused('experimentArmError', code, MESSAGE, scope.path, trigger)
}

const MESSAGE = 'The experiment cannot be changed in this way.'
