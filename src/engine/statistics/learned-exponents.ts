/** How something follows a bid, as an exponent: mean and standard deviation of what is believed of it. */
export type Exponent = { mean: number; sd: number }

/** ln of how a bid was changed and of what came of it; `variance`: of the latter, had nothing been changed. */
export type Observation = { key: string; x: number; y: number; variance: number }

/** Observations that share an unknown shift, such as a season: those of one campaign on one day. */
export type Shared = { campaignId: string; observations: readonly Observation[] }

/** Standard deviations of the exponent: between campaigns of an account, and between the keywords of one. */
export type Spreads = { campaigns: number; keywords: number }

export type LearnedExponents = {
  ofCampaign: (campaignId: string) => Exponent
  /** Of one with changes of its own; null without. */
  ofKeyword: (campaignId: string, key: string) => Exponent | null
}

/**
 * Normal beliefs of three levels, keyword within campaign within account, around what is `usual` elsewhere; null where
 * nothing was tried. Slopes are taken within each day and campaign, so that what happened to all of its keywords tells
 * nothing. How unlike keywords are is learned too (moments, around `spreads.keywords`).
 */
export function learnExponents(
  usual: Exponent,
  groups: readonly Shared[],
  spreads: Spreads,
): LearnedExponents | null {
  const first = slopesOf(groups, spreads.keywords)
  if (first.size === 0) return null
  const ofAccount = weighted([prior(usual), ...[...first.values()].map(blurred(spreads.campaigns))])
  const keywords = spreadOfKeywords(
    groups,
    (id) => first.get(id)?.slope ?? ofAccount.slope,
    spreads,
  )
  const slopes = slopesOf(groups, keywords)
  const ofCampaign = (campaignId: string): Exponent => {
    const others = [...slopes].filter(([id]) => id !== campaignId).map(([, slope]) => slope)
    const account = weighted([prior(usual), ...others.map(blurred(spreads.campaigns))])
    const own = slopes.get(campaignId)
    const believed = weighted([blurred(spreads.campaigns)(account), ...(own ? [own] : [])])
    return { mean: believed.slope, sd: Math.hypot(1 / Math.sqrt(believed.precision), keywords) }
  }
  const byKeyword = new Map<string, Slope[]>()
  for (const { campaignId, observations } of groups) {
    const { mean } = ofCampaign(campaignId)
    for (const [key, slope] of ownSlopes(observations, mean)) {
      const id = `${campaignId} ${key}`
      byKeyword.set(id, [...(byKeyword.get(id) ?? []), slope])
    }
  }
  return {
    ofCampaign,
    ofKeyword: (campaignId, key) => {
      const own = byKeyword.get(`${campaignId} ${key}`)
      if (!own) return null
      const { slope, precision } = weighted([prior(ofCampaign(campaignId)), ...own])
      return { mean: slope, sd: 1 / Math.sqrt(precision) }
    },
  }
}

type Slope = { slope: number; precision: number }

const prior = ({ mean, sd }: Exponent): Slope => ({ slope: mean, precision: 1 / sd ** 2 })

const blurred =
  (sd: number) =>
  ({ slope, precision }: Slope): Slope => ({ slope, precision: 1 / (1 / precision + sd ** 2) })

function weighted(parts: readonly Slope[]): Slope {
  const precision = parts.reduce((sum, one) => sum + one.precision, 0)
  return {
    slope: parts.reduce((sum, one) => sum + one.slope * one.precision, 0) / precision,
    precision,
  }
}

/** By campaign, weighted least squares around the mean of each group. */
function slopesOf(groups: readonly Shared[], spread: number): Map<string, Slope> {
  const sums = new Map<string, { xx: number; xy: number }>()
  for (const { campaignId, observations } of groups) {
    const points = observations.map((one) => ({ ...one, w: weightOf(one, spread) }))
    const { x, y } = centreOf(points)
    const own = sums.get(campaignId) ?? { xx: 0, xy: 0 }
    sums.set(campaignId, own)
    for (const point of points) {
      own.xx += point.w * (point.x - x) ** 2
      own.xy += point.w * (point.x - x) * (point.y - y)
    }
  }
  return new Map(
    [...sums].flatMap(([id, { xx, xy }]) =>
      xx > 0 ? [[id, { slope: xy / xx, precision: xx }] as const] : [],
    ),
  )
}

function weightOf({ x, variance }: Observation, spread: number): number {
  return 1 / (variance + x ** 2 * spread ** 2)
}

function centreOf(points: readonly (Observation & { w: number })[]): { x: number; y: number } {
  const total = points.reduce((sum, { w }) => sum + w, 0)
  const mean = (of: (point: Observation) => number) =>
    points.reduce((sum, point) => sum + point.w * of(point), 0) / total
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) }
}

/** Each observation by itself, once the group's shift is known by the slope of all. */
function ownSlopes(observations: readonly Observation[], slope: number): [string, Slope][] {
  if (observations.length < 3) return []
  const total = observations.reduce((sum, { variance }) => sum + 1 / variance, 0)
  const shift =
    observations.reduce((sum, { x, y, variance }) => sum + (y - slope * x) / variance, 0) / total
  return observations.flatMap(({ key, x, y, variance }) => {
    if (x === 0) return []
    return [[key, { slope: (y - shift) / x, precision: x ** 2 / (variance + 1 / total) }]]
  })
}

/** Counted as much as this many keywords. */
const PRIOR_KEYWORDS = 10

function spreadOfKeywords(
  groups: readonly Shared[],
  slopeOf: (campaignId: string) => number,
  { keywords }: Spreads,
): number {
  const squares = groups.flatMap(({ campaignId, observations }) => {
    const slope = slopeOf(campaignId)
    return ownSlopes(observations, slope).map(([, own]) => ({
      excess: (own.slope - slope) ** 2 - 1 / own.precision,
      weight: 1 / (1 / own.precision + keywords ** 2) ** 2,
    }))
  })
  const own = keywords ** 4
  const total = squares.reduce((sum, { weight }) => sum + weight, PRIOR_KEYWORDS / own)
  const variance =
    squares.reduce(
      (sum, { excess, weight }) => sum + weight * excess,
      PRIOR_KEYWORDS / keywords ** 2,
    ) / total
  return Math.sqrt(Math.max(LEAST_SPREAD ** 2, variance))
}

/** Keywords are never all alike. */
const LEAST_SPREAD = 0.1
