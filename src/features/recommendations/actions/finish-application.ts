import { accountById } from '#account-data/owned-account.ts'
import type { SettledSteps } from '#changes/change-log.ts'
import type { Context } from '#platform/context.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { type ChangeState, STATE, STATUS } from '#shared/change-states.ts'
import { type Day, dayInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import type { Application } from '../queries/applications.ts'
import {
  appliedState,
  LOST,
  MEASURED,
  problemsOf,
  resultOf,
  undoneState,
} from '../rules/change-state.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { closedLook, firstHalfText, partOfSecond } from '../rules/second-half.ts'
import { storeOutcome } from './application-state.ts'

/** What came of applying: of every step, those that were not sent as well. `readyOn`: the day of the first look at what it does. */
export async function finishApplying(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
  readyOn: Day,
): Promise<ChangeOutcome> {
  const state = appliedState(settled.results)
  const isMade = MEASURED.includes(state)
  const open = state === STATE.applying ? STATUS.applying : STATUS.pending
  const measureAfter = isMade ? readyOn : null
  const problems = problemsOf(settled.results)
  const status = isMade ? STATUS.applied : open
  const second = state === STATE.failed && cancelledSecond(application, NOT_BEGUN)
  const patch = { state, problems, measureAfter, ...second }
  const result = resultOf({ ...application, ...patch }, settled.results)
  const isHalf = isMade && application.halves
  const message = isHalf ? firstHalfText(result, application) : result.message
  await storeOutcome(ctx, application, settled, { patch, status })
  return { ...result, message }
}

/** What came of taking back. */
export async function finishUndoing(
  ctx: Context,
  application: Application & { formerState: ChangeState },
  settled: SettledSteps,
): Promise<ChangeOutcome> {
  const former = application.formerState
  const state = undoneState(settled.results, former)
  const isUndone = state === STATE.undone || state === STATE.partlyUndone
  const isOpen = state === STATE.undoing
  const known = application.problems.filter((problem) => problem !== LOST)
  const problems = isOpen || state === former ? known : problemsOf(settled.results)
  const formerState = isOpen ? former : null
  const undone = { undoneAt: ctx.clock.now(), measureAfter: null }
  const second = isUndone && cancelledSecond(application, TAKEN_BACK)
  const experiment = isUndone &&
    application.experiment && { experimentState: EXPERIMENT.ended, experimentNote: null }
  const patch = {
    ...{ state, problems, formerState },
    ...(isUndone && undone),
    ...second,
    ...experiment,
  }
  const status = state === STATE.undone ? STATUS.pending : null
  await storeOutcome(ctx, application, settled, { patch, status })
  return resultOf({ ...application, ...patch }, settled.results)
}

/** What came of the half that had waited; `settled`: of its steps alone, the log of all. */
export async function finishSecond(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
): Promise<ChangeOutcome> {
  const state = appliedState(settled.results)
  const problems = problemsOf(settled.results)
  const patch =
    state === STATE.applying
      ? { state }
      : isTakenBack(application)
        ? outcomeAfterUndoing(application, state)
        : {
            ...(await secondOutcome(ctx, application, settled.results, problems[0] ?? null)),
            problems: [...application.problems, ...problems],
          }
  await storeOutcome(ctx, application, settled, { patch, status: null })
  return resultOf({ ...application, ...patch }, settled.results)
}

const isTakenBack = ({ state }: Application) =>
  state === STATE.undone || state === STATE.partlyUndone

/** Google could not be asked about the other half, and the first was taken back by the time it is found. */
function outcomeAfterUndoing({ state, problems }: Application, second: ChangeState) {
  if (second === STATE.failed) return { state, secondNote: TAKEN_BACK }
  const made = { state: STATE.partlyUndone, secondState: SECOND.applied, secondNote: null }
  return { ...made, problems: [...problems, STILL_MADE] }
}

const STILL_MADE = 'La segunda mitad se había hecho y sigue en Google Ads.'

/** The half that was changed first stands even where the other fails, and is measured as long as that one is not changed. */
async function secondOutcome(
  ctx: Context,
  application: Application,
  results: SettledSteps['results'],
  secondNote: string | null,
) {
  const state = appliedState(results)
  const first = application.problems.length === 0 ? STATE.applied : STATE.partlyApplied
  if (state === STATE.failed) return { state: first, secondState: SECOND.cancelled, secondNote }
  const together = state === STATE.applied ? first : STATE.partlyApplied
  const account = await accountById(ctx, application.customerId)
  const today = dayInZone(ctx.clock.now(), account?.timeZone ?? 'Europe/Madrid')
  // Only measure-applications.ts writes it.
  const measured = closedLook(application.measured as Measured | null, today)
  const partly = state === STATE.applied ? null : partOfSecond(results, measured)
  return {
    ...{ state: together, secondState: SECOND.applied },
    secondNote: partly?.note ?? null,
    measured: partly?.measured ?? measured,
  }
}

function cancelledSecond({ secondState }: Application, secondNote: string) {
  return secondState === SECOND.waiting && { secondState: SECOND.cancelled, secondNote }
}

const NOT_BEGUN = 'No se hizo la primera mitad.'
const TAKEN_BACK = 'Se deshizo la primera mitad.'
