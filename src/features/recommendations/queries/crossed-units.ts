import { and, eq, gte, lte } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { shortName, weightyEdits } from '#account-data/small-edits.ts'
import { readSteps } from '#changes/change-log.ts'
import { type Operation, targetOf } from '#changes/operations.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import type { UnitPlace } from '#shared/applied-halves.ts'
import { type Day, wallClockInZone } from '#shared/dates.ts'
import { unitsOf } from '../rules/change-units.ts'
import { ofFirstHalf } from '../rules/second-half.ts'
import { type Application, cardOperations } from './applications.ts'
import { madeBy } from './own-resources.ts'

/**
 * Units of the half that waits that were changed all the same, by hand or by another card, until that day. What was done
 * earlier on the day of the drawing, as the whole card made and taken back, is how they are as they wait.
 */
export async function readCrossed(
  ctx: Context,
  account: Account,
  { appliedAt, body, halves }: Application,
  to: Day,
): Promise<{ units: number; of: number }> {
  const from = wallClockInZone(appliedAt, account.timeZone)
  const events = await readEvents(ctx, account, { from, to: `${to} 24` })
  const operations = cardOperations(body as Analysed, account.googleCustomerId)
  const later = new Set(halves!.pairs.flatMap((pair) => pair.later))
  const waiting = halves!.units.filter(({ key }) => later.has(key))
  const edits = weightyEdits(events)
  const touched = new Set(edits.map(({ resourceName }) => resourceName))
  const made = new Set(
    events
      .filter(({ operation }) => operation === 'CREATE')
      .flatMap(({ newResource }) => wordsIn(newResource)),
  )
  const isTouched = (operation: Operation) => {
    const { resourceName, wanted } = targetOf(operation)
    const text = wanted['keyword.text']
    if (typeof text === 'string') return made.has(text.toLowerCase())
    return resourceName !== null && touched.has(resourceName)
  }
  const isPlaceTouched = placesIn(edits)
  const crossed = waiting.filter(
    ({ operations: own, place }) =>
      own.some((at) => isTouched(operations[at]!)) || isPlaceTouched(place),
  )
  return { units: crossed.length, of: waiting.length }
}

/**
 * Changes of the half that went first that were taken back, or changed again, by hand or by another card until that day, or all that they
 * are of was: what is in Google's history once it had been made, for the change itself is in it too.
 */
export async function readUndone(
  ctx: Context,
  account: Account,
  { id, appliedAt }: Application,
  to: Day,
): Promise<{ steps: number; of: number }> {
  const made = ofFirstHalf(await readSteps(ctx, account.customerId, id))
  const later = { from: madeBy(appliedAt, account.timeZone), to: `${to} 24` }
  const edits = weightyEdits(await readEvents(ctx, account, later))
  const touched = new Set(edits.map(({ resourceName }) => resourceName))
  const isPlaceTouched = placesIn(edits)
  const undone = made.filter(({ resourceName, step }) => {
    if (resourceName && touched.has(resourceName)) return true
    return unitsOf([step.operation])?.units.some(({ place }) => isPlaceTouched(place))
  })
  return { steps: undone.length, of: made.length }
}

async function readEvents(
  ctx: Context,
  { customerId }: Account,
  { from, to }: { from: string; to: string },
) {
  return await ctx.db
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        gte(changeEvents.at, from),
        lte(changeEvents.at, to),
      ),
    )
    .orderBy(changeEvents.at)
}

/** Whether a person paused, say, all of a unit instead of the steps of the card. */
function placesIn(edits: readonly { resourceName: string }[]): (place: UnitPlace) => boolean {
  const touched = new Set(edits.map(({ resourceName }) => shortName(resourceName)))
  return (place) => place.level !== 'term' && touched.has(`${COLLECTIONS[place.level]}/${place.id}`)
}

const COLLECTIONS = { ad_group: 'adGroups', campaign: 'campaigns', budget: 'campaignBudgets' }

/** Texts of keywords, wherever Google's history holds them. */
function wordsIn(resource: unknown): string[] {
  const found = JSON.stringify(resource).matchAll(/"keyword":\{[^}]*?"text":"((?:[^"\\]|\\.)*)"/g)
  return [...found].map(([, text = '']) => (JSON.parse(`"${text}"`) as string).toLowerCase())
}
