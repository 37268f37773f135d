import type { Context } from '../../account/context.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { isRemarketing } from '../targeting/remarketing-name.ts'
import { overlappingCampaigns } from './overlapping-campaigns.ts'

/** An ad group; `adGroupId` is '' where the campaign has none. */
export type Place = { campaignId: string; adGroupId: string }

/** Whether the second place also reaches whom the first does: by region, language, hour, device and audience. */
export const peopleReached = oncePerAnalysis(reachedIn)

function reachedIn(
  snapshot: AccountSnapshot,
  context: Context,
): (from: Place, to: Place) => boolean {
  const overlap = overlappingCampaigns(snapshot)
  const excluded = excludedDevices(snapshot.inventory)
  const audienceOf = audiences(snapshot, context)
  const speaks = languagesHeld(snapshot.inventory)
  const isAwake = hoursHeld(snapshot.inventory)
  const hasDevices = (from: string, to: string) =>
    [...(excluded.get(to) ?? [])].every((device) => excluded.get(from)?.has(device))
  return (from, to) => {
    if (from.adGroupId === to.adGroupId && from.campaignId === to.campaignId) return true
    const shown = audienceOf(to)
    return (
      (shown === EVERYBODY || shown === audienceOf(from)) &&
      hasDevices(from.campaignId, to.campaignId) &&
      speaks(from.campaignId, to.campaignId) &&
      isAwake(from.campaignId, to.campaignId) &&
      overlap(from.campaignId, to.campaignId)
    )
  }
}

/** Tablets bring too little to tell campaigns apart. */
function excludedDevices({ deviceModifiers = [] }: AccountInventory = {}) {
  const out = deviceModifiers.filter(
    ({ device, modifier }) => modifier === 0 && (device === 'DESKTOP' || device === 'MOBILE'),
  )
  const byCampaign = Map.groupBy(out, ({ campaignId }) => campaignId)
  return new Map([...byCampaign].map(([id, own]) => [id, new Set(own.map((one) => one.device))]))
}

/** Without any language a campaign is for all; where none was read nothing tells them apart. */
const languagesHeld = ({ languages = [] }: AccountInventory = {}) =>
  holding(new Map(languages.map(({ campaignId, ids }) => [campaignId, ids])))

/** Without hours of its own a campaign is shown all day. */
function hoursHeld({ adSchedules = [] }: AccountInventory = {}) {
  const hoursOf = (own: typeof adSchedules) =>
    own.flatMap(({ weekday, fromHour, toHour }) =>
      Array.from({ length: toHour - fromHour }, (_, i) => `${weekday} ${fromHour + i}`),
    )
  const byCampaign = Map.groupBy(adSchedules, ({ campaignId }) => campaignId)
  return holding(new Map([...byCampaign].map(([id, own]) => [id, hoursOf(own)])))
}

/** Whether the second campaign has all that the first has; one that is not named has everything. */
function holding(chosen: ReadonlyMap<string, readonly string[]>) {
  const sets = new Map([...chosen].map(([id, all]) => [id, new Set(all)]))
  return (from: string, to: string): boolean => {
    const [some, all] = [sets.get(from), sets.get(to)]
    return from === to || !all || some?.isSubsetOf(all) === true
  }
}

const EVERYBODY = ''

/** The lists that restrict who is shown an ad group; where settings were not read, its name or its campaign's says so. */
function audiences({ inventory }: AccountSnapshot, context: Context): (place: Place) => string {
  const { audiences: known, restrictedAdGroups, campaignSettings } = inventory ?? {}
  const lists = new Map(
    [...Map.groupBy(known ?? [], ({ adGroupId, campaignId }) => adGroupId || `c${campaignId}`)].map(
      ([id, own]) => [id, [...new Set(own.map(({ name }) => name))].sort().join('\n')],
    ),
  )
  const groups = new Set(
    restrictedAdGroups?.filter(isByAudience).map(({ adGroupId }) => adGroupId) ?? [],
  )
  const campaigns = new Set(
    campaignSettings
      ?.filter(({ restrictedDimensions: dimensions }) => isByAudience({ dimensions }))
      .map(({ campaignId }) => campaignId) ?? [],
  )
  return ({ campaignId, adGroupId }) => {
    if (campaigns.has(campaignId) || groups.has(adGroupId)) {
      if (!known) return `unread ${adGroupId}`
      const whole = campaigns.has(campaignId) ? lists.get(`c${campaignId}`) : undefined
      return lists.get(adGroupId) ?? whole ?? EVERYBODY
    }
    const isUnread = !restrictedAdGroups || !campaignSettings
    const names = [context.adGroups.get(adGroupId), context.campaigns.get(campaignId)]
    return isUnread && names.some((one) => one && isRemarketing(one))
      ? `named ${campaignId}`
      : EVERYBODY
  }
}

const isByAudience = ({ dimensions }: { dimensions: readonly string[] }) =>
  dimensions.includes('AUDIENCE')
