import type { SecondOpinion } from '#engine/second-opinion/advice.ts'
import type { Measured } from '#shared/measured.ts'
import { measuredOnWire } from '#shared/measured-on-wire.ts'
import type { AutomaticChange, GoogleRecommendation } from '../contract.ts'
import type { AdviceChange } from './advice-change.ts'

/** The Spanish keys and words of this feature, which only the wire knows. */
const VERDICT_WORDS = {
  apply: 'aplicar',
  try: 'probar',
  discard: 'descartar',
  wait: 'esperar',
  no_opinion: 'sin_opinion',
} as const

/** One of Google's recommendations with our opinion of it. */
export type JudgedAdvice = SecondOpinion & {
  id: string
  type: string
  title: string
  campaignId: string | null
  campaignIds: string[]
  campaignName: string | null
  change: AdviceChange | null
  monthlyBudgetMicros: number | null
  /** Why it cannot be applied from here; null: it can. */
  obstacle: string | null
  /** What is seen of it, to be sent back on applying. */
  seen: string
}

export function adviceOnWire(one: JudgedAdvice): GoogleRecommendation {
  const { id, campaignId, campaignIds, campaignName, figures, monthlyBudgetMicros, change } = one
  return {
    id,
    tipo: one.type,
    titulo: one.title,
    campaignId,
    campaignIds,
    campaignName,
    veredicto: VERDICT_WORDS[one.verdict],
    razon: one.reason,
    figures,
    reparos: one.caveats,
    cambio: change && { antes: change.before, despues: change.after },
    monthlyBudgetMicros,
    noAplicable: one.obstacle,
    visto: one.seen,
  }
}

export type JudgedAdvices = {
  currencyCode: string
  askedAt: Date | null
  problem: string | null
  advices: JudgedAdvice[]
}

export function advicesOnWire({ currencyCode, askedAt, problem, advices }: JudgedAdvices) {
  return {
    currencyCode,
    preguntadoEl: askedAt?.toISOString() ?? null,
    problema: problem,
    recomendaciones: advices.map(adviceOnWire),
  }
}

/** What one maker changed in one place on one day. */
export type MadeChange = {
  id: string
  day: string
  /** Who or what made it, in Spanish. */
  maker: string
  clientType: string
  place: string | null
  campaignIds: string[]
  lines: { time: string; what: string; fields: AutomaticChange['cambios'][number]['campos'] }[]
  /** Lines that are not told. */
  more: number
  measured: Measured | null
  daysToMeasure: number | null
  held: string | null
}

export type AutomaticChanges = {
  currencyCode: string
  /** What Google applies without asking; null where it has not told. */
  types: { id: string; title: string }[] | null
  changes: MadeChange[]
}

export function automaticOnWire({ currencyCode, types, changes }: AutomaticChanges) {
  return {
    currencyCode,
    tipos: types === null ? null : types.map(({ id, title }) => ({ id, titulo: title })),
    cambios: changes.map(
      ({ day, maker, place, lines, more, measured, ...change }): AutomaticChange => ({
        ...change,
        dia: day,
        origen: maker,
        lugar: place,
        cambios: lines.map(({ time, what, fields }) => ({ hora: time, que: what, campos: fields })),
        mas: more,
        measured: measuredOnWire(measured),
      }),
    ),
  }
}
