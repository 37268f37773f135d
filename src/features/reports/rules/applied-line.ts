import type { AccountTotal } from '#engine/effect/account-total.ts'
import { EXPERIMENT, type ExperimentState } from '#shared/applied-experiment.ts'
import type { SecondState } from '#shared/applied-halves.ts'
import { type ChangeState, STATE } from '#shared/change-states.ts'
import type { Day } from '#shared/dates.ts'
import { changeText, hasTellableAmount, isDecided, type Measured } from '#shared/measured.ts'
import {
  isVague,
  measuredIn,
  shareText,
  sumText,
  totalSentence,
  trialText,
} from '#shared/results-text.ts'
import { longDay, money } from '#shared/spanish-numbers.ts'
import type { AppliedLine } from './report.ts'

const VERDICTS: Record<Measured['verdict'], { text: string; tone: AppliedLine['tone'] }> = {
  improved: { text: 'Mejorado', tone: 'good' },
  unchanged: { text: 'Sin cambios', tone: 'neutral' },
  worsened: { text: 'Empeorado', tone: 'bad' },
  inconclusive: { text: 'No concluyente', tone: 'neutral' },
}

/** What failed is in no report. */
type ToldState = Exclude<ChangeState, 'failed'>

const STATES: Record<ToldState, string> = {
  [STATE.applying]: 'Aplicándose',
  [STATE.applied]: 'Aplicada',
  [STATE.partlyApplied]: 'Aplicada en parte',
  [STATE.byHand]: 'Hecha a mano',
  [STATE.undoing]: 'Deshaciéndose',
  [STATE.undone]: 'Deshecha',
  [STATE.partlyUndone]: 'Deshecha en parte',
}
const MADE: readonly ToldState[] = [STATE.applied, STATE.partlyApplied, STATE.byHand]

/** For who has never seen the product. */
const BACK: Partial<Record<ChangeState, string>> = {
  [STATE.undone]: 'Después se deshizo: en Google Ads está otra vez como antes.',
  [STATE.partlyUndone]: 'Después se deshizo en parte: lo demás sigue en Google Ads.',
}

const TRIED = 'Probada en un experimento de Google, preparado el'
const OVER = 'Prueba terminada'
const ON_TRIAL = 'En prueba'

type Applied = {
  title: string
  day: Day
  state: ToldState
  measured: Measured | null
  /** The day of its next look. */
  dueOn: Day | null
  currencyCode: string
  /** Its own amounts are in it. */
  appliedIn: string
  /** Why it cannot be said when it is measured. */
  held: string | null
  /** Where its other half stands, if it was applied to a drawn one first. */
  second: SecondState | null
  /** Where it stands, if it is tried in one of Google's experiments. */
  trial: ExperimentState | null
  /** Why it is looked at again. */
  looked: string | null
  today: Day
}

/** Only what was measured is told as a result; what is still open says when it will be. */
export function appliedLine(applied: Applied): AppliedLine {
  const { title, day, measured } = applied
  const when = `${beganOf(applied)} ${longDay(day)}.`
  const state = stateOf(applied)
  const unmade = MADE.includes(applied.state) && state !== OVER ? null : state
  const back = BACK[applied.state]
  if (!measured) {
    const { verdict, why } = unmade ? { verdict: unmade, why: back ?? null } : openOf(applied)
    return { title, day, state, verdict, detail: why ? `${when} ${why}` : when, tone: 'neutral' }
  }
  const { text, tone } = VERDICTS[measured.verdict]
  const result = resultText(applied, measured)
  if (unmade) {
    const sentences = [when, back, `Medida antes: ${text.toLowerCase()}.`, result]
    // As in «Resultados»: a loss that was taken back is told as one.
    const isTold = back && (measured.verdict === 'worsened' || measured.verdict === 'improved')
    const verdict = isTold ? `${text}, ${unmade.toLowerCase()}` : unmade
    const detail = sentences.filter(Boolean).join(' ')
    return { title, day, state, verdict, tone: 'neutral', detail }
  }
  const range = isDecided(measured) && amountOf(applied, measured)
  const detail = `${when} ${result}`
  return { title, day, state, verdict: text, tone, detail, ...(range && { range }) }
}

function beganOf({ state, trial }: Applied): string {
  if (trial) return TRIED
  return state === STATE.applying ? 'Se está aplicando desde el' : 'Aplicada el'
}

function stateOf({ state, trial }: Applied): string {
  if (!MADE.includes(state) || !trial || trial === EXPERIMENT.promoted) return STATES[state]
  return trial === EXPERIMENT.ended ? OVER : ON_TRIAL
}

/** What all of it together brings: the one line a client reads. */
export function totalLine(
  total: Pick<AccountTotal, 'range80' | 'range95' | 'usual' | 'counted'>,
  currencyCode: string,
  day: Day,
): AppliedLine {
  const { counted } = total
  const { low, high } = total.range95
  const range = isVague(total) ? '' : '; en 8 de cada 10 casos queda ahí'
  return {
    title: `${totalSentence(total, currencyCode)}.`,
    day,
    state: null,
    verdict: 'En conjunto',
    detail: `${sumText(counted.length, ` hasta el ${longDay(day)}`)}${range}.`,
    tone: low > 0 ? 'good' : high < 0 ? 'bad' : 'neutral',
  }
}

function openOf({ dueOn, held, looked, today }: Applied): { verdict: string; why: string | null } {
  if (!dueOn) return { verdict: 'Sin medición', why: null }
  if (dueOn > today && !held) return { verdict: `Se medirá el ${longDay(dueOn)}`, why: looked }
  return { verdict: 'Sin medir todavía', why: held ?? 'Se mide en la próxima revisión.' }
}

/** As far as it says something, in the currency of the account. */
function amountOf({ appliedIn, currencyCode }: Applied, measured: Measured) {
  return appliedIn === currencyCode && hasTellableAmount(measured) ? measured.monthlyMicros : null
}

function resultText(applied: Applied, measured: Measured): string {
  const { appliedIn, currencyCode } = applied
  if (measured.monthlyMicros && appliedIn !== currencyCode) return measuredIn(appliedIn)
  const { kpi, note, money: isByMoney } = measured
  if (note && !isDecided(measured)) return note
  const monthlyMicros = amountOf(applied, measured)
  const euros = (micros: number) => money(micros, currencyCode)
  const change = `${kpi.label}: ${changeText(kpi.change)}.`
  const share = monthlyMicros && shareText(measured, applied.second)
  const trial = monthlyMicros && trialText(applied.trial)
  const how = [note, share, trial].map((text) => (text ? ` ${text}` : '')).join('')
  if (!monthlyMicros) return `${change}${how}`
  const effect = `Efecto al mes: ${euros(monthlyMicros.estimate)}`
  const range = `netos (entre ${euros(monthlyMicros.low)} y ${euros(monthlyMicros.high)})`
  return isByMoney ? `${effect} ${range}. ${change}${how}` : `${change} ${effect}.${how}`
}
