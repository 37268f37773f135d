import { MICROS } from '#shared/metrics.ts'
import type { Target } from '../../account/context.ts'
import type { Exposure } from '../../account/coverage.ts'
import { shareFactsOf, sharesOf, sumOfShares } from '../../account/known-settings.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts, ShareFacts } from '../../account/snapshot.ts'
import { listed } from '../../words/setup-texts.ts'

/** Campaigns that share a budget or a bid strategy as if they were one: figures added up, settings of the largest. */
export function asOne<Campaign extends CampaignFacts>(users: readonly Campaign[]): Campaign {
  const largest = users.toSorted((a, b) => b.sums.costMicros - a.sums.costMicros)[0]!
  const {
    impressionShare: _share,
    newestShare: _newest,
    exposure: _exposure,
    wholeSums: _whole,
    ...settings
  } = largest
  const exposure = exposureOf(users)
  const impressionShare = sharesOfAll(users)
  const newestShare = added(users, (one) => one.newestShare)
  return {
    ...settings,
    name: users.map(({ name }) => name).join(' + '),
    sums: addUp(users.map(({ sums }) => sums)),
    ...(users.some(({ wholeSums }) => wholeSums) && {
      wholeSums: addUp(users.map(({ sums, wholeSums = sums }) => wholeSums)),
    }),
    ...(exposure && { exposure }),
    ...(impressionShare && { impressionShare }),
    ...(newestShare && { newestShare }),
  } as Campaign
}

/** Since the youngest has run, until the first stopped: before and after that, less was spent than there was room for. */
function exposureOf(users: readonly CampaignFacts[]): Exposure | null {
  const all = users.flatMap(({ exposure }) => exposure ?? [])
  if (all.length < users.length) return null
  return {
    from: all
      .map(({ from }) => from)
      .sort()
      .at(-1)!,
    to: all.map(({ to }) => to).sort()[0]!,
    servedDays: Math.max(...all.map(({ servedDays }) => servedDays)),
  }
}

function sharesOfAll(users: readonly CampaignFacts[]): ShareFacts | null {
  return added(users, (one) => sharesOf(one) && shareFactsOf(one))
}

/** Null unless all of them have any. */
function added(
  users: readonly CampaignFacts[],
  factsOf: (one: CampaignFacts) => ShareFacts | null | undefined,
): ShareFacts | null {
  const all = users.flatMap((one) => factsOf(one) ?? [])
  return all.length < users.length ? null : sumOfShares(all)
}

/** Each by the conversions it brings; null where it is not known of all. */
export function meanTarget(
  users: readonly CampaignFacts[],
  targetOf: (campaign: CampaignFacts) => Target | null,
): Target | null {
  const targets = users.flatMap((campaign) => {
    const target = targetOf(campaign)
    return target ? [{ target, weight: campaign.sums.conversionsMicros / MICROS }] : []
  })
  const weights = targets.reduce((sum, { weight }) => sum + weight, 0)
  if (targets.length < users.length || weights <= 0) return null
  const micros = targets.reduce((sum, { target, weight }) => sum + target.micros * weight, 0)
  const heaviest = targets.toSorted((a, b) => b.weight - a.weight)[0]!.target
  return { ...heaviest, micros: micros / weights }
}

/** 'A', 'B' and the first few after them. */
export function namesOf(campaigns: readonly Pick<CampaignFacts, 'name'>[]): string {
  const names = campaigns.map(({ name }) => `«${name}»`)
  const rest = names.length - MOST_NAMED
  return listed(rest > 0 ? [...names.slice(0, MOST_NAMED), `${rest} más`] : names)
}

const MOST_NAMED = 3
