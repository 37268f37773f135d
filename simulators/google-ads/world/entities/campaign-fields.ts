import type { FieldRow } from '../../account-source.ts'
import { recommendedBudget } from '../recommendations.ts'
import { restrictionsOf } from '../restrictions.ts'
import type { AccountState, AdGroup, BiddingStrategy, Budget, Campaign } from '../structure.ts'

export function campaignFields(state: AccountState, campaign: Campaign, prefix: string): FieldRow {
  const budget = state.budgets.get(campaign.budgetId)
  const strategy = state.biddingStrategies.get(campaign.biddingStrategyId ?? 0)
  const search = campaign.channel === 'SEARCH'
  const { setup } = campaign
  return {
    'campaign.resource_name': `${prefix}/campaigns/${campaign.id}`,
    'campaign.id': BigInt(campaign.id),
    'campaign.name': campaign.name,
    'campaign.status': campaign.status,
    'campaign.experiment_type': 'BASE',
    'campaign.base_campaign': `${prefix}/campaigns/${campaign.id}`,
    'campaign.serving_status': campaign.status === 'ENABLED' ? 'SERVING' : 'SUSPENDED',
    'campaign.primary_status': primaryStatus(campaign.status),
    'campaign.primary_status_reasons': statusReasons(campaign.status),
    'campaign.advertising_channel_type': campaign.channel,
    'campaign.bidding_strategy_type': campaign.biddingType,
    'campaign.payment_mode': 'CLICKS',
    'campaign.campaign_budget': `${prefix}/campaignBudgets/${campaign.budgetId}`,
    'campaign.start_date_time': `${campaign.startDay} 00:00:00`,
    'campaign.end_date_time': '2037-12-30 23:59:59',
    'campaign.network_settings.target_google_search': search,
    'campaign.network_settings.target_search_network': search && setup.searchPartners,
    'campaign.network_settings.target_content_network':
      campaign.channel === 'DISPLAY' || (search && setup.display),
    'campaign.network_settings.target_partner_search_network': false,
    'campaign.geo_target_type_setting.positive_geo_target_type': setup.geoTarget,
    'campaign.geo_target_type_setting.negative_geo_target_type': 'PRESENCE',
    'campaign.contains_eu_political_advertising': 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    'campaign.optimization_score': 0.62 + (campaign.id % 31) / 100,
    ...setupFields(setup),
    ...biddingFields(campaign),
    ...(budget && budgetFields(state, budget, prefix)),
    ...(strategy && {
      'campaign.bidding_strategy': `${prefix}/biddingStrategies/${strategy.id}`,
      'campaign.accessible_bidding_strategy': `${prefix}/accessibleBiddingStrategies/${strategy.id}`,
      ...biddingStrategyFields(strategy, prefix),
      ...Object.fromEntries(
        Object.entries(biddingStrategyFields(strategy, prefix))
          .filter(([name]) => !/resource_name|status/.test(name))
          .map(([name, value]) => [`accessible_${name}`, value]),
      ),
    }),
  }
}

export function biddingStrategyFields(strategy: BiddingStrategy, prefix: string): FieldRow {
  return {
    'bidding_strategy.resource_name': `${prefix}/biddingStrategies/${strategy.id}`,
    'bidding_strategy.id': BigInt(strategy.id),
    'bidding_strategy.name': strategy.name,
    'bidding_strategy.type': 'TARGET_CPA',
    'bidding_strategy.status': 'ENABLED',
    'bidding_strategy.target_cpa.target_cpa_micros': BigInt(strategy.targetCpaMicros),
  }
}

function setupFields(setup: Campaign['setup']): FieldRow {
  return {
    'campaign.ad_serving_optimization_status': setup.rotation,
    'campaign.ai_max_setting.enable_ai_max': setup.aiMax,
    'campaign.asset_automation_settings': setup.automations.map((assetAutomationType) => ({
      assetAutomationType,
      assetAutomationStatus: 'OPTED_IN',
    })),
    'campaign.targeting_setting.target_restrictions': restrictionsOf(setup),
    'campaign.bidding_strategy_system_status': 'ENABLED',
  }
}

function biddingFields({ biddingType, targetCpaMicros, targetRoas }: Campaign): FieldRow {
  const cpa = targetCpaMicros === undefined ? undefined : BigInt(targetCpaMicros)
  switch (biddingType) {
    case 'MANUAL_CPC':
      return { 'campaign.manual_cpc.enhanced_cpc_enabled': false }
    case 'MAXIMIZE_CONVERSIONS':
      return { 'campaign.maximize_conversions.target_cpa_micros': cpa ?? 0n }
    case 'MAXIMIZE_CONVERSION_VALUE':
      return { 'campaign.maximize_conversion_value.target_roas': targetRoas ?? 0 }
    case 'TARGET_CPA':
      return { 'campaign.target_cpa.target_cpa_micros': cpa }
  }
}

export function budgetFields(state: AccountState, budget: Budget, prefix: string): FieldRow {
  const users = [...state.campaigns.values()].filter(
    (campaign) => campaign.budgetId === budget.id && campaign.status !== 'REMOVED',
  )
  const recommended = recommendedBudget(users, budget)
  return {
    'campaign_budget.resource_name': `${prefix}/campaignBudgets/${budget.id}`,
    'campaign_budget.id': BigInt(budget.id),
    'campaign_budget.name': budget.name,
    'campaign_budget.amount_micros': BigInt(budget.amountMicros),
    'campaign_budget.status': budget.status,
    'campaign_budget.delivery_method': 'STANDARD',
    'campaign_budget.explicitly_shared': budget.shared,
    'campaign_budget.period': 'DAILY',
    'campaign_budget.type': 'STANDARD',
    'campaign_budget.reference_count': BigInt(users.length),
    'campaign_budget.has_recommended_budget': recommended !== undefined,
    ...(recommended !== undefined && {
      'campaign_budget.recommended_budget_amount_micros': BigInt(recommended),
    }),
  }
}

export function adGroupFields(state: AccountState, group: AdGroup, prefix: string): FieldRow {
  const campaign = state.campaigns.get(group.campaignId)
  const strategy = state.biddingStrategies.get(campaign?.biddingStrategyId ?? 0)
  const target = group.targetCpaMicros ?? strategy?.targetCpaMicros ?? campaign?.targetCpaMicros
  const types = {
    SEARCH: 'SEARCH_STANDARD',
    DISPLAY: 'DISPLAY_STANDARD',
    SHOPPING: 'SHOPPING_PRODUCT_ADS',
  }
  return {
    'ad_group.resource_name': `${prefix}/adGroups/${group.id}`,
    'ad_group.id': BigInt(group.id),
    'ad_group.name': group.name,
    'ad_group.status': group.status,
    'ad_group.campaign': `${prefix}/campaigns/${group.campaignId}`,
    'ad_group.primary_status': primaryStatus(group.status),
    'ad_group.type': types[campaign?.channel as keyof typeof types],
    'ad_group.cpc_bid_micros': BigInt(group.cpcBidMicros),
    'ad_group.targeting_setting.target_restrictions': restrictionsOf(group),
    ...(group.targetCpaMicros !== undefined && {
      'ad_group.target_cpa_micros': BigInt(group.targetCpaMicros),
    }),
    ...(target !== undefined && { 'ad_group.effective_target_cpa_micros': BigInt(target) }),
    ...(campaign?.targetRoas !== undefined && {
      'ad_group.effective_target_roas': campaign.targetRoas,
    }),
  }
}

export function primaryStatus(status: string): string {
  return status === 'ENABLED' ? 'ELIGIBLE' : status
}

function statusReasons(status: string): string[] {
  return status === 'ENABLED' ? [] : [`CAMPAIGN_${status}`]
}
