import type { DayRange } from '#shared/dates.ts'
import type { SpokenRange } from './calendar-days.ts'
import type { MeasureKey } from './measures.ts'
import type { Thing } from './named-things.ts'

/** A question as data: what it asks of which things, in which days. */
export type Split =
  | 'campaign'
  | 'ad_group'
  | 'keyword'
  | 'search_term'
  | 'device'
  | 'region'
  | 'weekday'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'

/** Parts that follow each other. */
export const STEPS: readonly Split[] = ['day', 'week', 'month']

export type Filters = {
  /** Code in DEVICES. */
  device: number | null
  /** Monday 0 … Sunday 6. */
  weekdays: readonly number[]
  hours: readonly number[]
  /** The place that something else is asked in. */
  region: Thing | null
}

export type Ranked = {
  sortBy: MeasureKey
  direction: 'highest' | 'lowest'
  limit: number
  withoutConversions: boolean
  /** Said by the question; else days, weeks and months come as they follow each other. */
  isAsked: boolean
}

export type Question = {
  intent: 'figures' | 'why' | 'recommendations' | 'results' | 'changes'
  measures: readonly MeasureKey[]
  split: Split | null
  ranked: Ranked
  ranges: readonly SpokenRange[]
  /** What the period is held against, where the question says so. */
  versus: 'previous' | 'year' | null
  things: readonly Thing[]
  filters: Filters
  /** What a question takes for granted: '¿Por qué ha bajado…?'. */
  moved: 'up' | 'down' | null
  /** 'desde que cambié…': from the last change of the thing, or of the account. */
  sinceChange: boolean
  /** Of a day in the mean, rather than of all of them. */
  isMean: boolean
  /** Which part of the total it is, rather than how much. */
  isPartOf: boolean
}

export type Refusal = {
  reason:
    | 'order'
    | 'date'
    | 'name'
    | 'ambiguous'
    | 'words'
    | 'account'
    | 'unknown'
    | 'cross'
    | 'without'
    | 'together'
  /** Spanish. */
  text: string
  /** Folded words that may be a keyword or a term spelt nearly so. */
  unread?: readonly string[]
}

export type Reading = { question: Question } | { refusal: Refusal }

/** Days that are known of the account; null where nothing is. */
export type KnownDays = DayRange | null

export const WHAT_CAN_BE_ASKED =
  'Respondo con los datos de esta cuenta: gasto, conversiones, CPA, clics, impresiones, CTR, CPC, tasa de conversión, valor, ROAS y cuota de impresiones de los días que digas; por campaña, grupo, palabra clave, término, dispositivo, lugar, día de la semana u hora; comparaciones entre periodos o campañas, y por qué ha cambiado algo; las mejores y las peores campañas, las recomendaciones pendientes, los cambios recientes y lo que han traído los que aplicaste.'
