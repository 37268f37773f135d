import type { MatchType } from '#engine/account/snapshot.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import type { MutateOperation, Recommendation } from '#engine/findings/recommendation.ts'
import { MICROS } from '#shared/metrics.ts'
import { withoutLists } from '../without-lists.ts'
import { campaignIds, outlook, type Settings, type Shop, type Week } from './shop.ts'
import { shopSnapshot } from './shop-snapshot.ts'

/** Looks at the weeks played and sets the shop anew. */
export type Policy = (shop: Shop, settings: Settings, weeks: readonly Week[]) => Settings

export const doNothing: Policy = (_, settings) => settings

/** Weeks for which an applied recommendation is left to be measured: 28 days, 7 before them, and the lag. */
const HELD_WEEKS = 6

/** Applies all that the engine recommends and can be sent; what was applied is not applied again until measured. */
export function enginePolicy(): Policy {
  const appliedAt = new Map<string, number>()
  return (shop, settings, weeks) => {
    const { recommendations } = analyseAccount(shopSnapshot(shop, settings, weeks))
    const open = recommendations.filter(({ fingerprint }) => {
      const before = appliedAt.get(fingerprint)
      return before === undefined || weeks.length - before >= HELD_WEEKS
    })
    for (const { fingerprint } of open) appliedAt.set(fingerprint, weeks.length)
    return applied(shop, settings, open)
  }
}

export function copied(settings: Settings): Settings {
  return {
    bids: new Map(settings.bids),
    paused: new Set(settings.paused),
    added: new Map(settings.added),
    budgets: new Map(settings.budgets),
    excluded: new Set(settings.excluded),
    negatives: [...settings.negatives],
  }
}

/** Operations of the cards, as Google would carry them out. */
export function applied(
  shop: Shop,
  settings: Settings,
  recommendations: readonly Pick<Recommendation, 'evidence'>[],
): Settings {
  const after = copied(settings)
  for (const { evidence } of recommendations) {
    for (const operation of withoutLists(evidence.change?.operations ?? []))
      apply(shop, after, operation)
  }
  return after
}

type Fields = {
  resourceName?: string
  campaign?: string
  adGroup?: string
  negative?: boolean
  status?: string
  keyword?: { text: string; matchType: MatchType }
  cpcBidMicros?: string
  amountMicros?: string
}

function apply(shop: Shop, settings: Settings, operation: MutateOperation): void {
  const [body] = Object.values(operation) as { create?: Fields; update?: Fields }[]
  const fields = { ...body?.create, ...body?.update }
  const last = (name: string | undefined) => name?.split('/').at(-1) ?? ''
  const { keyword } = fields
  if (fields.negative && keyword) {
    const adGroupId = fields.adGroup ? last(fields.adGroup) : null
    const owner = shop.keywords.find((one) => one.adGroupId === adGroupId)
    const campaignId = owner?.campaignId ?? last(fields.campaign)
    if (adGroupId === null && keyword.matchType === 'EXACT')
      settings.excluded.add(`${campaignId} ${keyword.text}`)
    else settings.negatives.push({ campaignId, adGroupId, ...keyword })
  } else if (body?.create && keyword) addKeyword(shop, settings, last(fields.adGroup), fields)
  else if (fields.amountMicros)
    settings.budgets.set(last(fields.resourceName).slice(1), Number(fields.amountMicros) / MICROS)
  else {
    const id = last(fields.resourceName).split('~')[1] ?? ''
    if (fields.cpcBidMicros) settings.bids.set(id, Number(fields.cpcBidMicros) / MICROS)
    if (fields.status === 'PAUSED') settings.paused.add(id)
  }
}

/** At its own bid, else at that of the keyword that brought the query until now. */
function addKeyword(
  shop: Shop,
  settings: Settings,
  adGroupId: string,
  { keyword, cpcBidMicros }: Fields,
): void {
  const { text } = keyword!
  const query = shop.queries.find((one) => one.adGroupId === adGroupId && one.text === text)
  if (!query) return
  const id = `${query.home}9${text.split('x').at(-1)}`
  settings.added.set(`${query.campaignId} ${text}`, id)
  settings.bids.set(
    id,
    cpcBidMicros ? Number(cpcBidMicros) / MICROS : settings.bids.get(query.home)!,
  )
}

/** '0 conversions and ≥ 20 clicks' and 'CPA > 2 × target' make an exact negative. */
export const rulesOfThumb: Policy = (shop, settings, weeks) => {
  const after = copied(settings)
  const recent = weeks.slice(-13).flatMap(({ rows }) => rows)
  for (const own of Map.groupBy(recent, ({ query }) => query).values()) {
    const { text, campaignId } = own[0]!.query
    const sum = (field: 'clicks' | 'conversions' | 'cost') =>
      own.reduce((all, { day }) => all + day[field], 0)
    const barren = sum('conversions') === 0 && sum('clicks') >= 20
    if (barren || sum('cost') > 2 * shop.target * Math.max(1, sum('conversions')))
      after.excluded.add(`${campaignId} ${text}`)
  }
  return after
}

const STEPS = [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3]
const BUDGET_STEP = 1.2

/** Knows every rate and price, and moves bids and budgets by no more than a recommendation would. */
export const oracle: Policy = (shop, settings) => {
  const after = copied(settings)
  for (const id of campaignIds(shop)) {
    const profit = () => outlook(shop, after, id).profit
    const budget = settings.budgets.get(id)!
    after.budgets.set(id, budget * BUDGET_STEP)
    for (let pass = 0; pass < 2; pass++) {
      for (const query of shop.queriesOf.get(id) ?? []) {
        const key = `${id} ${query.text}`
        if (after.excluded.has(key)) continue
        const before = profit()
        after.excluded.add(key)
        if (profit() <= before) after.excluded.delete(key)
      }
      for (const keyword of shop.keywords.filter(({ campaignId }) => campaignId === id)) {
        const own = settings.bids.get(keyword.id)!
        const tried = STEPS.map((step) => {
          after.bids.set(keyword.id, own * step)
          return { bid: own * step, profit: profit() }
        })
        const best = tried.reduce((a, b) => (b.profit > a.profit ? b : a))
        after.bids.set(keyword.id, best.bid)
      }
    }
    if (outlook(shop, after, id).throttle === 1) after.budgets.set(id, budget)
  }
  return after
}
