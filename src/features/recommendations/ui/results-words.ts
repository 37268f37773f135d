import type { Tone } from '#kit/components/badge.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { money, plural, signedPercent, wholeMoney } from '#shared/spanish-numbers.ts'
import type { getCalibration } from '../contract/calibration.ts'
import type { AccountResults, ResultRow } from '../contract/results.ts'
import { measuringText } from './measuring-text.ts'

type Amounts = { low: number; high: number }
type Total = NonNullable<AccountResults['total']>

export function spanText({ low, high }: Amounts, currencyCode: string): string {
  return `de ${money(low, currencyCode)} a ${money(high, currencyCode)}`
}

/** What was expected knows no cents. */
export function forecastText({ low, high }: Amounts, currencyCode: string): string {
  return `de ${wholeMoney(low, currencyCode)} a ${wholeMoney(high, currencyCode)}`
}

/** Where it may be chance a middle would be read as what came of it. */
export function measuredTexts(
  { measured, verdict }: Pick<ResultRow, 'measured' | 'verdict'>,
  currencyCode: string,
): { estimate: string | null; span: string } | null {
  if (!measured) return null
  const span = spanText(measured, currencyCode)
  if (verdict === 'no_concluyente') return { estimate: null, span: `${span} al mes` }
  return { estimate: `${money(measured.estimate, currencyCode)} al mes`, span }
}

export type Kind =
  | 'won'
  | 'lost'
  | 'same'
  | 'open'
  | 'measuring'
  | 'undone'
  | 'unmeasured'
  | 'failed'

/** In the order in which they are drawn: losses are as much in sight as wins. */
export const KINDS: Record<
  Kind,
  { text: string; counted: [one: string, many: string]; tone: Tone }
> = {
  won: { text: 'Mejorado', counted: ['mejorada', 'mejoradas'], tone: 'success' },
  lost: { text: 'Empeorado', counted: ['empeorada', 'empeoradas'], tone: 'danger' },
  same: { text: 'Sin cambios', counted: ['sin cambios', 'sin cambios'], tone: 'neutral' },
  open: { text: 'No concluyente', counted: ['no concluyente', 'no concluyentes'], tone: 'warning' },
  measuring: { text: 'Midiéndose', counted: ['midiéndose', 'midiéndose'], tone: 'accent' },
  undone: { text: 'Deshecha', counted: ['deshecha', 'deshechas'], tone: 'neutral' },
  unmeasured: { text: 'Sin medición', counted: ['sin medición', 'sin medición'], tone: 'neutral' },
  failed: {
    text: 'No aplicada',
    counted: ['no se pudo aplicar', 'no se pudieron aplicar'],
    tone: 'danger',
  },
}

const OF_VERDICT = {
  mejorado: 'won',
  empeorado: 'lost',
  sin_cambios: 'same',
  no_concluyente: 'open',
} as const

export function kindOf({ standing, verdict }: Pick<ResultRow, 'standing' | 'verdict'>): Kind {
  if (standing !== 'measured' && standing !== 'unmeasured') return standing
  return verdict ? OF_VERDICT[verdict] : 'unmeasured'
}

/** Without those of which nothing was made. */
export const appliedOf = <Row extends Pick<ResultRow, 'standing'>>(rows: readonly Row[]) =>
  rows.filter(({ standing }) => standing !== 'failed')

/** Of those that were applied. */
export function countsOf(rows: readonly Pick<ResultRow, 'standing' | 'verdict'>[]) {
  const kinds = Object.keys(KINDS) as Kind[]
  const applied = appliedOf(rows)
  return kinds
    .map((kind) => ({ kind, count: applied.filter((row) => kindOf(row) === kind).length }))
    .filter(({ count }) => count > 0)
}

/** '38 aplicadas: 14 mejoradas · 3 empeoradas'. */
export function countsText(rows: readonly Pick<ResultRow, 'standing' | 'verdict'>[]): string {
  const parts = countsOf(rows).map(({ kind, count }) =>
    asOne(plural(count, ...KINDS[kind].counted)),
  )
  const made = appliedOf(rows).length
  const failed = rows.length - made
  const texts = [
    ...(made > 0 ? [`${plural(made, 'aplicada', 'aplicadas')}: ${parts.join(' · ')}`] : []),
    ...(failed > 0 ? [plural(failed, ...KINDS.failed.counted)] : []),
  ]
  return texts.join('. ')
}

/** A count does not part from its word at the end of a line. */
const asOne = (text: string) => text.replaceAll(' ', '\u00a0')

/** What is said of one that has no figure yet. */
export function waitingText({ standing, daysLeft, note, within }: ResultRow): string | null {
  if (within) return `Su efecto ya está en el de «${within}»: no se cuenta dos veces.`
  return standing === 'measuring' ? measuringText(daysLeft, note) : note
}

type Together = NonNullable<ReplyOf<typeof getCalibration>['rules'][number]['together']>

/** What all cards of a rule did as one, where none of them may say it alone. */
export function togetherText({ verdict, cards, share, chanceOfGain }: Together): string {
  const range = `entre ${signedPercent(share.low)} y ${signedPercent(share.high)} de lo que costaban`
  if (verdict === 'no_concluyente')
    return `Las ${cards} juntas: ${range}; aún puede ser casualidad.`
  if (verdict === 'sin_cambios') return `Las ${cards} juntas: ${range}, que no se nota.`
  const tenths = Math.min(10, Math.max(0, Math.round(chanceOfGain * 10)))
  const what = verdict === 'mejorado' ? 'ganan' : 'pierden'
  return `Las ${cards} juntas ${what}: ${range}. De 10 como estas, ${tenths === 1 ? 'ganaría una' : `ganarían unas ${tenths}`}.`
}

const Z_95 = 1.96
const Z_80 = 1.2816

/** Accounts of one currency together; they have nothing in common, so their doubts add as squares. */
export function togetherOf(totals: readonly Total[]): Total | null {
  if (totals.length <= 1) return totals[0] ?? null
  const estimate = totals.reduce((sum, one) => sum + one.estimate, 0)
  const spread = Math.hypot(...totals.map(({ range95 }) => (range95.high - range95.low) / 2 / Z_95))
  const range = (z: number) => ({ low: estimate - z * spread, high: estimate + z * spread })
  const usual = totals.reduce((sum, one) => sum + one.usual, 0)
  const cards = totals.reduce((sum, one) => sum + one.cards, 0)
  return { estimate, range80: range(Z_80), range95: range(Z_95), usual, cards }
}

/** Judged, but without an amount that can be added. */
export function leftOut(accounts: readonly AccountResults[], counted: number): number {
  const judged = accounts.flatMap(({ rows }) =>
    rows.filter(({ standing, within }) => standing === 'measured' && within === null),
  )
  return Math.max(0, judged.length - counted)
}

/** Nothing was proved of one, another was measured in a former currency or has ended since. */
export function leftOutText(left: number): string {
  if (left === 0) return ''
  return left === 1
    ? ' Otro no se suma: su fila dice por qué.'
    : ` Otros ${left} no se suman: sus filas dicen por qué.`
}

/** When there will be something to say; null where nothing is being measured. */
export function firstResultText(accounts: readonly AccountResults[]): string | null {
  const left = accounts.flatMap(({ rows }) => rows.flatMap(({ daysLeft }) => daysLeft ?? []))
  if (left.length === 0) return null
  const days = Math.min(...left)
  return days > 0
    ? `El primer resultado se sabrá en ${plural(days, 'día', 'días')}.`
    : 'El primer resultado se sabrá en la próxima revisión.'
}

/** Newest quarter first in a select. */
export function periodText(period: string): string {
  if (period === 'todo') return 'Todo lo aplicado'
  const [year, quarter] = period.split('-T')
  return `${quarter}.º trimestre de ${year}`
}
