import { asWhole } from '#engine/statistics/conversion-evidence.ts'
import { type GammaMixture, mixtureCdf, posterior } from '#engine/statistics/priors.ts'
import { type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import { drawCount } from '../draws.ts'
import type { Candidate } from './candidate.ts'
import { levelBeliefs } from './level-beliefs.ts'
import { drawMonth, MONTHS } from './months.ts'
import { type BidMeans, DISPERSION, drawBidElasticity, LOST_TO_RANK } from './populations.ts'
import { type Stopping, stoppingPays } from './spent-budget.ts'
import { CREDIT } from './traffic.ts'
import type { Campaign, Unit, World } from './world.ts'

/** One place for everything a unit's judgement needs; `n` clicks whose conversions are known. */
export type Judged = Pick<Unit, 'rate' | 'cpc' | 'meanClicks' | 'prior'> & {
  n: number
  k: number
  clicks: number
  breakEven: number
  stopping: Stopping
}
type JudgedMonth = Judged & { /** Mean clicks of the coming month. */ monthClicks: number }

const STEPS = { lower: 0.7, raise: 1.3 }
/** P(right) below which the rules for bids and harvests do not speak. */
const BID_LEAST = 0.8
const HARVEST_LEAST = 0.6

/** Queries, planted words, keywords with bids and places: all that has clicks of its own. */
export function unitCandidates(world: World): Candidate[] {
  const next = uniformsFrom(`months ${world.variant.name} ${world.seed}`)
  const campaigns = new Map(world.campaigns.map((campaign) => [campaign.id, campaign]))
  const beliefOf = levelBeliefs(world)
  const monthOf = drawMonth(world)
  const seen = (campaign: Campaign, units: readonly Unit[]): JudgedMonth => ({
    ...pooled(world, campaign, units),
    prior: beliefOf(units[0]!),
    monthClicks: monthOf(units),
  })
  return [
    ...world.units.flatMap((unit) => {
      const campaign = campaigns.get(unit.campaignId)!
      const judged = seen(campaign, [unit])
      if (campaign.kind === 'display') return [placement(next, unit, judged)]
      if (campaign.kind === 'manual' || !unit.term) return []
      return [harvest(unit, judged), wastedTerm(next, unit, judged)]
    }),
    ...world.grams.flatMap((gram) => {
      const units = world.units.filter((unit) => unit.gram === gram.word)
      const judged = seen(campaigns.get(gram.campaignId)!, units)
      return judged.clicks < 15 ? [] : [wastedGram(next, gram.word, judged)]
    }),
    ...bidCandidates(next, world, seen),
  ].flat()
}

export function pooled(world: World, campaign: Campaign, units: readonly Unit[]): Judged {
  const sum = (of: (unit: Unit) => number) => units.reduce((all, unit) => all + of(unit), 0)
  const clicks = sum((unit) => unit.clicks)
  const meanClicks = sum((unit) => unit.meanClicks)
  const cpc = sum((unit) => unit.meanClicks * unit.cpc) / meanClicks
  return {
    clicks,
    meanClicks,
    cpc,
    rate: sum((unit) => unit.meanClicks * unit.rate) / meanClicks,
    prior: units[0]!.prior,
    n: clicks * campaign.calendar.counted,
    k: sum((unit) => unit.conversions),
    breakEven: cpc / world.target,
    stopping: stoppingPays(world, campaign),
  }
}

/** Net effect of no longer buying it, in a month as it may come. */
function saved(next: Uniforms, judged: JudgedMonth): () => number {
  const clicks = drawCount(next, judged.monthClicks, DISPERSION)
  return () => clicks * perClick(judged)
}

function perClick({ cpc, rate, stopping: { limit, perEuro } }: Judged): number {
  return perEuro * (cpc - rate * limit)
}

function waste(
  next: Uniforms,
  judged: JudgedMonth,
  head: Pick<Candidate, 'kind' | 'key'>,
  least = 10,
): Candidate {
  const limit = judged.cpc / judged.stopping.limit
  const isRight = judged.rate < limit
  return {
    ...head,
    problem: head.key,
    isPlanted: isRight && judged.clicks >= least,
    isRight: () => isRight,
    net: saved(next, judged),
    worth: Math.max(0, (judged.meanClicks / MONTHS) * perClick(judged)),
    enough: judged.n * judged.breakEven >= 20,
    oracle: judged.clicks >= least ? mixtureCdf(beliefAfter(judged), limit) : null,
    seen: { clicks: judged.clicks, conversions: judged.k, cost: judged.clicks * judged.cpc },
  }
}

function beliefAfter({ prior, n, k }: Judged): GammaMixture {
  return posterior(prior, asWhole({ n, k }, { credit: CREDIT }))
}

function wastedTerm(next: Uniforms, unit: Unit, judged: JudgedMonth): Candidate {
  const key = `negative ${unit.campaignId} ${unit.term}`
  const found = waste(next, judged, { kind: 'wasted terms', key })
  return unit.gram ? { ...found, isPlanted: false, oracle: null } : found
}

function wastedGram(next: Uniforms, word: string, judged: JudgedMonth): Candidate {
  return waste(next, judged, { kind: 'wasted n-grams', key: `gram ${word}` }, 15)
}

function placement(next: Uniforms, unit: Unit, judged: JudgedMonth): Candidate {
  const key = `place ${unit.campaignId} ${unit.term}`
  return waste(next, judged, { kind: 'placements', key })
}

function harvest(unit: Unit, judged: Judged): Candidate {
  const key = `keyword ${unit.adGroupId} ${unit.term}`
  const isRight = judged.rate > judged.breakEven
  const told = judged.k >= 2 && judged.clicks >= 10
  const chance = 1 - mixtureCdf(beliefAfter(judged), judged.breakEven)
  return {
    kind: 'converting terms',
    key,
    problem: key,
    isPlanted: isRight && told,
    isRight: () => isRight,
    net: () => Number.NaN,
    worth: (judged.meanClicks / MONTHS) * judged.rate,
    enough: judged.n * judged.breakEven >= 20,
    oracle: told && chance >= HARVEST_LEAST ? chance : null,
  }
}

function bidCandidates(
  next: Uniforms,
  world: World,
  seen: (campaign: Campaign, units: readonly Unit[]) => JudgedMonth,
): Candidate[] {
  return world.campaigns
    .filter(({ kind }) => kind !== 'display')
    .flatMap((campaign) => {
      const own = world.units.filter(({ campaignId }) => campaignId === campaign.id)
      const byKeyword = Map.groupBy(own, (unit) => `${unit.adGroupId}~${unit.criterionId}`)
      return [...byKeyword].flatMap(([id, units]) => {
        const judged = seen(campaign, units)
        const pause = waste(next, judged, { kind: 'idle keywords', key: `pause ${id}` })
        const hasBid = campaign.kind === 'manual'
        const isIdle = hasBid && judged.k === 0
        const idle = {
          ...pause,
          problem: `bid ${id}`,
          isPlanted: pause.isPlanted && isIdle,
          oracle: isIdle ? pause.oracle : null,
        }
        const ways = hasBid ? (['lower', 'raise'] as const) : []
        return [...ways.map((way) => bid(next, world, campaign, judged, way, id)), idle]
      })
    })
}

function bid(
  next: Uniforms,
  world: World,
  { bids }: Campaign,
  judged: JudgedMonth,
  way: 'lower' | 'raise',
  id: string,
): Candidate {
  const { rate, cpc, breakEven, meanClicks, monthClicks } = judged
  const monthly = drawCount(next, monthClicks, DISPERSION)
  // No more can be won than what the account shows as lost for its rank.
  const clicksAt = (step: number) => Math.min(step ** bids.eta, 1 / (1 - LOST_TO_RANK))
  const perClickAt = (step: number) =>
    (clicksAt(step) - 1) * rate * world.target - cpc * (clicksAt(step) * step ** bids.kappa - 1)
  const chance = chanceOf(next, world.bids, judged, way)
  const isPlanted = perClickAt(STEPS[way]) > 0
  return {
    kind: 'bids',
    key: `bid ${id} ${way}`,
    problem: `bid ${id}`,
    isPlanted: isPlanted && judged.clicks >= 10,
    isRight: (step) => perClickAt(step) > 0,
    net: (step) => monthly * perClickAt(step),
    worth: isPlanted ? Math.max(0, (meanClicks / MONTHS) * perClickAt(STEPS[way])) : 0,
    enough: judged.n * breakEven >= 20,
    oracle: judged.clicks >= 10 && chance >= BID_LEAST ? chance : null,
  }
}

/** P(the clicks that a step adds bring more than they cost, or those that it saves less). */
function chanceOf(next: Uniforms, means: BidMeans, judged: Judged, way: 'lower' | 'raise'): number {
  const after = beliefAfter(judged)
  const draws = 24
  let above = 0
  for (let i = 0; i < draws; i++) {
    const { eta, kappa } = drawBidElasticity(next, means)
    const step = STEPS[way]
    const price = (step ** (eta + kappa) - 1) / (step ** eta - 1)
    above += (1 - mixtureCdf(after, judged.breakEven * price)) / draws
  }
  return way === 'raise' ? above : 1 - above
}
