import { mixtureCdf, mixtureMean, posterior } from '#engine/statistics/priors.ts'
import { drawGamma, uniformsFrom } from '#engine/statistics/random.ts'
import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'
import { MICROS } from '#shared/metrics.ts'
import { WINDOW_DAYS } from './calendar.ts'
import type { Candidate, Kind } from './candidate.ts'
import { drawMonth, MONTHS } from './months.ts'
import { DISPERSION, drawElasticity, GAPS, ratesOf } from './populations.ts'
import { UNUSED_BUDGET } from './snapshot-of.ts'
import type { Splits } from './splits.ts'
import { pooled } from './unit-candidates.ts'
import type { Campaign, Unit, World } from './world.ts'

const PAGE_CLICKS = 200
/** A gap in the logarithm that is worth finding. */
const WIDE = 0.2

/** What is planted in ads, pages, devices, budgets and the measurement. */
export function splitCandidates(world: World, splits: Splits): Candidate[] {
  const monthOf = drawMonth(world)
  const busy = ({ units }: { units: readonly Unit[] }) =>
    (monthOf(units) * MONTHS) / units.reduce((sum, { meanClicks }) => sum + meanClicks, 0)
  return [
    ...splits.ads.map((one) => inMonth(losingAd(world, one), busy(one))),
    ...splits.pages.map((one) => inMonth(weakPage(world, one), busy(one))),
    ...splits.devices.flatMap((one) =>
      device(world, one).map((place) => inMonth(place, busy(one))),
    ),
    ...world.campaigns.map((one) => budget(world, one)),
    ...duplicates(world),
    certain('slow pages', 'speed', splits.slowPages.length > 0, 1),
    outage(world),
  ]
}

/** In a month of so many times the clicks of a usual one. */
function inMonth(candidate: Candidate, times: number): Candidate {
  return { ...candidate, net: (step) => times * candidate.net(step) }
}

function certain(kind: Kind, key: string, isThere: boolean, oracle: number | null): Candidate {
  const nothing = { net: () => Number.NaN, worth: 0, enough: true }
  return {
    kind,
    key,
    problem: key,
    isPlanted: isThere,
    isRight: () => isThere,
    ...nothing,
    oracle: isThere ? oracle : null,
  }
}

/** Posterior of a ln ratio on a grid: [value, probability]. `weight`: share of the trials, `signed`: either way. */
function gapPosterior(k: number, rest: number, weight: number, signed: boolean) {
  const prior = (x: number) => {
    const bell = (mean: number, sd: number) => Math.exp(-(((x - mean) / sd) ** 2) / 2) / sd
    const wide = signed
      ? (bell(GAPS.mean, GAPS.sd) + bell(-GAPS.mean, GAPS.sd)) / 2
      : bell(GAPS.mean, GAPS.sd)
    return GAPS.share * wide + (1 - GAPS.share) * bell(0, GAPS.nothing)
  }
  const grid = Array.from({ length: 241 }, (_, i) => -1.2 + i / 100)
  const logs = grid.map((x) => {
    const p = (weight * Math.exp(x)) / (weight * Math.exp(x) + 1 - weight)
    return k * Math.log(p) + rest * Math.log(1 - p) + Math.log(prior(x) + 1e-300)
  })
  const top = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - top))
  const all = weights.reduce((a, b) => a + b, 0)
  return grid.map((x, i) => ({ x, chance: weights[i]! / all }))
}

const chanceThat = (
  points: readonly { x: number; chance: number }[],
  holds: (x: number) => boolean,
) => points.reduce((sum, { x, chance }) => sum + (holds(x) ? chance : 0), 0)

function losingAd(world: World, one: Splits['ads'][number]): Candidate {
  const { adGroup, gap, own, rival, units } = one
  const judged = pooled(world, adGroup.campaign, units)
  const loser = gap < 0 ? `${adGroup.id}2` : `${adGroup.id}1`
  const paysOff = judged.rate > judged.breakEven
  const isWorse = (key: string) => key === loser && paysOff
  const lost = Math.abs(1 - Math.exp(-Math.abs(gap)))
  const impressions = (own.impressions + rival.impressions) / 2 / MONTHS
  const better = (impressions * Math.max(rival.clicks, own.clicks)) / (impressions * MONTHS)
  const net = better * lost * (judged.rate * world.target - judged.cpc)
  const conversions = [own, rival].map(({ conversionsMicros }) => conversionsMicros / MICROS)
  const byConversions = Math.min(...conversions) >= THRESHOLDS.adConversions.value
  const [k, rest] = byConversions ? conversions : [own.clicks, rival.clicks]
  const points = gapPosterior(k!, rest!, 0.5, false)
  const prior = posterior(judged.prior, { n: 30 * judged.n, k: 30 * judged.k })
  const worth = 1 - mixtureCdf(prior, judged.breakEven)
  const enough = Math.min(own.impressions, rival.impressions) >= THRESHOLDS.adImpressions.value
  const chance = chanceThat(points, (x) => x < -0.01) * worth
  return {
    kind: 'losing ads',
    key: `ad ${loser}`,
    problem: `ad ${adGroup.id}`,
    isPlanted: Math.abs(gap) >= WIDE && isWorse(loser) && enough,
    isRight: () => isWorse(loser),
    net: () => net,
    worth: Math.max(0, net),
    enough: judged.n * judged.breakEven >= 20,
    oracle: enough && chance >= 0.8 ? chance : null,
  }
}

function weakPage(world: World, one: Splits['pages'][number]): Candidate {
  const { campaign, gap, own, rival, units, key } = one
  const limit = Math.log(THRESHOLDS.pageOddsRatio.value)
  const [k, rest] = [own.conversionsMicros / MICROS, rival.conversionsMicros / MICROS]
  const isRight = gap < limit
  const told = own.clicks >= PAGE_CLICKS && rival.clicks >= PAGE_CLICKS
  const weight = own.clicks / Math.max(1, own.clicks + rival.clicks)
  const isFirst = key.endsWith('/a')
  const points = isFirst
    ? gapPosterior(rest, k, 1 - weight, false).map(({ x, chance }) => ({ x: -x, chance }))
    : gapPosterior(k, rest, weight, false)
  const chance = chanceThat(points, (x) => x < limit)
  const { rate, meanClicks } = pooled(world, campaign, units)
  const ownRate = (2 * rate * Math.exp(gap)) / (1 + Math.exp(gap))
  const net = (meanClicks / 2 / MONTHS) * (ownRate / Math.exp(gap) - ownRate) * world.target
  return {
    kind: 'weak pages',
    key: `page ${key}`,
    problem: `page ${key}`,
    isPlanted: isRight && told,
    isRight: () => isRight,
    net: () => net,
    worth: isRight ? net : 0,
    enough: own.clicks * rate * 0.6 >= 20,
    oracle: told && chance >= THRESHOLDS.pageProbability.value ? chance : null,
  }
}

/** A device's own rate against its campaign's, and what another bid there brings. */
function device(world: World, one: Splits['devices'][number]): Candidate[] {
  const { campaign, gap, own, rival, units, share } = one
  const judged = pooled(world, campaign, units)
  const { eta, kappa } = campaign.bids
  const netOf = (place: string, step: number, g: number, rate: number) => {
    const norm = share * Math.exp(g) + 1 - share
    const part = { MOBILE: share, DESKTOP: 0.35, TABLET: 0.05 }[place] ?? 0
    const its = (rate * (place === 'MOBILE' ? Math.exp(g) : 1)) / norm
    const perClick = (step ** eta - 1) * its * world.target
    return (
      ((judged.meanClicks * part) / MONTHS) * (perClick - judged.cpc * (step ** (eta + kappa) - 1))
    )
  }
  const stepOf = (g: number) => Math.min(1.3, Math.max(0.7, Math.exp(g)))
  const [k, rest] = [own.conversionsMicros / MICROS, rival.conversionsMicros / MICROS]
  const points = gapPosterior(k, rest, own.clicks / (own.clicks + rival.clicks), true)
  const middle = points.reduce((sum, { x, chance }) => sum + x * chance, 0)
  const seenRate = judged.n > 0 ? (k + rest) / judged.n : mixtureMean(ratesOf(world.variant))
  const chance = chanceThat(points, (x) => netOf('MOBILE', stepOf(middle), x, seenRate) > 0)
  const told = k + rest >= THRESHOLDS.modifierConversions.value && Math.abs(middle) > 0.05
  const best = netOf('MOBILE', stepOf(gap), gap, judged.rate)
  return (['MOBILE', 'DESKTOP', 'TABLET'] as const).map((place) => ({
    kind: 'devices',
    key: `device ${campaign.id} ${place}`,
    problem: `device ${campaign.id}`,
    isPlanted: place === 'MOBILE' && Math.abs(gap) >= WIDE && best > 0,
    isRight: (step) => netOf(place, step, gap, judged.rate) > 0,
    net: (step) => netOf(place, step, gap, judged.rate),
    worth: place === 'MOBILE' && Math.abs(gap) >= WIDE ? Math.max(0, best) : 0,
    enough: judged.n * judged.breakEven >= 20,
    oracle: place === 'MOBILE' && told && chance >= 0.8 ? chance : null,
  }))
}

function budget(world: World, campaign: Campaign): Candidate {
  const units = world.units.filter(({ campaignId }) => campaignId === campaign.id)
  const { rate, cpc, meanClicks, n, k, clicks } = pooled(world, campaign, units)
  const [conversions, cost] = [(rate * meanClicks) / MONTHS, (cpc * meanClicks) / MONTHS]
  const marginal = (step: number, made: number, spent: number, elasticity: number) =>
    (spent * step) / (elasticity * made * step ** elasticity)
  const share = 1 - campaign.lost - 0.1
  const best = Math.min(1.2, (share + campaign.lost) / share)
  const isRight = (step: number) =>
    marginal(step, conversions, cost, campaign.elasticity) <= world.target
  // A budget that was not used up changes nothing until it falls below what was spent.
  const spent = (step: number) => (campaign.lost > 0 ? step : Math.min(1, step * UNUSED_BUDGET))
  const net = (step: number) =>
    conversions * (spent(step) ** campaign.elasticity - 1) * world.target - cost * (spent(step) - 1)
  const next = uniformsFrom(`oracle budget ${world.seed} ${campaign.id}`)
  const usual = world.meanRate * mixtureMean(ratesOf(world.variant))
  const draws = 1_000
  let good = 0
  for (let i = 0; i < draws; i++) {
    const made = clicks * drawGamma(next, 10 + k / DISPERSION, 10 / usual + n / DISPERSION)
    if (marginal(best, made, clicks * cpc, drawElasticity(next)) <= world.target) good++
  }
  const chance = good / draws
  const isLimited = campaign.lost >= THRESHOLDS.budgetLostShare.value
  return {
    kind: 'budgets',
    key: `budget ${campaign.id}`,
    problem: `budget ${campaign.id}`,
    isPlanted: isLimited && isRight(best),
    isRight,
    net,
    worth: isLimited && isRight(best) ? net(best) : 0,
    enough: n * (cpc / world.target) >= 20,
    oracle: isLimited && chance >= 0.8 ? chance : null,
  }
}

/** Both copies: whichever is paused. Only those whose cost matters. */
function duplicates(world: World): Candidate[] {
  const costOf = (units: readonly Unit[]) =>
    units.reduce((sum, { clicks, cpc }) => sum + clicks * cpc, 0)
  const all = costOf(world.units)
  return world.keywords.flatMap(({ copyOf, adGroupId, criterionId }) => {
    if (copyOf === null) return []
    const ids = [copyOf, `${adGroupId}~${criterionId}`]
    const own = world.units.filter((unit) => ids.includes(`${unit.adGroupId}~${unit.criterionId}`))
    const matters = costOf(own) >= THRESHOLDS.duplicateCostShare.value * all
    return ids.map((id, i) => ({
      ...certain('duplicate keywords', `copy ${id}`, true, 1),
      problem: `copy ${copyOf}`,
      isPlanted: matters && i === 0,
      oracle: matters && i === 0 ? 1 : null,
    }))
  })
}

/** Whether so many barren days are beyond chance, by who knows the rates. */
function outage(world: World): Candidate {
  if (!world.outage) return certain('outage', 'outage', false, null)
  const { from, days } = world.outage
  const mean = world.campaigns.reduce((sum, campaign) => {
    const units = world.units.filter(({ campaignId }) => campaignId === campaign.id)
    const { rate, meanClicks } = pooled(world, campaign, units)
    const share = campaign.calendar.clicks.slice(from, from + days).reduce((a, b) => a + b, 0)
    return sum + rate * meanClicks * share
  }, 0)
  const tail = WINDOW_DAYS * DISPERSION ** (-mean / (DISPERSION - 1))
  return certain('outage', 'outage', true, tail < THRESHOLDS.trackingTail.value ? 1 - tail : null)
}
