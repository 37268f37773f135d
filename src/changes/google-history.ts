import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import type { Touch } from '#platform/google-ads/change-history.ts'
import { wallClockInZone } from '#shared/dates.ts'
import type { LoggedStep } from './change-log.ts'
import { type Target, targetOf } from './operations.ts'
import { namedTarget } from './read-back.ts'
import { readTargets } from './read-entities.ts'
import { hasPart, readLiveLists } from './shared-lists.ts'
import { movedValues } from './step-text.ts'

const LOOK_BACK_MS = 14 * 86_400_000

/** Who moved these places last, in Spanish, by resource name; Google's history is asked only where there are some. */
export async function readAuthors(
  ctx: Context,
  ads: AccountAds,
  targets: readonly Target[],
): Promise<Map<string, string>> {
  if (targets.length === 0) return new Map()
  const names = new Set(targets.map(({ resourceName }) => resourceName ?? ''))
  const since = new Date(ctx.clock.now().getTime() - LOOK_BACK_MS)
  const touches = await ads.touches({ names, since })
  return new Map(touches.map((touch) => [touch.resourceName, authorText(touch)]))
}

/** Google's clock and ours may differ, and its history lags. */
const OWN_MS = 2 * 60_000

/** Why a step should not be taken back: the same thing was changed since. Null where it was not. */
export async function readObjections(
  ctx: Context,
  ads: AccountAds,
  rows: readonly LoggedStep[],
): Promise<(string | null)[]> {
  const targets = rows.map(({ step }) => targetOf(step.operation))
  const places = targets.map((target, i) => namedTarget(target, rows[i]!.resourceName ?? ''))
  const found = await readTargets(ads, places)
  const touches = await readForeignTouches(ctx, ads, rows)
  const grown = await readGrownLists(ads, rows, targets)
  return rows.map((row, i) => {
    const { kind, shape, fields: own } = targets[i]!
    const fields = kind === 'create' ? [...own, ...shape.settings] : own
    if (grown.has(row.resourceName ?? '')) return LIST_GROWN
    // What was removed has no values that could have been changed.
    if (kind === 'remove') return null
    const live = found[i]
    if (!live || live.isRemoved) return kind === 'create' ? null : REMOVED
    const mine = wallClock(ads, row.at, OWN_MS)
    const later = touches.filter((one) => one.resourceName === row.resourceName && one.at > mine)
    const images = { before: row.step.image ?? live.image, now: live.image }
    const [moved] = movedValues(fields, images, ads.account.currencyCode)
    if (moved)
      return `${moved.label}: quedó en ${moved.before} y alguien lo ha cambiado después a ${moved.after}${authorText(later.at(-1))}. No se deshace para no pisarlo.`
    const touch = later.find((one) => one.fields.some((field) => fields.includes(field)))
    return touch
      ? `Alguien ha vuelto a cambiarlo en Google Ads después${authorText(touch)}: no se deshace para no pisarlo.`
      : null
  })
}

const wallClock = (ads: AccountAds, at: Date, laterMs: number) =>
  wallClockInZone(new Date(at.getTime() + laterMs), ads.account.timeZone)

/** What is gone keeps nothing else from being taken back. */
export const REMOVED = 'Ya no existe en Google Ads: no hay nada que deshacer ahí.'
const LIST_GROWN =
  'Después se han añadido palabras a esta lista de negativas o la usan otras campañas: no se deshace para no quitárselas.'

/** Lists made by these steps that hold other words as well, or that other campaigns use. */
async function readGrownLists(
  ads: AccountAds,
  rows: readonly LoggedStep[],
  targets: readonly Target[],
): Promise<ReadonlySet<string>> {
  const made = rows.filter(({ step }) => 'sharedSetOperation' in step.operation)
  const names = new Set(made.flatMap(({ resourceName }) => resourceName ?? []))
  const grown = (await readLiveLists(ads, names)).filter((list) => {
    const own = targets.filter((target) => hasPart(list, target))
    return list.words.length + list.campaignIds.length > own.length
  })
  return new Set(grown.map(({ resourceName }) => resourceName))
}

/** What Google's history tells about these places, changes made from here aside. */
async function readForeignTouches(
  ctx: Context,
  ads: AccountAds,
  rows: readonly LoggedStep[],
): Promise<Touch[]> {
  const names = new Set(rows.flatMap(({ resourceName }) => resourceName ?? []))
  const since = new Date(Math.min(...rows.map(({ at }) => at.getTime())))
  const touches = await ads.touches({ names, since })
  if (touches.length === 0) return []
  const ofAccount = eq(accountChanges.customerId, ads.account.customerId)
  const ofPlaces = inArray(accountChanges.resourceName, [...names])
  const own = await ctx.db.select().from(accountChanges).where(and(ofAccount, ofPlaces))
  const isOwn = ({ resourceName, at }: Touch) =>
    own
      .filter((change) => change.resourceName === resourceName)
      .flatMap((change) => [change.at, change.undoneAt ?? change.at])
      .some((made) => at >= wallClock(ads, made, -OWN_MS) && at <= wallClock(ads, made, OWN_MS))
  return touches.filter((touch) => !isOwn(touch))
}

/** ' (ana@x.es, el 20/11/2026 a las 10:15)'; empty when Google's history names no person. */
function authorText(touch: Touch | undefined): string {
  if (!touch) return ''
  const [day = '', time = ''] = touch.at.split(' ')
  const date = day.split('-').reverse().join('/')
  return ` (${[touch.who, `el ${date} a las ${time.slice(0, 5)}`].filter(Boolean).join(', ')})`
}
