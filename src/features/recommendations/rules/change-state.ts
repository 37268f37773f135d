import type { LoggedStep, SettledSteps, StepResult } from '#changes/change-log.ts'
import type { CheckedStep } from '#changes/plan-steps.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { type ChangeState, type RefusedStep, STATE } from '#shared/change-states.ts'
import { integer, plural } from '#shared/spanish-numbers.ts'
import type { ChangeOutcome } from './on-wire.ts'

/** Where an application stands after its steps were sent. */
export function appliedState(steps: readonly Pick<StepResult, 'outcome'>[]): ChangeState {
  if (steps.some(({ outcome }) => outcome === 'unknown')) return STATE.applying
  const made = steps.filter(({ outcome }) => outcome === 'done').length
  if (made === 0) return STATE.failed
  return made === steps.length ? STATE.applied : STATE.partlyApplied
}

/** Where it stood, as far as its steps tell: of what was taken back before that was kept. */
export function settledState(steps: readonly Pick<LoggedStep, 'outcome' | 'undoneAt'>[]) {
  if (steps.some(({ undoneAt }) => undoneAt !== null)) return STATE.partlyUndone
  return steps.every(({ outcome }) => outcome === 'done') ? STATE.applied : STATE.partlyApplied
}

/** After taking steps back; with none of them it is as it was. */
export function undoneState(
  steps: readonly Pick<StepResult, 'outcome'>[],
  former: ChangeState,
): ChangeState {
  if (steps.some(({ outcome }) => outcome === 'unknown')) return STATE.undoing
  const undone = steps.filter(({ outcome }) => outcome === 'done').length
  if (undone === steps.length) return STATE.undone
  return undone === 0 ? former : STATE.partlyUndone
}

/** What it came to, as the person who asked for it is told. */
export function resultOf(
  application: { recommendationId: string; state: ChangeState; body: unknown },
  steps: StepResult[],
): ChangeOutcome {
  // Only the engine's own output is stored as a body.
  const { title } = application.body as Analysed
  const { recommendationId, state } = application
  const message = resultText(state, steps)
  return { id: recommendationId, title, state, steps, message }
}

/** The sentence of the notice. */
function resultText(state: ChangeState, steps: readonly StepResult[]): string {
  const made = steps.filter(({ outcome }) => outcome === 'done').length
  const first = steps.find(({ message }) => message !== null)?.message ?? ''
  const open = steps.find(({ outcome }) => outcome === 'unknown')?.message
  const of = `${integer(made)} de ${plural(steps.length, 'cambio', 'cambios')}`
  switch (state) {
    case STATE.applied:
      return 'Aplicada en Google Ads.'
    case STATE.partlyApplied:
      return `Se ${made === 1 ? 'ha hecho' : 'han hecho'} ${of}. ${first}`.trim()
    case STATE.byHand:
      return 'Anotada como hecha a mano.'
    case STATE.applying:
    case STATE.undoing:
      return open ?? 'Google Ads no responde. Lo comprobaremos en unos minutos.'
    case STATE.undone:
      return 'Deshecha: en Google Ads está otra vez como antes.'
    case STATE.partlyUndone:
      return `Se ${made === 1 ? 'ha deshecho' : 'han deshecho'} ${of}. ${first}`.trim()
    case STATE.failed:
      return first || 'No se pudo aplicar.'
  }
}

/** Of what Google could not be asked about for long. */
export const LOST =
  'No hemos podido comprobar en Google Ads si el cambio llegó a hacerse. Míralo allí antes de repetirlo.'

/** Spanish: what went wrong, step by step. */
export function problemsOf(results: readonly StepResult[]): string[] {
  return results.flatMap(({ summary, message }) =>
    message === null ? [] : [`${summary}: ${message}`],
  )
}

/** Of a plan, what the log will not tell of. */
export function refusedOf(steps: readonly CheckedStep[]): RefusedStep[] {
  return steps.flatMap(({ summary, refusal: message }) =>
    message === null ? [] : [{ summary, message }],
  )
}

/** What was found out later about the steps that were sent, and those that were not. */
export function withRefused(
  settled: SettledSteps,
  refused: readonly RefusedStep[] | null,
): SettledSteps {
  const others = (refused ?? []).map(({ summary, message }): StepResult => {
    return { summary, message, outcome: 'failed' }
  })
  return { ...settled, results: [...settled.results, ...others] }
}

/** States in which there is something to take back. */
export const UNDOABLE: readonly ChangeState[] = [
  STATE.applied,
  STATE.partlyApplied,
  STATE.byHand,
  STATE.partlyUndone,
]

/** States whose effect will be measured. */
export const MEASURED: readonly ChangeState[] = [STATE.applied, STATE.partlyApplied, STATE.byHand]
