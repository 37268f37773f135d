import { and, count, eq, gte } from 'drizzle-orm'
import { clientLabel, describeChange } from '#account-data/describe-change.ts'
import { heldUp } from '#account-data/held-up.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import { loadKept } from '#account-data/snapshot/load-inventory.ts'
import type { KeptInventory } from '#engine/account/kept-inventory.ts'
import { daysUntilReady, effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { adGroups, campaigns } from '#platform/db/schema/entities.ts'
import { automaticChangeEffects } from '#platform/db/schema/google-recommendations.ts'
import { adviceTitle } from '#shared/ads-words/advice.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { AUTO_APPLY, type AutomaticGroup } from '../rules/automatic-groups.ts'
import type { AutomaticChanges, MadeChange } from '../rules/on-wire.ts'
import { type ChangeEvent, readAutomaticGroups } from './automatic-events.ts'

/** Older ones are not read. */
const DAYS_SHOWN = 180
const MOST_SHOWN = 100
/** Of one maker, day and place. */
const MOST_LINES = 20
const NOTICE_DAYS = 7

export async function listAutomaticChanges(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<AutomaticChanges> {
  const account = await ownedAccount(ctx, googleCustomerId)
  const { customerId, currencyCode, timeZone } = account
  const today = dayInZone(ctx.clock.now(), timeZone)
  const groups = await readAutomaticGroups(ctx, customerId, addDays(today, -DAYS_SHOWN))
  const effects = await ctx.db
    .select()
    .from(automaticChangeEffects)
    .where(eq(automaticChangeEffects.customerId, customerId))
  // Only `measureAutomaticChanges` writes these.
  const measured = new Map(effects.map((row) => [row.changeKey, row.measured as Measured]))
  const names = await placeNames(ctx, customerId)
  const changes = newestOf(groups).map((group): MadeChange => {
    const effect = measured.get(group.key) ?? null
    const windows = effectWindows(group.day, LAG_DAYS)
    const due = { appliedOn: group.day, dueOn: windows.readyOn }
    return {
      id: group.key,
      day: group.day,
      maker: clientLabel(group.clientType),
      clientType: group.clientType,
      place: placeName(group, names),
      campaignIds: [...(group.place?.campaignIds ?? [])],
      lines: group.events
        .slice(0, MOST_LINES)
        .map((event) => toLine(event, { currency: currencyCode, names })),
      more: Math.max(0, group.events.length - MOST_LINES),
      measured: effect,
      daysToMeasure: effect ? null : daysUntilReady(windows, today),
      held: effect ? null : heldUp(due, account, today),
    }
  })
  return { currencyCode, types: await activeTypes(ctx, customerId), changes }
}

/** Google's own among them, however much scripts and rules have changed since. */
function newestOf(groups: readonly AutomaticGroup<ChangeEvent>[]) {
  const isOwn = ({ clientType }: AutomaticGroup<ChangeEvent>) => clientType === AUTO_APPLY
  const shown = new Set([
    ...groups.filter(isOwn).slice(0, MOST_SHOWN),
    ...groups.filter((group) => !isOwn(group)).slice(0, MOST_SHOWN),
  ])
  return groups.filter((group) => shown.has(group))
}

/** Of Google applying its own advice: rules and scripts are the owner's own doing. */
export async function countNewAutomaticChanges(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<number> {
  const { customerId, timeZone } = await ownedAccount(ctx, googleCustomerId)
  const since = addDays(dayInZone(ctx.clock.now(), timeZone), -NOTICE_DAYS)
  const [row] = await ctx.db
    .select({ made: count() })
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        eq(changeEvents.clientType, AUTO_APPLY),
        gte(changeEvents.at, since),
      ),
    )
  return row?.made ?? 0
}

/** Null where Google has not told. */
async function activeTypes(ctx: Context, customerId: number) {
  const known = await readAutoApply(ctx, customerId)
  return (
    known
      ?.filter(({ status }) => status === 'ENABLED')
      .map(({ id, type }) => ({ id, title: adviceTitle(type) })) ?? null
  )
}

export async function readAutoApply(
  ctx: Context,
  customerId: number,
): Promise<NonNullable<KeptInventory['autoApply']> | null> {
  const { autoApply } = await loadKept(ctx, customerId, ['autoApply'])
  return autoApply ?? null
}

type Names = { campaign: Map<string, string>; ad_group: Map<string, string> }

async function placeNames(ctx: Context, customerId: number): Promise<Names> {
  const ofCampaigns = await ctx.db
    .select({ id: campaigns.campaignId, name: campaigns.name })
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  const ofGroups = await ctx.db
    .select({ id: adGroups.adGroupId, name: adGroups.name })
    .from(adGroups)
    .where(eq(adGroups.customerId, customerId))
  const byId = (rows: { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [String(id), name]))
  return { campaign: byId(ofCampaigns), ad_group: byId(ofGroups) }
}

/** More names than these are not read. */
const MOST_NAMES = 3

function placeName({ place }: AutomaticGroup<ChangeEvent>, names: Names): string | null {
  if (!place) return null
  const { adGroupId, campaignIds } = place
  const known = campaignIds.flatMap((id) => names.campaign.get(id) ?? [])
  const more = known.length - MOST_NAMES
  const ofCampaigns = known.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` y ${more} más` : '')
  const ofAdGroup = adGroupId && names.ad_group.get(adGroupId)
  return [ofCampaigns, ofAdGroup].filter(Boolean).join(' › ') || null
}

function toLine(event: ChangeEvent, { currency, names }: { currency: string; names: Names }) {
  const name =
    (event.adGroupId !== null && names.ad_group.get(String(event.adGroupId))) ||
    (event.campaignId !== null && names.campaign.get(String(event.campaignId))) ||
    ''
  const { what, fields } = describeChange(event, { currency, name })
  return { time: event.at.slice(11, 16), what, fields }
}
