import type { Column } from '#engine/account/known-figures.ts'
import { addUp } from '#engine/account/measurement.ts'
import type { CampaignFacts, KeywordFacts, WholeSnapshot } from '#engine/account/snapshot.ts'
import { type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { drawPoisson } from '../draws.ts'
import { ALL_DAYS, TODAY, WINDOW, WINDOW_DAYS } from './calendar.ts'
import { bidStepsOf, recentOf } from './history.ts'
import { LOST_TO_RANK } from './populations.ts'
import { CLICK_RATE, type Splits } from './splits.ts'
import { dividedSums, sumsOf } from './traffic.ts'
import type { Campaign, Unit, World } from './world.ts'

/** Budget × cost where no budget runs out. */
export const UNUSED_BUDGET = 1.5

/** What the engine is shown of the account. */
export function snapshotOf(world: World, { inventory }: Splits): WholeSnapshot {
  const next = uniformsFrom(`days ${world.variant.name} ${world.seed}`)
  const campaigns = world.campaigns.map((campaign) => factsOf(world, campaign))
  const shown = world.units.filter(({ term, clicks, text }) => term && clicks > 0 && text)
  const hidden = world.units.filter(({ term }) => !term)
  const recent = recentOf(world)
  return {
    account: {
      name: 'Cuenta de prueba',
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today: TODAY,
      source: 'google',
    },
    window: WINDOW,
    targetCpaMicros: Math.round(world.target * MICROS),
    campaigns,
    adGroups: world.campaigns.flatMap(({ id, adGroups }) =>
      adGroups.map((group) => ({
        id: group.id,
        campaignId: id,
        name: `Grupo ${group.id}`,
        status: 'ENABLED' as const,
      })),
    ),
    keywords: keywordFacts(world, recent),
    searchTerms: shown.map((unit) => ({ ...termFacts(world, unit), recent: recent([unit]) })),
    bidSteps: bidStepsOf(world, bidOf),
    negatives: [],
    conversionActions: [
      { id: '5', name: 'Compra', status: 'ENABLED', category: 'PURCHASE', primaryForGoal: true },
    ],
    accountDays: accountDays(next, world, campaigns),
    hiddenSearchTerms: sumsOf(hidden, CLICK_RATE),
    inventory: {
      ...inventory,
      deviceModifiers: [],
      changes: [],
      placements: placements(world),
      ...evenInventory(next, world, campaigns),
    },
  }
}

function keywordFacts(world: World, recent: ReturnType<typeof recentOf>): KeywordFacts<Column>[] {
  const byKeyword = Map.groupBy(world.units, (unit) => `${unit.adGroupId} ${unit.criterionId}`)
  return world.keywords.map(({ copyOf: _, ...keyword }) => {
    const units = byKeyword.get(`${keyword.adGroupId} ${keyword.criterionId}`) ?? []
    return {
      ...keyword,
      matchType: isManual(world, keyword.campaignId) ? 'EXACT' : 'PHRASE',
      status: 'ENABLED',
      bidMicros: bidOf(units),
      sums: sumsOf(units, CLICK_RATE),
      recent: recent(units),
    }
  })
}

function placements(world: World) {
  return world.units
    .filter(({ text, clicks }) => !text && clicks > 0)
    .map((unit) => ({
      campaignId: unit.campaignId,
      placement: unit.term,
      name: unit.term,
      type: 'WEBSITE',
      sums: sumsOf([unit], CLICK_RATE),
    }))
}

const isManual = (world: World, id: string) =>
  world.campaigns.some((campaign) => campaign.id === id && campaign.kind === 'manual')

/** In cents, a third above what a click costs. */
function bidOf(units: readonly Unit[]): number {
  const cpc = units[0]?.cpc ?? 0.5
  return Math.max(1, Math.round(cpc * 1.3 * 100)) * 10_000
}

function termFacts(world: World, unit: Unit) {
  const { term, campaignId, adGroupId, criterionId, text } = unit
  const manual = isManual(world, campaignId)
  const match = manual ? 'EXACT' : 'PHRASE'
  const status = manual ? ('ADDED' as const) : ('NONE' as const)
  const place = { term, campaignId, adGroupId, criterionId, keywordText: text }
  return { ...place, matchType: match, status, sums: sumsOf([unit], CLICK_RATE) }
}

const STRATEGIES = {
  terms: ['SEARCH', 'TARGET_SPEND'],
  manual: ['SEARCH', 'MANUAL_CPC'],
  display: ['DISPLAY', 'MAXIMIZE_CONVERSIONS'],
} as const

function factsOf(world: World, campaign: Campaign): CampaignFacts<Column> {
  const { id, kind, lost } = campaign
  const units = world.units.filter(({ campaignId }) => campaignId === id)
  const sums = sumsOf(units, CLICK_RATE)
  const [channelType, biddingStrategyType] = STRATEGIES[kind]
  const lostToRank = kind === 'manual' ? LOST_TO_RANK : 0.1
  const eligible = kind === 'display' ? 0 : sums.impressions / (1 - lost - lostToRank)
  return {
    id,
    name: `Campaña ${id}`,
    status: 'ENABLED',
    channelType,
    biddingStrategyType,
    budgetId: `9${id}`,
    budgetMicros:
      Math.ceil(((sums.costMicros / WINDOW_DAYS) * (lost > 0 ? 1 : UNUSED_BUDGET)) / 10_000) *
      10_000,
    budgetShared: false,
    sums,
    impressionShare: {
      eligible: Math.round(eligible),
      lostToBudget: Math.round(eligible * lost),
      lostToRank: Math.round(eligible * lostToRank),
    },
  }
}

function accountDays(next: Uniforms, world: World, campaigns: readonly CampaignFacts<Column>[]) {
  const parts = world.campaigns.map(({ calendar }, i) => {
    const { sums } = campaigns[i]!
    const days = calendar.clicks.map((clicks, d) => ({
      clicks,
      conversions: calendar.conversions[d]!,
    }))
    const inside = dividedSums(next, sums, days.slice(0, WINDOW_DAYS))
    const after = days.slice(WINDOW_DAYS).map((share) => scaled(next, sums, share))
    return [...inside, ...after]
  })
  return ALL_DAYS.map((day, d) => ({ day, ...addUp(parts.map((rows) => rows[d]!)) }))
}

/** A day after the window: as many clicks and conversions as its share says, give or take chance. */
function scaled(
  next: Uniforms,
  sums: Metrics,
  share: { clicks: number; conversions: number },
): Metrics {
  const conversions = drawPoisson(next, (sums.conversionsMicros / MICROS) * share.conversions)
  return {
    impressions: Math.round(sums.impressions * share.clicks),
    clicks: Math.round(sums.clicks * share.clicks),
    costMicros: Math.round(sums.costMicros * share.clicks),
    conversionsMicros: conversions * MICROS,
    valueMicros: 0,
  }
}

/** Splits in which nothing is planted: hours, places and networks that all convert alike. */
function evenInventory(next: Uniforms, world: World, campaigns: readonly CampaignFacts<Column>[]) {
  const search = campaigns.filter(({ channelType }) => channelType === 'SEARCH')
  const even = (count: number) =>
    Array.from({ length: count }, () => ({ clicks: 1, conversions: 1 }))
  const regions = ['Madrid', 'Cataluña', 'Andalucía', 'Galicia']
  return {
    hours: search.flatMap(({ id, sums }) =>
      dividedSums(next, sums, even(168)).map((own, i) => ({
        campaignId: id,
        weekday: Math.floor(i / 24) + 1,
        hour: i % 24,
        sums: own,
      })),
    ),
    adSchedules: [],
    regions: search.flatMap(({ id, sums }) =>
      dividedSums(next, sums, even(regions.length)).map((own, i) => ({
        campaignId: id,
        regionId: String(i + 1),
        name: regions[i]!,
        sums: own,
      })),
    ),
    networks: search.map(({ id, sums }) => ({ campaignId: id, network: 'SEARCH', sums })),
    campaignSettings: world.campaigns.map(({ id }) => ({
      campaignId: id,
      positiveGeoTargetType: 'PRESENCE',
      targetsSearch: true,
      targetsSearchPartners: false,
      targetsDisplay: false,
      primaryStatusReasons: [],
      adRotation: 'OPTIMIZE',
      automations: [],
      restrictedDimensions: [],
      hasBrandExclusion: true,
    })),
  }
}
