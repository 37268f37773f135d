import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { wallClockInZone } from '#shared/dates.ts'
import { differences, type Image, type Target, targetOf } from '../rules/operations.ts'
import { labelOf, valueText } from '../rules/step-text.ts'
import type { LoggedStep } from './applications.ts'
import { authorText, readTouches, type Touch } from './change-history.ts'
import type { AdAccount } from './change-plan.ts'
import { readTargets } from './read-entities.ts'

/** Google's clock and ours may differ, and its history lags. */
const OWN_MS = 2 * 60_000

/** Why a step should not be taken back: the same thing has been changed since. Null where it has not. */
export async function readObjections(
  ctx: Context,
  ads: GoogleAds,
  account: AdAccount,
  rows: readonly LoggedStep[],
): Promise<(string | null)[]> {
  const targets = rows.map(({ step, resourceName }): Target => {
    const target = targetOf(step.operation)
    return { ...target, kind: 'update', resourceName: resourceName ?? '' }
  })
  const found = await readTargets(ads, account.googleCustomerId, targets)
  const touches = await readForeignTouches(ctx, ads, account, rows)
  return rows.map((row, i) => {
    const { kind, fields } = targetOf(row.step.operation)
    // What was removed has no values that could have been changed.
    if (kind === 'remove') return null
    const live = found[i]
    if (!live || live.isRemoved) return kind === 'create' ? null : REMOVED
    const later = touches.filter((touch) => isLater(touch, row, account.timeZone))
    const [moved] = differences(live.image, row.step.image ?? live.image, fields)
    if (moved) return movedText(moved, { row, live: live.image, account, touch: later.at(-1) })
    const touch = later.find((one) => one.fields.some((field) => fields.includes(field)))
    return touch
      ? `Alguien ha vuelto a cambiarlo en Google Ads después${authorText(touch)}: no se deshace para no pisarlo.`
      : null
  })
}

const REMOVED = 'Ya no existe en Google Ads: no hay nada que deshacer ahí.'

function movedText(
  path: string,
  more: { row: LoggedStep; live: Image; account: AdAccount; touch: Touch | undefined },
): string {
  const say = (image: Image | null) => valueText(path, image?.[path], more.account.currencyCode)
  return `${labelOf(path)}: quedó en ${say(more.row.step.image)} y alguien lo ha cambiado después a ${say(more.live)}${authorText(more.touch)}. No se deshace para no pisarlo.`
}

function isLater(touch: Touch, row: LoggedStep, timeZone: string): boolean {
  const mine = wallClockInZone(new Date(row.at.getTime() + OWN_MS), timeZone)
  return touch.resourceName === row.resourceName && touch.at > mine
}

/** What Google's history tells about these places, changes made from here aside. */
async function readForeignTouches(
  ctx: Context,
  ads: GoogleAds,
  account: AdAccount,
  rows: readonly LoggedStep[],
): Promise<Touch[]> {
  const resourceNames = new Set(rows.flatMap(({ resourceName }) => resourceName ?? []))
  const since = new Date(Math.min(...rows.map(({ at }) => at.getTime())))
  const now = ctx.clock.now()
  const touches = await readTouches(ads, account, { resourceNames, since, now })
  if (touches.length === 0) return []
  const own = await ctx.db
    .select({
      resourceName: accountChanges.resourceName,
      at: accountChanges.at,
      undoneAt: accountChanges.undoneAt,
    })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, account.customerId),
        inArray(accountChanges.resourceName, [...resourceNames]),
      ),
    )
  const spans = own.flatMap(({ resourceName, at, undoneAt }) =>
    [at, undoneAt].flatMap((instant) => (instant ? [{ resourceName, instant }] : [])),
  )
  return touches.filter(
    (touch) =>
      !spans.some(({ resourceName, instant }) => {
        const [from, to] = [-OWN_MS, OWN_MS].map((ms) =>
          wallClockInZone(new Date(instant.getTime() + ms), account.timeZone),
        )
        return resourceName === touch.resourceName && touch.at >= from! && touch.at <= to!
      }),
  )
}
