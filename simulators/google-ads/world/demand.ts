import type { Blueprint } from './blueprint.ts'
import { matches, wordsOf } from './matching.ts'
import { lognormal, mix, textHash } from './random.ts'
import { type Theme, withModifier } from './themes.ts'
import type { CampaignPlan, Modifier } from './vocabulary/trade.ts'

/** One thing people search for (or, on Display, one ad group's placements). Money in micros. */
export type Demand = {
  /** '' for placements. */
  text: string
  words: readonly string[]
  /** Where its conversion rate comes from and, for `direct`, where it is served. 0: Performance Max. */
  groupId: number
  campaignId: number
  /** Served without keywords: Shopping, Display, Performance Max. */
  direct: boolean
  /** Searches of an average day; final after calibration. */
  volume: number
  ctr: number
  market: number
  cvr: number
  /** Value of a conversion in currency units. */
  value: number
  /** Searched often enough for Google to show the term. */
  visible: boolean
  plant?: 'waste' | 'converting' | 'dead'
  key: number
}

const CTR: Record<CampaignPlan['kind'], number> = {
  brand: 0.26,
  generic: 0.085,
  local: 0.09,
  longtail: 0.1,
  competitor: 0.035,
  display: 0.006,
  shopping: 0.013,
  pmax: 0.025,
}

type Claim = { groupId: number; campaign: number; weight: number; cvr: number }

/** All searches of the account's market. Depends on trade and seed only, never on later changes. */
export function buildDemand(blueprint: Blueprint, seed: number): Demand[] {
  const claims = new Map<string, Claim[]>()
  const placements: Demand[] = []
  for (const [groupId, theme] of blueprint.themes) {
    const campaign = campaignIndex(blueprint, groupId)
    const plan = blueprint.trade.campaigns[campaign] as CampaignPlan
    if (plan.status === 'PAUSED' || plan.status === 'REMOVED') continue
    const claim = (text: string, weight: number, cvr: number) => {
      if (plan.kind === 'display' || plan.kind === 'shopping') return
      const entry = { groupId, campaign, weight, cvr: cvr * (theme.product.cvr ?? 1) }
      const known = claims.get(text)
      if (known) known.push(entry)
      else claims.set(text, [entry])
    }
    claimSearches(blueprint, theme, claim)
    placements.push(...directSearches(blueprint, theme, plan, campaign, groupId, seed))
  }
  const owned = [...claims].map(([text, candidates]) => {
    const owner = candidates[mix(textHash(text), seed) % candidates.length] as Claim
    return makeDemand(blueprint, owner, text, seed)
  })
  const searches = [...owned, ...placements, ...performanceMax(blueprint, seed)]
  return [...searches, ...planted(blueprint, seed)]
}

function campaignIndex({ state, campaignIds }: Blueprint, groupId: number): number {
  return campaignIds.indexOf(state.adGroups.get(groupId)?.campaignId ?? 0)
}

function claimSearches(
  { trade }: Blueprint,
  theme: Theme,
  claim: (text: string, weight: number, cvr: number) => void,
): void {
  const pairs = theme.longtail ? 55 : 30
  for (const phrase of theme.phrases) {
    claim(phrase, theme.longtail ? 3 : 30, 1)
    for (const modifier of trade.modifiers) {
      const share = theme.longtail ? 0.6 : 1
      claim(withModifier(phrase, modifier), modifier.weight * share, modifier.cvr)
    }
    if (!theme.area)
      for (const area of trade.areas)
        claim(`${phrase} ${area.name.toLowerCase()}`, area.weight / 4, 1.1)
    for (let i = 0; i < pairs; i++) {
      const at = mix(textHash(phrase), i)
      const first = trade.modifiers[at % trade.modifiers.length] as Modifier
      const second = trade.modifiers[(at >>> 8) % trade.modifiers.length] as Modifier
      if (first === second || (first.before && second.before)) continue
      const text = withModifier(withModifier(phrase, first), second)
      claim(text, Math.sqrt(first.weight * second.weight) / 2.2, first.cvr * second.cvr)
    }
  }
}

function makeDemand(
  { trade, campaignIds }: Blueprint,
  claim: Claim,
  text: string,
  seed: number,
): Demand {
  const plan = trade.campaigns[claim.campaign] as CampaignPlan
  const { economics } = trade
  const key = mix(seed, textHash(text), claim.groupId)
  const groupCvr = lognormal(0.2, seed, claim.groupId, 31)
  const queryCvr = lognormal(0.35, key, 32)
  return {
    text,
    words: wordsOf(text),
    groupId: claim.groupId,
    campaignId: campaignIds[claim.campaign] ?? 0,
    direct: false,
    volume: claim.weight * lognormal(0.7, key, 33),
    ctr: CTR[plan.kind] * lognormal(0.2, key, 34),
    market: economics.cpc * plan.cpc * lognormal(0.2, key, 35) * 1e6,
    cvr: Math.min(0.5, economics.cvr * plan.cvr * claim.cvr * groupCvr * queryCvr),
    value: economics.value * lognormal(0.15, key, 36),
    visible: false,
    key,
  }
}

/** Shopping answers searches without keywords; Display has placements instead of searches. */
function directSearches(
  blueprint: Blueprint,
  theme: Theme,
  plan: CampaignPlan,
  campaign: number,
  groupId: number,
  seed: number,
): Demand[] {
  if (plan.kind !== 'shopping' && plan.kind !== 'display') return []
  const modifiers = plan.kind === 'display' ? [] : blueprint.trade.modifiers
  const texts = modifiers.map((m) => [withModifier(theme.phrases[0] ?? '', m), m] as const)
  const all = [
    [plan.kind === 'display' ? '' : (theme.phrases[0] ?? ''), undefined] as const,
    ...texts,
  ]
  return all.map(([text, modifier]) => ({
    ...makeDemand(
      blueprint,
      { groupId, campaign, weight: modifier?.weight ?? 20, cvr: modifier?.cvr ?? 1 },
      text,
      seed,
    ),
    direct: true,
  }))
}

function performanceMax(blueprint: Blueprint, seed: number): Demand[] {
  const { trade } = blueprint
  return trade.campaigns.flatMap((plan, campaign) => {
    if (plan.kind !== 'pmax' || (plan.status ?? 'ENABLED') !== 'ENABLED') return []
    const products = trade.products.slice(...(plan.products ?? [0, trade.products.length]))
    return products.flatMap((product) =>
      trade.modifiers.map((modifier) => ({
        ...makeDemand(
          blueprint,
          { groupId: 0, campaign, weight: modifier.weight, cvr: modifier.cvr * (product.cvr ?? 1) },
          withModifier(product.phrases[0] ?? '', modifier),
          mix(seed, campaign),
        ),
        direct: true,
      })),
    )
  })
}

/** Searches with a known verdict, at home in the generic ad group of their product. */
function planted(blueprint: Blueprint, seed: number): Demand[] {
  const { plants } = blueprint.trade
  const make = (texts: readonly string[], plant: Demand['plant'], cvr: number) =>
    texts.map((text): Demand => {
      const home = homeOf(blueprint, text)
      const claim = { groupId: home.groupId, campaign: home.campaign, weight: 1, cvr: 1 }
      const demand = makeDemand(blueprint, claim, text, seed)
      return { ...demand, cvr: blueprint.trade.economics.cvr * cvr, visible: true, plant }
    })
  return [
    ...make(plants.wasteTerms, 'waste', 0),
    ...make(plants.convertingTerms, 'converting', 3.5),
    ...make(plants.deadKeywords, 'dead', 0),
  ]
}

function homeOf(blueprint: Blueprint, text: string): { groupId: number; campaign: number } {
  const words = wordsOf(text)
  for (const [groupId, theme] of blueprint.themes) {
    const campaign = campaignIndex(blueprint, groupId)
    const plan = blueprint.trade.campaigns[campaign]
    if (!plan || plan.status || plan.kind === 'brand' || plan.kind === 'competitor') continue
    if (theme.phrases.some((phrase) => matches(wordsOf(phrase), 'BROAD', words)))
      return { groupId, campaign }
  }
  throw new Error(`No ad group for the planted search ${text}`)
}
