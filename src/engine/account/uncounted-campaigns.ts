import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

/** Campaigns without a conversion whose clicks land where no other campaign's conversions are counted: nothing tells what they sell. */
export function uncountedCampaigns(snapshot: AccountSnapshot): ReadonlySet<string> {
  const none = snapshot.campaigns.filter(({ sums }) => sums.conversionsMicros === 0)
  if (none.length === 0) return new Set()
  const hosts = landingHosts(snapshot)
  return new Set(none.filter((one) => leadsElsewhere(snapshot, one, hosts)).map(({ id }) => id))
}

/** Where the clicks of each campaign land; of an account's addresses, so asked for once. */
export type LandingHosts = ReadonlyMap<string, ReadonlySet<string>>

export function landingHosts({ inventory }: AccountSnapshot): LandingHosts {
  const hosts = new Map<string, Set<string>>()
  const add = (campaignId: string, url: string) => {
    const host = hostOf(url)
    if (host) hosts.set(campaignId, (hosts.get(campaignId) ?? new Set()).add(host))
  }
  for (const { campaignId, url } of inventory?.landingPages ?? []) add(campaignId, url)
  for (const { campaignId, finalUrls } of inventory?.ads ?? [])
    for (const url of finalUrls) add(campaignId, url)
  return hosts
}

/** A tag that one site has may be missing on another. Nothing is known where its pages are not. */
export function leadsElsewhere(
  { campaigns }: AccountSnapshot,
  { id }: CampaignFacts<never>,
  hosts: LandingHosts,
): boolean {
  const own = hosts.get(id)
  const counted = campaigns
    .filter((one) => one.id !== id && (one.sums.conversionsMicros ?? 0) > 0)
    .flatMap((one) => [...(hosts.get(one.id) ?? [])])
  return own !== undefined && counted.length > 0 && !counted.some((host) => own.has(host))
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? null
}
