import { experimentOfCopy, treatmentOf } from '../experiments/experiment.ts'
import { restrictionsField } from '../restrictions.ts'
import type { AdGroup, BiddingStrategy, Campaign } from '../structure.ts'
import {
  bidMicros,
  EDITABLE_STATUS,
  find,
  idPart,
  money,
  type Operation,
  oneOf,
  type Prepared,
  Refused,
  required,
  type Scope,
  update,
} from './operation.ts'
import { setupFields } from './setup-operations.ts'

export function campaignOperation(scope: Scope, operation: Operation): Prepared {
  const name = operation.remove ?? operation.update?.resourceName
  const id = Number(idPart(scope, name, 'campaigns'))
  const campaign = inDesign(scope, id) ?? find(scope, scope.state.campaigns, id, name)
  refuseRemoved(scope, campaign.status)
  if (operation.remove) return removed(campaign, operation.remove)
  // A strategy of its own takes a campaign out of the one it shares, as it does at Google.
  const bidding = (change: Partial<Campaign>) => () => {
    delete campaign.biddingStrategyId
    delete campaign.targetCpaMicros
    delete campaign.targetRoas
    Object.assign(campaign, change)
  }
  return update(
    operation,
    {
      resourceType: 'CAMPAIGN',
      resourceName: String(name),
      campaignId: campaign.id,
      wire: 'campaign',
    },
    {
      status: {
        old: campaign.status,
        check: (value) => write(campaign, 'status', oneOf(scope, 'status', value, EDITABLE_STATUS)),
      },
      name: {
        old: campaign.name,
        check: (value) => write(campaign, 'name', text(scope, 'name', value)),
      },
      'maximizeConversions.targetCpaMicros': {
        old: campaign.targetCpaMicros,
        check: (value) =>
          bidding({
            biddingType: 'MAXIMIZE_CONVERSIONS',
            targetCpaMicros: bidMicros(scope, 'maximize_conversions', value),
          }),
      },
      'targetCpa.targetCpaMicros': {
        old: campaign.targetCpaMicros,
        check: (value) =>
          bidding({
            biddingType: 'TARGET_CPA',
            targetCpaMicros: bidMicros(scope, 'target_cpa', value),
          }),
      },
      'maximizeConversionValue.targetRoas': {
        old: campaign.targetRoas,
        check: (value) =>
          bidding({ biddingType: 'MAXIMIZE_CONVERSION_VALUE', targetRoas: roas(scope, value) }),
      },
      biddingStrategy: {
        old: campaign.biddingStrategyId && strategyName(scope, campaign.biddingStrategyId),
        check: (value) => {
          const { id } = findStrategy(scope, value)
          return bidding({ biddingType: 'TARGET_CPA', biddingStrategyId: id })
        },
      },
      ...setupFields(scope, campaign),
    },
  )
}

function inDesign({ state }: Scope, id: number): Campaign | undefined {
  const experiment = experimentOfCopy(state, id)
  return experiment && treatmentOf(experiment)?.inDesign
}

export function budgetOperation(scope: Scope, operation: Operation): Prepared {
  const name = operation.update?.resourceName
  const budget = find(
    scope,
    scope.state.budgets,
    Number(idPart(scope, name, 'campaignBudgets')),
    name,
  )
  const campaign = [...scope.state.campaigns.values()].find((c) => c.budgetId === budget.id)
  const path = [...scope.path, 'amount_micros']
  const amount = (value: unknown) =>
    money(value, (kind) =>
      kind === 'negative'
        ? new Refused(
            'campaignBudgetError',
            'MONEY_AMOUNT_CANNOT_BE_NEGATIVE',
            'The amount cannot be negative.',
            path,
            String(value),
          )
        : new Refused(
            'campaignBudgetError',
            'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
            'The amount must be a multiple of the minimum currency unit.',
            path,
            String(value),
          ),
    )
  return update(
    operation,
    {
      resourceType: 'CAMPAIGN_BUDGET',
      resourceName: String(name),
      ...(campaign && { campaignId: campaign.id }),
      wire: 'campaignBudget',
    },
    {
      amountMicros: {
        old: budget.amountMicros,
        check: (value) => write(budget, 'amountMicros', positive(scope, amount(value))),
      },
      name: {
        old: budget.name,
        check: (value) => write(budget, 'name', text(scope, 'name', value)),
      },
    },
  )
}

export function adGroupOperation(scope: Scope, operation: Operation): Prepared {
  const name = operation.update?.resourceName
  const group: AdGroup = find(
    scope,
    scope.state.adGroups,
    Number(idPart(scope, name, 'adGroups')),
    name,
  )
  refuseRemoved(scope, group.status)
  return update(
    operation,
    {
      resourceType: 'AD_GROUP',
      resourceName: String(name),
      campaignId: group.campaignId,
      adGroupId: group.id,
      wire: 'adGroup',
    },
    {
      status: {
        old: group.status,
        check: (value) => write(group, 'status', oneOf(scope, 'status', value, EDITABLE_STATUS)),
      },
      name: { old: group.name, check: (value) => write(group, 'name', text(scope, 'name', value)) },
      cpcBidMicros: {
        old: group.cpcBidMicros,
        check: (value) => write(group, 'cpcBidMicros', bidMicros(scope, 'cpc_bid_micros', value)),
      },
      targetCpaMicros: {
        old: group.targetCpaMicros,
        check: (value) =>
          write(group, 'targetCpaMicros', bidMicros(scope, 'target_cpa_micros', value)),
      },
      'targetingSetting.targetRestrictions': restrictionsField(scope, group, (change) =>
        Object.assign(group, change),
      ),
    },
  )
}

export function biddingStrategyOperation(scope: Scope, operation: Operation): Prepared {
  const name = operation.update?.resourceName
  const strategy = findStrategy(scope, name)
  return update(
    operation,
    { resourceType: 'BIDDING_STRATEGY', resourceName: String(name), wire: 'biddingStrategy' },
    {
      'targetCpa.targetCpaMicros': {
        old: strategy.targetCpaMicros,
        check: (value) => write(strategy, 'targetCpaMicros', bidMicros(scope, 'target_cpa', value)),
      },
      name: {
        old: strategy.name,
        check: (value) => write(strategy, 'name', text(scope, 'name', value)),
      },
    },
  )
}

function findStrategy(scope: Scope, name: unknown): BiddingStrategy {
  const id = Number(idPart(scope, name, 'biddingStrategies'))
  return find(scope, scope.state.biddingStrategies, id, name)
}

const strategyName = ({ prefix }: Scope, id: number) => `${prefix}/biddingStrategies/${id}`

function removed(campaign: Campaign, resourceName: string): Prepared {
  return {
    resourceName,
    info: {
      resourceType: 'CAMPAIGN',
      resourceName,
      campaignId: campaign.id,
      operation: 'REMOVE',
      changedFields: [],
      oldResource: { campaign: { status: campaign.status } },
      newResource: {},
    },
    apply: write(campaign, 'status', 'REMOVED'),
  }
}

/** A checked value waiting to be written. */
export function write<T, K extends keyof T>(entity: T, key: K, value: T[K]): () => void {
  return () => {
    entity[key] = value
  }
}

export function refuseRemoved(scope: Scope, status: string): void {
  if (status === 'REMOVED')
    throw new Refused(
      'contextError',
      'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
      'The operation is not allowed for removed resources.',
      scope.path,
    )
}

export function text(scope: Scope, field: string, value: unknown): string {
  if (typeof value === 'string' && value.trim()) return value
  throw required(scope, field)
}

function positive(scope: Scope, micros: number): number {
  if (micros > 0) return micros
  throw new Refused(
    'campaignBudgetError',
    'MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC',
    'The amount is below the minimum.',
    [...scope.path, 'amount_micros'],
  )
}

function roas(scope: Scope, value: unknown): number {
  const target = Number(value)
  if (target >= 0.01 && target <= 1000) return target
  throw new Refused(
    'rangeError',
    target > 1000 ? 'TOO_HIGH' : 'TOO_LOW',
    'Target ROAS must be between 0.01 and 1000.',
    [...scope.path, 'maximize_conversion_value'],
    String(value),
  )
}
