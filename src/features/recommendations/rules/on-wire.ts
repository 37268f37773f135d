import type { Conflict } from '#changes/conflicts.ts'
import type { Recommendation as Analysed, EvidenceCard } from '#engine/findings/recommendation.ts'
import type { ChangeState, Status } from '#shared/change-states.ts'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import type { Measured } from '#shared/measured.ts'
import { measuredOnWire } from '#shared/measured-on-wire.ts'
import type * as changes from '../contract/changes.ts'
import type { getInbox } from '../contract/inbox.ts'
import type { AppliedRecommendation, Recommendation } from '../contract/recommendations.ts'
import {
  CATEGORY_WORDS,
  KPI_WORDS,
  PRIORITY_WORDS,
  STATE_WORDS,
  STATUS_WORDS,
} from '../contract/wire-words.ts'
import type { Assumption } from './outlook.ts'

/** The engine's output as far as it is shown, with its place among those that are kept. */
export type KeptRecommendation = Pick<
  Analysed,
  | 'title'
  | 'description'
  | 'category'
  | 'priority'
  | 'estimatedImpact'
  | 'objectType'
  | 'objectId'
  | 'rule'
  | 'probability'
  | 'whyNow'
  | 'campaignId'
  | 'adGroupId'
  | 'evidence'
> & {
  id: string
  ruleTitle: string
  status: Status
  createdAt: Date
  appliedAt: Date | null
  /** Of what may be applied. */
  seen?: string
}

export function recommendationOnWire(one: KeptRecommendation): Recommendation {
  return {
    id: one.id,
    titulo: one.title,
    descripcion: one.description,
    categoria: CATEGORY_WORDS[one.category],
    prioridad: PRIORITY_WORDS[one.priority],
    impacto_estimado: one.estimatedImpact,
    tipo_objeto: one.objectType,
    objeto_id: one.objectId,
    estado: STATUS_WORDS[one.status],
    fecha_creacion: one.createdAt.toISOString(),
    fecha_aplicacion: one.appliedAt?.toISOString() ?? null,
    rule: one.rule,
    ruleTitle: one.ruleTitle,
    probability: one.probability,
    whyNow: one.whyNow,
    campaignId: one.campaignId,
    adGroupId: one.adGroupId,
    evidence: evidenceOnWire(one.evidence),
    ...(one.seen && { visto: one.seen }),
  }
}

function evidenceOnWire({ forecast, ...card }: EvidenceCard): Recommendation['evidence'] {
  return { ...card, forecast: forecast && { ...forecast, kpi: KPI_WORDS[forecast.kpi] } }
}

/** Of one of several accounts. */
export type OwnedRecommendation = KeptRecommendation & {
  customerId: string
  accountName: string
  expectedValueMicros: number
}

export function ownedOnWire(one: OwnedRecommendation) {
  const { customerId, accountName, expectedValueMicros } = one
  return { ...recommendationOnWire(one), customerId, accountName, expectedValueMicros }
}

/** One row of the inbox: of its card only what the row shows. */
export type InboxLine = Pick<
  KeptRecommendation,
  | 'id'
  | 'title'
  | 'estimatedImpact'
  | 'category'
  | 'priority'
  | 'status'
  | 'probability'
  | 'createdAt'
> & {
  forecast: EvidenceCard['forecast']
  byHand: boolean
  seen: string
  customerId: string
  accountName: string
  currencyCode: string
}

type Inbox = ReplyOf<typeof getInbox>
type InboxRead = Omit<Inbox, 'rows' | 'snoozed'> & {
  rows: InboxLine[]
  snoozed: { id: string; title: string; accountName: string; until: string }[]
}

export function inboxOnWire({ rows, snoozed, ...inbox }: InboxRead): Inbox {
  return {
    ...inbox,
    rows: rows.map(
      ({ title, estimatedImpact, category, priority, status, createdAt, seen, ...row }) => ({
        ...row,
        visto: seen,
        titulo: title,
        impacto_estimado: estimatedImpact,
        categoria: CATEGORY_WORDS[category],
        prioridad: PRIORITY_WORDS[priority],
        estado: STATUS_WORDS[status],
        fecha_creacion: createdAt.toISOString(),
        forecast: row.forecast && { ...row.forecast, kpi: KPI_WORDS[row.forecast.kpi] },
      }),
    ),
    snoozed: snoozed.map(({ title, ...one }) => ({ ...one, titulo: title })),
  }
}

/** One application, with the card as it was then. */
export type HistoryEntry = KeptRecommendation &
  Pick<
    AppliedRecommendation,
    | 'applicationId'
    | 'canUndo'
    | 'measureAfter'
    | 'daysToMeasure'
    | 'held'
    | 'looked'
    | 'second'
    | 'experiment'
  > & {
    state: ChangeState
    colleague: string | undefined
    undoneAt: Date | null
    problems: string[]
    measured: Measured | null
    result: AppliedRecommendation['resultado']
  }

export function historyOnWire(one: HistoryEntry): AppliedRecommendation {
  return {
    ...recommendationOnWire(one),
    applicationId: one.applicationId,
    estado_cambio: STATE_WORDS[one.state],
    aplicada_por: one.colleague,
    canUndo: one.canUndo,
    fecha_deshecha: one.undoneAt?.toISOString() ?? null,
    problemas: one.problems,
    resultado: one.result,
    measureAfter: one.measureAfter,
    daysToMeasure: one.daysToMeasure,
    held: one.held,
    looked: one.looked,
    measured: measuredOnWire(one.measured),
    second: one.second,
    experiment: one.experiment,
  }
}

type Preview = ReplyOf<typeof changes.previewChange>

type PlannedStep = Omit<Preview['steps'][number], 'conflicts'> & { conflicts: Conflict[] }
type PreviewRead = Omit<Preview, 'titulo' | 'visto' | 'steps'> & {
  title: string
  seen: string
  steps: PlannedStep[]
}

/** All that stands in the way of a step keeps it from being made. */
export function previewOnWire({ title, seen, steps, ...preview }: PreviewRead): Preview {
  return {
    ...preview,
    titulo: title,
    visto: seen,
    steps: steps.map((step) => ({
      ...step,
      conflicts: step.conflicts.map((one) => ({ ...one, blocking: true })),
    })),
  }
}

/** What applying or taking back came to. */
export type ChangeOutcome = {
  id: string
  title: string
  state: ChangeState
  steps: changes.ChangeResult['steps']
  message: string
}

export function outcomeOnWire({ title, state, ...outcome }: ChangeOutcome): changes.ChangeResult {
  return { ...outcome, titulo: title, estado_cambio: STATE_WORDS[state] }
}

type Several = ReplyOf<typeof changes.applySeveral>
type OneOfSeveral = Omit<Several['results'][number], 'titulo' | 'change'> & {
  title: string
  change: ChangeOutcome | null
}

export function severalOnWire({
  results,
  totals,
}: Pick<Several, 'totals'> & { results: OneOfSeveral[] }): Several {
  return {
    results: results.map(({ title, change, ...one }) => ({
      ...one,
      titulo: title,
      change: change && outcomeOnWire(change),
    })),
    totals,
  }
}

/** What the page says a change will bring. */
export function assumptionFromWire({
  resultado,
}: InputOf<typeof changes.applyRecommendation>): Assumption {
  return {
    actualImprovement: resultado?.mejora_real,
    comparisonPeriod: resultado?.periodo_comparacion,
    kpiVariation: resultado?.variacion_kpi,
  }
}

type Limits = { isReadOnly: boolean; dailyChanges: number; madeToday: number }

export function limitsOnWire({
  isReadOnly,
  dailyChanges,
  madeToday,
}: Limits): ReplyOf<typeof changes.getLimits> {
  return { soloLectura: isReadOnly, cambiosPorDia: dailyChanges, cambiosHoy: madeToday }
}
