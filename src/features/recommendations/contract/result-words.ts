import { longDay, money, plural, verbAndCount } from '#shared/spanish-numbers.ts'
import type { AccountResults, ResultRow } from './results.ts'

type Experiment = NonNullable<ResultRow['experiment']>
type Second = NonNullable<ResultRow['second']>

/** What came of a card that was applied, in the words of its row in «Resultados». */
export type Kind =
  | 'won'
  | 'lost'
  | 'same'
  | 'open'
  | 'measuring'
  | 'undone'
  | 'unmeasured'
  | 'failed'

export const KIND_TEXTS: Record<Kind, string> = {
  won: 'Mejorado',
  lost: 'Empeorado',
  same: 'Sin cambios',
  open: 'No concluyente',
  measuring: 'Midiéndose',
  undone: 'Deshecha',
  unmeasured: 'Sin medición',
  failed: 'No aplicada',
}

const OF_VERDICT = {
  mejorado: 'won',
  empeorado: 'lost',
  sin_cambios: 'same',
  no_concluyente: 'open',
} as const

type Judged = Pick<ResultRow, 'standing' | 'verdict'>

/** What lost or gained is told as that once it is taken back too: else who undoes a loss would make it unseen. */
export function kindOf({ standing, verdict }: Judged): Kind {
  const judged = verdict ? OF_VERDICT[verdict] : 'unmeasured'
  if (standing === 'undone') return judged === 'lost' || judged === 'won' ? judged : 'undone'
  return standing === 'measured' || standing === 'unmeasured' ? judged : standing
}

/** Its verdict is told, and so must be that it is not in force any more. */
export const isAlsoUndone = (row: Judged) => row.standing === 'undone' && kindOf(row) !== 'undone'

/** 'Empeorado, deshecha'. */
export function stateText(row: Judged): string {
  const text = KIND_TEXTS[kindOf(row)]
  return isAlsoUndone(row) ? `${text}, ${KIND_TEXTS.undone.toLowerCase()}` : text
}

export function spanText(
  { low, high }: { low: number; high: number },
  currencyCode: string,
): string {
  return `de ${money(low, currencyCode)} a ${money(high, currencyCode)}`
}

/** What was measured is told by the interval that decides its verdict, a forecast and the sums by 80 %: beside each other both must say so. */
export const MEASURED_RANGE = '(95\u00a0%)'
export const FORECAST_RANGE = '(80\u00a0%)'

/** Where it may be chance a middle would be read as what came of it. */
export function measuredTexts(
  { measured, verdict }: Pick<ResultRow, 'measured' | 'verdict'>,
  currencyCode: string,
): { estimate: string | null; span: string } | null {
  if (!measured) return null
  const span = spanText(measured, currencyCode)
  if (verdict === 'no_concluyente')
    return { estimate: null, span: `${span} al mes ${MEASURED_RANGE}` }
  return {
    estimate: `${money(measured.estimate, currencyCode)} al mes`,
    span: `${span} ${MEASURED_RANGE}`,
  }
}

/** What is said of one that has no figure yet. */
export function waitingText({ standing, daysLeft, note, within }: ResultRow): string | null {
  if (within) return `Su efecto ya está en el de «${within}»: no se cuenta dos veces.`
  return standing === 'measuring' ? measuringText(daysLeft, note) : note
}

/** When there will be a verdict of what is being measured and why only then; without days, what keeps it from coming. */
export function measuringText(daysLeft: number | null, why: string | null): string | null {
  if (daysLeft === null) return why
  const when =
    daysLeft > 0
      ? `${verbAndCount(daysLeft, ['Queda', 'Quedan'], ['día', 'días'])}.`
      : 'Se mide en la próxima revisión.'
  return why ? `${when} ${why}` : when
}

/** When there may be something to say, for a look may leave it open; null where nothing is being measured. */
function firstResultText(accounts: readonly Pick<AccountResults, 'rows'>[]): string | null {
  const left = accounts.flatMap(({ rows }) => rows.flatMap(({ daysLeft }) => daysLeft ?? []))
  if (left.length === 0) return null
  const days = Math.min(...left)
  return days > 0
    ? `El primer resultado puede saberse en ${plural(days, 'día', 'días')}.`
    : 'El primer resultado puede saberse en la próxima revisión.'
}

/** Where nothing is added up: that nothing was measured yet, or why what was measured does not count. */
export function noTotalText(accounts: readonly Pick<AccountResults, 'rows'>[]): {
  headline: string
  sub: string | null
} {
  const told = accounts.flatMap(({ rows }) => rows.filter(({ measured }) => measured))
  return { headline: noTotalHeadline(told), sub: firstResultText(accounts) }
}

function noTotalHeadline(told: readonly ResultRow[]): string {
  const standing = told.filter(
    (row) => row.standing !== 'undone' && row.experiment?.state !== 'ended',
  )
  if (told.length === 0) return 'Todavía no hay ningún importe medido'
  if (standing.length === 0) return 'Nada de lo que se midió sigue en vigor'
  return standing.every(({ within }) => within !== null)
    ? 'Lo medido aquí ya cuenta en cambios de otro periodo'
    : 'De lo medido no hay nada que sumar'
}

/** Where the half that waited stands. */
export function secondText({ state, on, note }: Second, isJudged: boolean): string {
  if (state === 'applied')
    return note
      ? `En dos mitades: aplicada la primera; la segunda, solo en parte. ${note}`
      : 'En dos mitades: las dos están aplicadas.'
  if (state === 'applying') return 'En dos mitades: se está aplicando la segunda.'
  if (state === 'cancelled') return `En dos mitades: la segunda no se hace. ${note ?? ''}`.trim()
  const day = on ? `segunda mitad el ${longDay(on)}` : 'la segunda mitad espera'
  const price = isJudged ? null : 'Hecha antes, ya no se podrán comparar.'
  return [`En dos mitades: aplicada la primera, ${day}.`, note, price].filter(Boolean).join(' ')
}

/** Where one of Google's experiments stands. */
export function trialStanding({ state, startsOn, endsOn, note, canPromote }: Experiment): string {
  return `Experimento de Google: ${STATES[state]({ startsOn, endsOn, canPromote })} ${note ?? ''}`.trim()
}

type Told = Pick<Experiment, 'startsOn' | 'endsOn' | 'canPromote'>

const STATES: Record<Experiment['state'], (told: Told) => string> = {
  running: ({ startsOn, endsOn, canPromote }) =>
    canPromote
      ? `ya se puede decidir; hasta entonces sigue con la mitad de las búsquedas, como mucho hasta el ${longDay(endsOn)}.`
      : `del ${longDay(startsOn)} al ${longDay(endsOn)} como mucho, con la mitad de las búsquedas.`,
  promoting: () => 'Google lo está promoviendo.',
  promoted: () => 'promovido, el cambio vale para toda la campaña.',
  ending: () => 'Google lo está terminando.',
  ended: () => 'terminado, la campaña sigue como estaba.',
}
