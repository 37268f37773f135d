import { mixtureMean, posterior } from '#engine/statistics/priors.ts'
import { lnGamma } from '#engine/statistics/stats.ts'
import { RATES } from '../planted/populations.ts'
import { oracle, type Policy } from './policies.ts'
import {
  campaignIds,
  isIdle,
  LEVEL_SD,
  MEAN_RATE,
  type Query,
  type Shop,
  type Week,
  WORD_RATE,
} from './shop.ts'

/**
 * What can be known at all, at most: by one who knows every market, how the rates of such shops are drawn and what an idle word sells, but
 * of this shop's rates only what the same weeks showed. Profit is linear in the rates, so that the best settings at their means are best.
 */
export const informed: Policy = (shop, settings, weeks) => {
  const rates = expectedRates(shop, weeks)
  const queries = shop.queries.map((query) => {
    return { ...query, market: { ...query.market, conversionRate: rates.get(query)! } }
  })
  const queriesOf = Map.groupBy(queries, ({ campaignId }) => campaignId)
  return oracle({ ...shop, queries, queriesOf }, settings, weeks)
}

type Counts = { n: number; k: number }

/** Posterior means: the campaign's level on a grid, each query's rate under it. */
function expectedRates(shop: Shop, weeks: readonly Week[]): ReadonlyMap<Query, number> {
  const counts = new Map(shop.queries.map((query) => [query, { n: 0, k: 0 }]))
  for (const { query, day } of weeks.flatMap(({ rows }) => rows)) {
    const own = counts.get(query)!
    own.n += day.clicks
    own.k += day.conversions
  }
  return new Map(
    campaignIds(shop).flatMap((id) => {
      const own = shop.queriesOf.get(id)!
      const levels = likelyLevels(own.map((query) => [query, counts.get(query)!]))
      return own.map((query) => {
        const rates = levels.map(
          ({ mean, weight }) => weight * rateOf(query, mean, counts.get(query)!),
        )
        return [query, rates.reduce((sum, rate) => sum + rate, 0)] as const
      })
    }),
  )
}

const DEVIATIONS = Array.from({ length: 81 }, (_, i) => (i - 40) / 10)

function likelyLevels(own: readonly (readonly [Query, Counts])[]) {
  const levels = DEVIATIONS.map((z) => {
    const mean = MEAN_RATE * Math.exp(LEVEL_SD * z)
    const ln = own.reduce((sum, [query, counts]) => sum + lnLikelihood(query, mean, counts), 0)
    return { mean, ln: ln - z ** 2 / 2 }
  })
  const top = Math.max(...levels.map(({ ln }) => ln))
  const all = levels.reduce((sum, { ln }) => sum + Math.exp(ln - top), 0)
  return levels.map(({ mean, ln }) => ({ mean, weight: Math.exp(ln - top) / all }))
}

const under = (mean: number) => RATES.map((part) => ({ ...part, rate: part.rate / mean }))

function rateOf(query: Query, mean: number, counts: Counts): number {
  return isIdle(query) ? mean * WORD_RATE : mixtureMean(posterior(under(mean), counts))
}

/** But for what does not depend on the mean. */
function lnLikelihood(query: Query, mean: number, { n, k }: Counts): number {
  if (n === 0) return 0
  if (isIdle(query)) return k * Math.log(mean) - n * mean * WORD_RATE
  const parts = under(mean).map(
    ({ weight, shape, rate }) =>
      weight *
      Math.exp(
        lnGamma(shape + k) -
          lnGamma(shape) -
          lnGamma(k + 1) +
          shape * Math.log(rate / (rate + n)) +
          k * Math.log(n / (rate + n)),
      ),
  )
  return Math.log(parts.reduce((sum, part) => sum + part, 0))
}
