import type { AccountInventory, AdFacts, Device, LandingPage } from '#engine/account/inventory.ts'
import { type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import { type Metrics, NO_METRICS } from '#shared/metrics.ts'
import { ALL_DAYS, WINDOW_DAYS } from './calendar.ts'
import { drawGap } from './populations.ts'
import { dividedSums, sumsOf } from './traffic.ts'
import type { AdGroup, Campaign, Unit, World } from './world.ts'

export const CLICK_RATE = 0.05
const DEVICES: [Device, number][] = [
  ['MOBILE', 0.6],
  ['DESKTOP', 0.35],
  ['TABLET', 0.05],
]

/** Two ads, pages or a device and the rest; `gap` is the true ln ratio of the first to its rival. */
export type Rivals = { key: string; gap: number; own: Metrics; rival: Metrics; units: Unit[] }

export type Splits = {
  ads: (Rivals & { adGroup: AdGroup })[]
  pages: (Rivals & { campaign: Campaign })[]
  devices: (Rivals & { campaign: Campaign; share: number })[]
  slowPages: string[]
  inventory: {
    ads: AdFacts[]
    adDays: NonNullable<AccountInventory['adDays']>[number][]
    landingPages: LandingPage[]
    devices: NonNullable<AccountInventory['devices']>[number][]
  }
}

/** The sums of groups and campaigns split by ad, page and device. */
export function drawSplits(world: World): Splits {
  const next = uniformsFrom(`splits ${world.variant.name} ${world.seed}`)
  const found: Splits = {
    ads: [],
    pages: [],
    devices: [],
    slowPages: [],
    inventory: { ads: [], adDays: [], landingPages: [], devices: [] },
  }
  for (const campaign of world.campaigns) {
    const units = world.units.filter(({ campaignId }) => campaignId === campaign.id)
    if (campaign.kind === 'manual') addDevices(next, world, campaign, units, found)
    if (campaign.kind !== 'terms') continue
    for (const adGroup of campaign.adGroups) {
      const own = units.filter(({ adGroupId }) => adGroupId === adGroup.id)
      addAds(next, world, adGroup, own, found)
    }
    addPages(next, world, campaign, units, found)
  }
  return found
}

function addDevices(
  next: Uniforms,
  world: World,
  campaign: Campaign,
  units: Unit[],
  found: Splits,
): void {
  const gap = (next() < 0.5 ? -1 : 1) * drawGap(next, world.variant)
  const parts = DEVICES.map(([device, share]) => ({
    clicks: share,
    conversions: share * (device === 'MOBILE' ? Math.exp(gap) : 1),
  }))
  const divided = dividedSums(next, sumsOf(units, CLICK_RATE), parts)
  DEVICES.forEach(([device], i) => {
    found.inventory.devices.push({ campaignId: campaign.id, device, sums: divided[i]! })
  })
  const [own, ...others] = divided
  const key = `${campaign.id} MOBILE`
  found.devices.push({ key, gap, own: own!, rival: added(others), units, campaign, share: 0.6 })
}

function addAds(
  next: Uniforms,
  world: World,
  adGroup: AdGroup,
  units: Unit[],
  found: Splits,
): void {
  const gap = drawGap(next, world.variant)
  const parts = [1, Math.exp(gap)].map((clicks) => ({
    clicks,
    conversions: clicks,
    impressions: 1,
  }))
  const [rival, own] = dividedSums(next, sumsOf(units, CLICK_RATE), parts)
  const { clicks } = adGroup.campaign.calendar
  const days = clicks
    .slice(0, WINDOW_DAYS)
    .map((share) => ({ clicks: share, conversions: share, impressions: share }))
  ;[rival!, own!].forEach((sums, i) => {
    const adId = `${adGroup.id}${i + 1}`
    found.inventory.ads.push(adOf(world, adGroup, adId, sums))
    dividedSums(next, sums, days).forEach((metrics, d) => {
      found.inventory.adDays.push({ adId, adGroupId: adGroup.id, day: ALL_DAYS[d]!, ...metrics })
    })
  })
  // A third that is hardly shown, as in most ad groups: the last two are never told to be paused.
  found.inventory.ads.push(adOf(world, adGroup, `${adGroup.id}3`, NO_METRICS))
  found.ads.push({ key: `${adGroup.id}2`, gap, own: own!, rival: rival!, units, adGroup })
}

function adOf(world: World, { id, campaign }: AdGroup, adId: string, sums: Metrics) {
  const texts = (word: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ text: `${word} ${'abcdefghijklmno'[i]}` }))
  return {
    campaignId: campaign.id,
    adGroupId: id,
    adId,
    type: 'RESPONSIVE_SEARCH_AD',
    status: 'ENABLED' as const,
    strength: 'GOOD',
    approvalStatus: 'APPROVED',
    policyTopics: [],
    headlines: texts('Titular', 10),
    descriptions: texts('Descripción', 4),
    finalUrls: [`https://planta${world.seed}.example/c${campaign.id}/a`],
    sums,
  }
}

function addPages(
  next: Uniforms,
  world: World,
  campaign: Campaign,
  units: Unit[],
  found: Splits,
): void {
  const gap = drawGap(next, world.variant)
  const urls = ['a', 'b'].map(
    (page) => `https://planta${world.seed}.example/c${campaign.id}/${page}`,
  )
  const slow = !world.variant.clean && next() < 0.2
  if (slow) found.slowPages.push(urls[1]!)
  const seen: Metrics[][] = [[], []]
  for (const adGroup of campaign.adGroups) {
    const own = units.filter(({ adGroupId }) => adGroupId === adGroup.id)
    const cells = [0, 1].flatMap((page) =>
      DEVICES.slice(0, 2).map(([device]) => ({ page, device })),
    )
    const parts = cells.map(({ page }) => ({ clicks: 1, conversions: page ? Math.exp(gap) : 1 }))
    dividedSums(next, sumsOf(own, CLICK_RATE), parts).forEach((sums, i) => {
      const { page, device } = cells[i]!
      seen[page]!.push(sums)
      const speedScore = slow && page === 1 ? 2 : 8
      const place = { campaignId: campaign.id, adGroupId: adGroup.id, device }
      const url = urls[page]!
      found.inventory.landingPages.push({ url, ...place, speedScore, mobileFriendlyShare: 1, sums })
    })
  }
  const [rival, own] = seen.map(added)
  found.pages.push({ key: urls[1]!, gap, own: own!, rival: rival!, units, campaign })
  found.pages.push({ key: urls[0]!, gap: -gap, own: rival!, rival: own!, units, campaign })
}

function added(rows: readonly Metrics[]): Metrics {
  const sum = (field: keyof Metrics) => rows.reduce((all, row) => all + row[field], 0)
  return {
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    costMicros: sum('costMicros'),
    conversionsMicros: sum('conversionsMicros'),
    valueMicros: 0,
  }
}
