import { addDays, eachDay } from '#shared/dates.ts'
import { type Metrics, MICROS, NO_METRICS } from '#shared/metrics.ts'
import { chanceFrom } from '../chance.ts'
import type { OddAccount, OddCampaign, Search } from './odd-account.ts'

export const TODAY = '2026-11-20'
const DAYS = 180
const CLICK_RATE = 0.06

/** One search on one day: of which campaign, ad group and keyword (−1: none). */
export type Drawn = { day: string; c: number; g: number; k: number; text: string; sums: Metrics }

export function drawDays(account: OddAccount, seed: number): Drawn[] {
  return account.campaigns.flatMap((campaign, c) => drawCampaign(account, campaign, c, seed))
}

function drawCampaign(
  account: OddAccount,
  campaign: OddCampaign,
  c: number,
  seed: number,
): Drawn[] {
  const ages = Math.min(DAYS, campaign.startedDaysAgo ?? DAYS)
  return eachDay(addDays(TODAY, -ages), addDays(TODAY, -1)).flatMap((day, at) => {
    const ago = ages - at
    const counted = ago > (account.countedUntil ?? 0) ? (account.lag?.[ago] ?? 1) : 0
    const mood = moodOf(account, `${seed} ${day} ${c}`)
    return searchesOf(campaign).map(({ g, k, search }) => {
      const season = campaign.when?.(ago, campaign.groups[g]!.name) ?? {}
      const chance = chanceFrom(`odd ${account.name} ${seed} ${day} ${c} ${g} ${k} ${search.text}`)
      const clicks = chance.poisson(search.clicks * (season.clicks ?? 1) * mood)
      const sold = chance.poisson(clicks * search.rate * (season.rate ?? 1) * counted)
      const cost = clicks * search.cpc * (season.cpc ?? 1) * chance.between(0.9, 1.1)
      const sums = {
        impressions: Math.round(clicks / CLICK_RATE),
        clicks,
        costMicros: Math.round(cost * MICROS),
        conversionsMicros: sold * MICROS,
        valueMicros: Math.round(
          sold * (search.value ?? 0) * (season.value ?? 1) * chance.between(0.5, 1.5) * MICROS,
        ),
      }
      return { day, c, g, k, text: search.text, sums }
    })
  })
}

function moodOf({ name, rough }: OddAccount, key: string): number {
  return rough ? chanceFrom(`odd ${name} mood ${key}`).gamma(rough) / rough : 1
}

function searchesOf({ groups }: OddCampaign): { g: number; k: number; search: Search }[] {
  return groups.flatMap(({ keywords = [], searches = [] }, g) => [
    ...keywords.flatMap((keyword, k) => keyword.searches.map((search) => ({ g, k, search }))),
    ...searches.map((search) => ({ g, k: -1, search })),
  ])
}

export function added(records: readonly Pick<Drawn, 'sums'>[]): Metrics {
  return records.reduce((total, { sums }) => {
    const keys = Object.keys(NO_METRICS) as (keyof Metrics)[]
    return Object.fromEntries(keys.map((key) => [key, total[key] + sums[key]])) as Metrics
  }, NO_METRICS)
}
