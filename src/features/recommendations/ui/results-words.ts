import type { Tone } from '#kit/components/badge.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural, signedPercent, wholeMoney } from '#shared/spanish-numbers.ts'
import type { getCalibration } from '../contract/calibration.ts'
import {
  FORECAST_RANGE,
  isAlsoUndone,
  KIND_TEXTS,
  type Kind,
  kindOf,
} from '../contract/result-words.ts'
import type { AccountResults, ResultRow } from '../contract/results.ts'

type Amounts = { low: number; high: number }
type Total = NonNullable<AccountResults['total']>

/** What was expected knows no cents. */
export function forecastText({ low, high }: Amounts, currencyCode: string): string {
  return `de ${wholeMoney(low, currencyCode)} a ${wholeMoney(high, currencyCode)} ${FORECAST_RANGE}`
}

/** In the order in which they are drawn: losses are as much in sight as wins. */
export const KINDS: Record<
  Kind,
  { text: string; counted: [one: string, many: string]; tone: Tone }
> = {
  won: { text: KIND_TEXTS.won, counted: ['mejorada', 'mejoradas'], tone: 'success' },
  lost: { text: KIND_TEXTS.lost, counted: ['empeorada', 'empeoradas'], tone: 'danger' },
  same: { text: KIND_TEXTS.same, counted: ['sin cambios', 'sin cambios'], tone: 'neutral' },
  open: { text: KIND_TEXTS.open, counted: ['no concluyente', 'no concluyentes'], tone: 'warning' },
  measuring: { text: KIND_TEXTS.measuring, counted: ['midiéndose', 'midiéndose'], tone: 'accent' },
  undone: { text: KIND_TEXTS.undone, counted: ['deshecha', 'deshechas'], tone: 'neutral' },
  unmeasured: {
    text: KIND_TEXTS.unmeasured,
    counted: ['sin medición', 'sin medición'],
    tone: 'neutral',
  },
  failed: {
    text: KIND_TEXTS.failed,
    counted: ['no se pudo aplicar', 'no se pudieron aplicar'],
    tone: 'danger',
  },
}

/** Without those of which nothing was made. */
export const appliedOf = <Row extends Pick<ResultRow, 'standing'>>(rows: readonly Row[]) =>
  rows.filter(({ standing }) => standing !== 'failed')

/** `undone`: how many of them are not in force any more. */
export type Count = { kind: Kind; count: number; undone: number }

/** Of those that were applied. */
export function countsOf(rows: readonly Pick<ResultRow, 'standing' | 'verdict'>[]): Count[] {
  const kinds = Object.keys(KINDS) as Kind[]
  const applied = appliedOf(rows)
  return kinds.flatMap((kind) => {
    const own = applied.filter((row) => kindOf(row) === kind)
    return own.length > 0
      ? [{ kind, count: own.length, undone: own.filter(isAlsoUndone).length }]
      : []
  })
}

/** '3 empeoradas (2 deshechas)'. */
export function countText({ kind, count, undone }: Count): string {
  const text = plural(count, ...KINDS[kind].counted)
  if (undone === 0) return text
  if (undone === count) return `${text}, ya ${count === 1 ? 'deshecha' : 'deshechas'}`
  return `${text} (${plural(undone, 'deshecha', 'deshechas')})`
}

/** '38 aplicadas: 14 mejoradas · 3 empeoradas'. */
export function countsText(rows: readonly Pick<ResultRow, 'standing' | 'verdict'>[]): string {
  const parts = countsOf(rows).map((one) => asOne(countText(one)))
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

type Together = NonNullable<ReplyOf<typeof getCalibration>['rules'][number]['together']>

/** What all cards of a rule did as one, where none of them may say it alone. */
export function togetherText({ verdict, cards, share, chanceOfGain }: Together): string {
  const range = `entre ${signedPercent(share.low)} y ${signedPercent(share.high)} de lo que costaban`
  if (verdict === 'no_concluyente')
    return `Las ${cards} juntas: ${range}; aún puede ser casualidad.`
  if (verdict === 'sin_cambios') return `Las ${cards} juntas: ${range}, que no se nota.`
  // Never all of them nor none, for the next one is not proved.
  const tenths = Math.min(9, Math.max(1, Math.round(chanceOfGain * 10)))
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

/** Measured, and taken back since: what it brought or cost is over. */
export function undoneMeasured(accounts: readonly AccountResults[]): number {
  return accounts
    .flatMap(({ rows }) => rows)
    .filter(({ standing, measured }) => standing === 'undone' && measured !== null).length
}

/** Nothing was proved of one, another was measured in a former currency or has ended since. */
export function leftOutText(left: number, undone = 0): string {
  const other =
    left === 1
      ? ' Otro no se suma: su fila dice por qué.'
      : ` Otros ${left} no se suman: sus filas dicen por qué.`
  const no = left === 0 ? 'no se suma' : 'tampoco'
  const gone =
    undone === 1
      ? ` Lo que se midió de una deshecha ${no}: ya no está aplicada.`
      : ` Lo que se midió de ${undone} deshechas ${no}: ya no están aplicadas.`
  return `${left === 0 ? '' : other}${undone === 0 ? '' : gone}`
}

/** Newest quarter first in a select. */
export function periodText(period: string): string {
  if (period === 'todo') return 'Todo lo aplicado'
  const [year, quarter] = period.split('-T')
  return `${quarter}.º trimestre de ${year}`
}
