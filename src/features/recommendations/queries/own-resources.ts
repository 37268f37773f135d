import type { Account } from '#account-data/owned-account.ts'
import { readSteps } from '#changes/change-log.ts'
import { targetOf } from '#changes/operations.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { STATE } from '#shared/change-states.ts'
import { wallClockInZone } from '#shared/dates.ts'
import { type Application, cardOperations } from './applications.ts'

/** What was changed: as the log says, or by hand what the card says. */
export async function readOwnResources(
  ctx: Context,
  { customerId, googleCustomerId }: Account,
  { id, state, body }: Application,
): Promise<string[]> {
  if (state === STATE.byHand) return resourcesOf(body as Analysed, googleCustomerId)
  const steps = await readSteps(ctx, customerId, id)
  return steps.flatMap(({ resourceName }) => resourceName ?? [])
}

/** Minutes that Google may be at what was asked of it at one instant. */
const MOST_MINUTES = 15

/** By when, on the account's wall clock, all was made that was begun then: what happens to the same later is another's doing. */
export function madeBy(appliedAt: Date, timeZone: string): string {
  return wallClockInZone(new Date(appliedAt.getTime() + MOST_MINUTES * 60_000), timeZone)
}

/** What a card says that it would change. */
export function resourcesOf(
  body: Analysed,
  googleCustomerId: Account['googleCustomerId'],
): string[] {
  const operations = cardOperations(body, googleCustomerId)
  return operations.flatMap((operation) => targetOf(operation).resourceName ?? [])
}
