import type * as z from 'zod/mini'
import type { LoggedStep, SettledSteps, StepResult } from '#changes/change-log.ts'
import { unmeasurable } from '#engine/effect/measured-texts.ts'
import { SECOND, type SecondState } from '#shared/applied-halves.ts'
import type { ChangeState, RefusedStep } from '#shared/change-states.ts'
import type { Day } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { integer, longDay, plural } from '#shared/spanish-numbers.ts'
import type { SecondHalf as Shape } from '../contract/changes.ts'
import { MEASURED, withRefused } from './change-state.ts'

/** Kept with the steps of the half that had waited. */
export const OF_SECOND_HALF = { half: 'second' } as const

/** What came of its steps, out of those of the whole application. */
export function ofSecondHalf(
  settled: SettledSteps,
  steps: readonly LoggedStep[],
  refused: readonly RefusedStep[] | null,
): SettledSteps {
  const isSecond = steps.map(({ after }) => isOfSecond(after))
  const results = settled.results.filter((_, i) => isSecond[i])
  return withRefused({ ...settled, results }, refused?.filter(({ half }) => half) ?? null)
}

/** Of one that was given up nothing is known yet, and may still be found. */
export function isSecondOpen(
  { secondState }: { secondState: SecondState | null },
  steps: readonly LoggedStep[],
): boolean {
  const isOpen = ({ outcome, after }: LoggedStep) =>
    (outcome === 'sent' || outcome === 'unknown') && isOfSecond(after)
  return secondState === SECOND.applying || (secondState === SECOND.cancelled && steps.some(isOpen))
}

/** Steps that were made of the half that went first. */
export function ofFirstHalf(steps: readonly LoggedStep[]): LoggedStep[] {
  return steps.filter(({ outcome, after }) => outcome === 'done' && !isOfSecond(after))
}

// What `OF_SECOND_HALF` left there.
const isOfSecond = (after: unknown) => (after as { half?: string }).half !== undefined

/** As it is shown; null for a card that was applied at once. */
export type SecondHalf = z.infer<typeof Shape>

export function secondHalfOf(
  application: {
    state: ChangeState
    secondState: SecondState | null
    secondOn: Day | null
    secondNote: string | null
  },
  { connected }: { connected: boolean },
  today: Day,
): SecondHalf | null {
  const { secondState: state, secondOn: on, secondNote: note } = application
  // Of what was taken back it is not said that both halves are applied.
  if (state === SECOND.applied && !MEASURED.includes(application.state)) return null
  if (state !== SECOND.waiting) return state && { state, on, note }
  // A day that has passed is no promise, and while the account is away nothing of it is looked at.
  return {
    state,
    on: on && on < today ? null : on,
    note: connected ? note : NOT_CONNECTED,
  }
}

/** Of the notice after the first half was made. */
export function firstHalfText(
  { message }: { message: string },
  { secondOn }: { secondOn: Day | null },
): string {
  return `Primera mitad: ${message} La segunda, el ${longDay(secondOn ?? '')}, si la primera no pierde dinero.`
}

/** Of the notice after the other was made as well. */
export function secondHalfText({ message }: { message: string }): string {
  return `Segunda mitad: ${message}`
}

export const NONE_WAITS = 'No hay ninguna segunda mitad esperando.'

/** Of the first half once the other is made as well: with nothing left to compare, what was seen until then stands. */
export function closedLook(measured: Measured | null, today: Day): Measured {
  if (!measured) return unmeasurable(today, NEVER_SEEN)
  const { note, looks } = measured
  if (!looks?.next) return measured
  return {
    ...measured,
    looks: { ...looks, next: null },
    note: [note, STANDS].filter(Boolean).join(' '),
  }
}

/** Of the other half when only some of its steps were made: what is known of them, and how much of the card is in force with them. */
export function partOfSecond(
  results: readonly Pick<StepResult, 'outcome'>[],
  measured: Measured,
): { note: string; measured: Measured } {
  const made = results.filter(({ outcome }) => outcome === 'done').length
  const note = `Se hicieron ${integer(made)} de ${plural(results.length, 'cambio', 'cambios')}.`
  const { halves } = measured
  if (!halves) return { note, measured }
  const { shareNow } = halves
  const shareMade = shareNow + ((1 - shareNow) * made) / results.length
  return { note, measured: { ...measured, halves: { ...halves, shareMade } } }
}

const NEVER_SEEN = 'La segunda mitad se hizo antes de medir la primera: ya no hay con qué comparar.'
const STANDS = 'La segunda mitad se hizo antes de mirarlas otra vez: vale lo visto hasta entonces.'

/** What keeps the half that waits from being changed now, in Spanish. */
export type Hindrance = {
  note: string
  isFinal: boolean
  /** Until it is looked at again. */
  until?: Day
}

/** Without a measurement it would no longer be known what the first half did; one that lost money is not repeated. */
export function hindranceOf(occasion: {
  isConnected: boolean
  /** The subscription of the account's owner. */
  isActive: boolean
  /** Who applied it may still change the account. */
  mayEdit: boolean
  measured: Measured | null
  refusal: string | undefined
}): Hindrance | null {
  const { isConnected, isActive, mayEdit, measured, refusal } = occasion
  if (!isConnected) return { note: NOT_CONNECTED, isFinal: false }
  if (!isActive) return { note: NO_PLAN, isFinal: false }
  if (!mayEdit) return { note: NO_LONGER_THEIRS, isFinal: false }
  if (!measured) return { note: NOT_MEASURED, isFinal: false }
  const again = measured.looks?.next?.on
  if (again) return { note: NOT_SURE, isFinal: false, until: again }
  if (measured.verdict === 'worsened') return { note: LOST_MONEY, isFinal: true }
  return refusal === undefined ? null : { note: refusal, isFinal: false }
}

const NOT_CONNECTED = 'La cuenta no está conectada: se hará cuando vuelva a estarlo.'
const NO_PLAN = 'No hay una suscripción activa: se hará cuando la haya.'
const NO_LONGER_THEIRS =
  'Quien la aplicó ya no puede hacer cambios en esta cuenta: espera a que la haga otra persona.'
const NOT_MEASURED = 'Espera a que se mida la primera mitad.'
const NOT_SURE = 'Lo que hizo la primera aún puede ser casualidad: se espera a mirarla otra vez.'
/** More than half of it; what one takes off it by hand is no word on the rest. */
export const FIRST_UNDONE = 'La primera mitad ya no está en Google Ads como se dejó.'
const LOST_MONEY = 'La primera mitad perdió dinero.'
