import { randomUUID } from 'node:crypto'
import { experimentOperations } from '#changes/experiment-operations.ts'
import { checkExperiment } from '#changes/plan-experiment.ts'
import type { CallerContext } from '#platform/context.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE } from '#shared/change-states.ts'
import { dayInZone } from '#shared/dates.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { type Owned, operationsOf } from '../queries/applications.ts'
import { experimentDates, experimentWindows, testedChange } from '../rules/experiment-way.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { assumedOf } from '../rules/outlook.ts'
import { applying, carryOut } from './carry-out.ts'
import { type Asked, pendingRecommendation } from './claim-application.ts'

/**
 * Tries a recommendation's change in one of Google's own experiments, on half of the campaign's searches. Throws AppError
 * with the Spanish reason when nothing was made.
 */
export async function tryInExperiment(
  ctx: CallerContext,
  id: string,
  { seen, assumption }: Asked,
): Promise<ChangeOutcome> {
  const owned = await pendingRecommendation(ctx, id, seen)
  const { account, body } = owned
  const { operation, campaignId } = changeOf(owned)
  const at = ctx.clock.now()
  const today = dayInZone(at, account.timeZone)
  const dates = experimentDates(today)
  const { readyOn } = experimentWindows(today)
  const ask = { operation, name: nameOf(body.title), ...dates }
  const assumed = assumedOf(body.evidence.forecast !== null, assumption)
  const experiment = { campaignId, ...dates }
  const result = await carryOut(ctx, owned, experimentOperations(ask), {
    ...applying(owned, { at, readyOn, assumed, experiment }),
    check: async (ctx, ads) => (await checkExperiment(ctx, ads, ask, body)).steps,
  })
  const isMade = result.state === STATE.applied
  return isMade ? { ...result, message: startText(dates.startsOn) } : result
}

function changeOf({ account, body }: Owned) {
  const change = testedChange(operationsOf(body, account))
  if (!change) throw new AppError('conflict', NOT_OF_BIDS)
  if ('refusal' in change) throw new AppError('conflict', change.refusal)
  return change
}

const NOT_OF_BIDS =
  'Con un experimento de Google solo se prueban cambios en las pujas de una campaña.'

/** As it stands in Google's list of experiments. No other may have it, removed ones aside. */
function nameOf(title: string): string {
  const plain = title.replaceAll(/['"\\]/g, '').slice(0, 80)
  return `Pujante · ${plain} · ${randomUUID().slice(0, 8)}`
}

function startText(startsOn: string): string {
  return `El experimento empieza el ${longDay(startsOn)} con la mitad de las búsquedas; la otra mitad sigue como está.`
}
