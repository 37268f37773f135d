import { restrictionsField } from '../restrictions.ts'
import type { Campaign } from '../structure.ts'
import {
  find,
  idPart,
  type Operation,
  oneOf,
  type Prepared,
  Refused,
  type Scope,
  update,
} from './operation.ts'

/** The switches of a campaign that may be changed, by path; not its money and bidding. */
export function setupFields(scope: Scope, campaign: Campaign) {
  const { setup } = campaign
  const flag = (field: string, value: unknown) => {
    if (typeof value === 'boolean' || value === undefined) return value ?? false
    throw new Refused('fieldError', 'INVALID_VALUE', 'The field value is invalid.', [
      ...scope.path,
      field,
    ])
  }
  const put = (change: Partial<Campaign['setup']>) => () => {
    campaign.setup = { ...campaign.setup, ...change }
  }
  return {
    'networkSettings.targetSearchNetwork': {
      old: setup.searchPartners,
      check: (value: unknown) => put({ searchPartners: flag('network_settings', value) }),
    },
    'networkSettings.targetContentNetwork': {
      old: setup.display,
      check: (value: unknown) => put({ display: flag('network_settings', value) }),
    },
    'geoTargetTypeSetting.positiveGeoTargetType': {
      old: setup.geoTarget,
      check: (value: unknown) =>
        put({
          geoTarget: oneOf(scope, 'geo_target_type_setting', value, [
            'PRESENCE',
            'PRESENCE_OR_INTEREST',
          ]),
        }),
    },
    'targetingSetting.targetRestrictions': restrictionsField(scope, setup, (change) =>
      Object.assign(campaign, { setup: { ...campaign.setup, ...change } }),
    ),
    adServingOptimizationStatus: {
      old: setup.rotation,
      check: (value: unknown) =>
        put({
          rotation: oneOf(scope, 'ad_serving_optimization_status', value, [
            'OPTIMIZE',
            'ROTATE_INDEFINITELY',
          ]),
        }),
    },
    'aiMaxSetting.enableAiMax': {
      old: setup.aiMax,
      check: (value: unknown) => put({ aiMax: flag('ai_max_setting', value) }),
    },
  }
}

export function recommendationSubscriptionOperation(scope: Scope, operation: Operation): Prepared {
  const name = operation.update?.resourceName
  const type = idPart(scope, name, 'recommendationSubscriptions')
  const { autoApply } = scope.state
  const old = find(scope, autoApply, type, name)
  return update(
    operation,
    {
      resourceType: 'RECOMMENDATION_SUBSCRIPTION',
      resourceName: String(name),
      wire: 'recommendationSubscription',
    },
    {
      status: {
        old,
        check: (value) => {
          const status = oneOf(scope, 'status', value, ['ENABLED', 'PAUSED'] as const)
          return () => void autoApply.set(type, status)
        },
      },
    },
  )
}
