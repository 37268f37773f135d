import type { BidElasticity } from '#engine/statistics/bid-response.ts'
import { type GammaMixture, mixtureMean, scaledBy } from '#engine/statistics/priors.ts'
import { type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import { drawCount } from '../draws.ts'
import { type Calendar, drawCalendar, type Outage } from './calendar.ts'
import {
  AD_GROUP_SHAPE,
  type BidMeans,
  BREAK_EVEN,
  CAMPAIGN_SHAPE,
  DISPERSION,
  drawBidElasticity,
  drawBidMeans,
  drawElasticity,
  drawFactor,
  drawRate,
  ratesOf,
  type Variant,
} from './populations.ts'
import { drawCredit } from './traffic.ts'

/** What serves: a query, the hidden queries of a keyword, or a place on Display; with its truth and what was seen. */
export type Unit = {
  campaignId: string
  adGroupId: string
  criterionId: string
  text: string
  /** '' where Google hides the words. */
  term: string
  /** Planted word that it shares with others. */
  gram: string | null
  /** True conversions per click, and € per click. */
  rate: number
  cpc: number
  /** Belief of who knows the populations and the group's own level. */
  prior: GammaMixture
  /** Mean clicks of the window. */
  meanClicks: number
  clicks: number
  conversions: number
}

export type AdGroup = { id: string; campaign: Campaign; level: number }

export type Campaign = {
  id: string
  kind: 'terms' | 'manual' | 'display'
  level: number
  cpc: number
  elasticity: number
  bids: BidElasticity
  /** Share of impressions lost to budget. */
  lost: number
  calendar: Calendar
  adGroups: AdGroup[]
}

export type Gram = { word: string; rate: number; campaignId: string; prior: GammaMixture }

export type Keyword = {
  campaignId: string
  adGroupId: string
  criterionId: string
  text: string
  /** It repeats another one. */
  copyOf: string | null
}

export type World = {
  seed: string
  variant: Variant
  /** € per conversion. */
  target: number
  meanRate: number
  /** How clicks and their price follow a bid in its campaigns on average. */
  bids: BidMeans
  campaigns: Campaign[]
  keywords: Keyword[]
  grams: Gram[]
  units: Unit[]
  /** Null: tracking worked. */
  outage: Outage | null
}

const GRAM_WORDS = [
  'gratis',
  'empleo',
  'curso',
  'wikipedia',
  'opiniones',
  'casero',
  'alquiler',
  'foro',
]

export function drawWorld(seed: string, variant: Variant): World {
  const next = uniformsFrom(`planted ${variant.name} ${seed}`)
  const meanRate = 0.025 + 0.035 * next()
  const broken = !variant.clean && next() < 0.35
  const world: World = {
    seed,
    variant,
    target: 15 + 30 * next(),
    meanRate,
    bids: drawBidMeans(uniformsFrom(`bids ${variant.name} ${seed}`)),
    campaigns: [],
    keywords: [],
    grams: [],
    units: [],
    outage: broken
      ? { from: 10 + Math.floor(60 * next()), days: 4 + Math.floor(7 * next()) }
      : null,
  }
  const count = 5 + Math.floor(16 * next())
  for (let i = 0; i < count; i++) {
    const kind = i === 0 ? 'display' : i % 2 === 1 ? 'terms' : 'manual'
    addCampaign(next, world, String(i + 1), kind)
  }
  return world
}

function addCampaign(next: Uniforms, world: World, id: string, kind: Campaign['kind']): void {
  const { meanRate, target, variant } = world
  const level = drawFactor(next, CAMPAIGN_SHAPE)
  const limited = kind === 'terms' && !variant.clean && next() < 0.6
  const campaign: Campaign = {
    id,
    kind,
    level,
    cpc: target * BREAK_EVEN * meanRate * level * (kind === 'display' ? 0.3 : 0.8 + 0.4 * next()),
    elasticity: drawElasticity(next),
    bids: drawBidElasticity(next, world.bids),
    lost: limited ? 0.15 + 0.35 * next() : 0,
    calendar: drawCalendar(next, world, 10 + 60 * next()),
    adGroups: [],
  }
  world.campaigns.push(campaign)
  const groups = kind === 'display' ? 1 : 2 + Math.floor(2 * next())
  for (let g = 1; g <= groups; g++) {
    const spread = kind === 'display' ? 1 : drawFactor(next, AD_GROUP_SHAPE)
    campaign.adGroups.push({ id: `${id}${g}`, campaign, level: spread })
  }
  if (kind === 'display') addPlacements(next, world, campaign)
  if (kind === 'manual') addBidKeywords(next, world, campaign)
  if (kind === 'terms') addTermKeywords(next, world, campaign)
}

/** Mean clicks by rank: few entities have most of the traffic. */
function zipf(next: Uniforms, ranks: number): number[] {
  const top = 400 * 10 ** next()
  return Array.from({ length: ranks }, (_, i) => Math.max(3, top / (i + 1)))
}

function addPlacements(next: Uniforms, world: World, campaign: Campaign): void {
  const adGroup = campaign.adGroups[0]!
  zipf(next, 40).forEach((clicks, i) => {
    const rate = drawRate(next, world.variant)
    const place = { criterionId: '', text: '', term: `sitio${i}.example`, gram: null }
    addUnit(next, world, adGroup, place, { relative: 0.3 * rate, share: 0.3, clicks: 2 * clicks })
  })
}

function addBidKeywords(next: Uniforms, world: World, campaign: Campaign): void {
  zipf(next, 30).forEach((clicks, i) => {
    const adGroup = campaign.adGroups[i % campaign.adGroups.length]!
    const text = `puja c${campaign.id} kw${i}`
    const criterionId = `${campaign.id}0${i}`
    world.keywords.push({ ...placeOf(adGroup), criterionId, text, copyOf: null })
    const relative = drawRate(next, world.variant)
    const cpc = world.variant.clean ? profitable(world, adGroup, relative) : undefined
    for (const term of [text, '']) {
      const place = { criterionId, text, term, gram: null }
      addUnit(next, world, adGroup, place, { relative, share: 1, clicks, cpc })
    }
  })
}

/** Of the best possible bid. */
function profitable(world: World, { campaign, level }: AdGroup, relative: number): number {
  const value = world.meanRate * campaign.level * level * relative * world.target
  return (value * campaign.bids.eta) / (campaign.bids.eta + campaign.bids.kappa)
}

function addTermKeywords(next: Uniforms, world: World, campaign: Campaign): void {
  const perGroup = 5
  const own = campaign.adGroups.flatMap((adGroup) =>
    Array.from({ length: perGroup }, (_, k) => {
      const criterionId = `${adGroup.id}${k}`
      const text = `tienda c${campaign.id} tema${adGroup.id}${k}`
      const keyword: Keyword = { ...placeOf(adGroup), criterionId, text, copyOf: null }
      return { keyword, adGroup, kin: drawRate(next, world.variant) }
    }),
  )
  world.keywords.push(...own.map(({ keyword }) => keyword))
  const volumes = zipf(next, 60)
  volumes.forEach((clicks, i) => {
    const { keyword, adGroup, kin } = own[(i * 7) % own.length]!
    const { criterionId, text } = keyword
    const relative = world.variant.correlated
      ? kin * drawFactor(next, 10)
      : drawRate(next, world.variant)
    const place = { criterionId, text, term: `${text} ref${campaign.id}x${i}`, gram: null }
    addUnit(next, world, adGroup, place, { relative, share: 1, clicks })
  })
  addGrams(next, world, own)
  const hidden = volumes.reduce((sum, clicks) => sum + clicks, 0) / own.length
  for (const { keyword, adGroup } of own) {
    const { criterionId, text } = keyword
    const relative = mixtureMean(ratesOf(world.variant))
    const place = { criterionId, text, term: '', gram: null }
    addUnit(next, world, adGroup, place, { relative, share: 1, clicks: hidden })
  }
  if (!world.variant.clean && next() < 0.4) addCopy(next, world, own[0]!.keyword, campaign)
}

/** Words that many small queries share: what they have in common decides how they convert. */
function addGrams(
  next: Uniforms,
  world: World,
  own: readonly { keyword: Keyword; adGroup: AdGroup }[],
): void {
  for (const word of GRAM_WORDS) {
    if (next() > 0.4) continue
    const { keyword, adGroup } = own[Math.floor(next() * own.length)]!
    const { campaign } = adGroup
    const relative = drawRate(next, world.variant)
    const level = world.meanRate * campaign.level * adGroup.level
    const prior = scaledBy(ratesOf(world.variant), level)
    const gram = `${word}c${campaign.id}`
    world.grams.push({ word: gram, rate: level * relative, campaignId: campaign.id, prior })
    const terms = 6 + Math.floor(14 * next())
    for (let i = 0; i < terms; i++) {
      const { criterionId, text } = keyword
      const place = { criterionId, text, term: `${text} ${gram} ref${gram}${i}`, gram }
      addUnit(next, world, adGroup, place, { relative, share: 1, clicks: 5 + 45 * next() })
    }
  }
}

/** The same keyword in another ad group, where it takes a part of the hidden searches. */
function addCopy(next: Uniforms, world: World, keyword: Keyword, campaign: Campaign): void {
  const adGroup = campaign.adGroups[1]!
  const criterionId = `${keyword.criterionId}9`
  world.keywords.push({
    ...keyword,
    adGroupId: adGroup.id,
    criterionId,
    copyOf: `${keyword.adGroupId}~${keyword.criterionId}`,
  })
  const place = { criterionId, text: keyword.text, term: '', gram: null }
  addUnit(next, world, adGroup, place, { relative: 0.775, share: 1, clicks: 600 })
}

const placeOf = ({ id, campaign }: AdGroup) => ({ campaignId: campaign.id, adGroupId: id })

function addUnit(
  next: Uniforms,
  world: World,
  adGroup: AdGroup,
  place: Pick<Unit, 'criterionId' | 'text' | 'term' | 'gram'>,
  law: { relative: number; share: number; clicks: number; cpc?: number },
): void {
  const { campaign } = adGroup
  const level = world.meanRate * campaign.level * adGroup.level
  const rate = level * law.relative
  const clicks = drawCount(next, law.clicks, DISPERSION)
  world.units.push({
    ...placeOf(adGroup),
    ...place,
    rate,
    cpc: law.cpc ?? campaign.cpc * (0.85 + 0.3 * next()),
    prior: scaledBy(ratesOf(world.variant), level * law.share),
    meanClicks: law.clicks,
    clicks,
    conversions: drawCredit(next, clicks * rate * campaign.calendar.counted),
  })
}
