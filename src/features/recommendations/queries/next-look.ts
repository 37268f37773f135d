import { beganLate } from '#account-data/began-late.ts'
import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import {
  type EffectPlace,
  hasTooManyChanges,
  isChangedAgain,
  isWithoutControl,
} from '#account-data/effect-evidence.ts'
import type { Account } from '#account-data/owned-account.ts'
import { type EffectWindows, effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import { LOOK_WEEKS } from '#engine/effect/looks.ts'
import { CHANGED_AGAIN, tooManyText, withoutControlText } from '#engine/effect/measured-texts.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { STATE } from '#shared/change-states.ts'
import { type Day, dayInZone, daysInRange } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { effectPlaceOf, movesTarget } from '../rules/effect-place.ts'
import type { Application } from './applications.ts'
import { readCompanions } from './companions.ts'
import { madeBy, readOwnResources } from './own-resources.ts'

/** What a look at a card that was applied at once is to see. */
export type NextLook = {
  /** Null where it is not known, or the whole account. */
  place: EffectPlace | null
  windows: EffectWindows
  madeOn: Day
  look: { weeks: number; fractions: readonly number[] }
  /** Resource names of what is judged as one: of the card and of those that were applied on its day to its campaigns. */
  ownResources: readonly string[]
  /** On the account's wall clock, when all of it was made; unset where the day alone is known. */
  madeUntil: string | undefined
  /** Titles of the latter. */
  together: readonly string[]
  /** One of them moves the target of a bid strategy. */
  isTargetMoved: boolean
}

/** Where and when the next look, or the first, is to see what it did. */
export async function readNextLook(
  ctx: Context,
  account: Account,
  application: Application,
): Promise<NextLook> {
  const { id, appliedAt, body, measured } = application
  // Only measure-applications.ts writes it.
  const looks = (measured as Measured | null)?.looks
  const look = { weeks: looks?.next?.weeks ?? LOOK_WEEKS, fractions: looks?.fractions ?? [] }
  const madeOn = dayInZone(appliedAt, account.timeZone)
  const changed = await changedCampaigns(ctx, account.customerId, [body as Analysed])
  const place = effectPlaceOf(body as Analysed, changed)
  const named = place && { id, appliedOn: madeOn, ...place }
  const companions = named ? await readCompanions(ctx, account, named) : []
  const all = [application, ...companions]
  const ownResources: string[] = []
  for (const one of all) ownResources.push(...(await readOwnResources(ctx, account, one)))
  const isTargetMoved = all.some(({ body }) => movesTarget(body as Analysed))
  const together = companions.map(({ body }) => (body as Analysed).title)
  const own = { ownResources, madeUntil: madeUntil(all, account) }
  const windows = await windowsOf(ctx, account, { place, madeOn, ...own }, look.weeks)
  return { place, windows, madeOn, look, ...own, together, isTargetMoved }
}

/** Of the last of them; what a person made by hand may have been made at any hour. */
function madeUntil(all: readonly Application[], { timeZone }: Account): string | undefined {
  if (all.some(({ state }) => state === STATE.byHand)) return undefined
  return all
    .map(({ appliedAt }) => madeBy(appliedAt, timeZone))
    .sort()
    .at(-1)
}

/**
 * As many weeks before as after, where they are known; but four, as the first look had, where in those before them it had hardly begun, or so much
 * else was changed that nothing could be told.
 */
async function windowsOf(
  ctx: Context,
  account: Account,
  { place, madeOn, ...own }: Pick<NextLook, 'place' | 'madeOn' | 'ownResources' | 'madeUntil'>,
  weeks: number,
): Promise<EffectWindows> {
  const known = account.dataFrom ? Math.floor(daysInRange(account.dataFrom, madeOn) / 7) : 0
  const weeksBefore = Math.max(LOOK_WEEKS, Math.min(weeks, known))
  const windows = effectWindows(madeOn, LAG_DAYS, weeks, weeksBefore)
  if (weeksBefore === LOOK_WEEKS || !place) return windows
  const asked = { place, windows, ...own }
  const isTooLong =
    (await beganLate(ctx, account.customerId, place, windows.before)) ||
    (await isWithoutControl(ctx, account, asked)) ||
    (await hasTooManyChanges(ctx, account.customerId, asked))
  return isTooLong ? effectWindows(madeOn, LAG_DAYS, weeks, LOOK_WEEKS) : windows
}

/** Why it tells nothing however long one waits, in Spanish; null where nothing of the kind is known so far. `isDue`: its days are over. */
export async function readObstacle(
  ctx: Context,
  account: Account,
  { place, windows, ...look }: Omit<NextLook, 'place'> & { place: EffectPlace },
  { state, isDue }: Pick<Application, 'state'> & { isDue: boolean },
): Promise<string | null> {
  const asked = { place, windows, ownResources: look.ownResources, madeUntil: look.madeUntil }
  const campaigns = place.campaignIds.length
  if (await isWithoutControl(ctx, account, asked)) return withoutControlText(campaigns)
  if (state === STATE.byHand && !isDue) return null
  if (await isChangedAgain(ctx, account.customerId, asked)) return CHANGED_AGAIN
  const isCrowded = await hasTooManyChanges(ctx, account.customerId, asked)
  return isCrowded ? tooManyText(campaigns) : null
}
