import type { Day } from '#shared/dates.ts'
import type { Context } from './context.ts'
import type { Uniforms } from './random.ts'
import type { RuleName } from './rule-names.ts'
import type { AccountSnapshot } from './snapshot.ts'

export type Category =
  | 'pujas'
  | 'anuncios'
  | 'keywords'
  | 'landing_pages'
  | 'segmentacion'
  | 'presupuesto'
  | 'medicion'

export type Priority = 'alta' | 'media' | 'baja'

/**
 * How a raw card value is shown: money in micros of the card's currency, percent from a fraction,
 * quantity up to two decimals (conversions may be fractional), the rest as is.
 */
export type Unit = 'text' | 'integer' | 'quantity' | 'decimal' | 'money' | 'percent' | 'day'
export type CardValue = string | number | null

export type Figure = { key: string; label: string; unit: Unit; value: CardValue }

export type EvidenceTable = {
  columns: { key: string; label: string; unit: Unit }[]
  rows: Record<string, CardValue>[]
}

export type Change = {
  /** Google Ads mutate operations with `{customerId}` for the account; empty: to be done by hand. */
  operations: MutateOperation[]
  before: string
  after: string
}

/** One operation of googleAds:mutate, e.g. { campaignCriterionOperation: { create: … } }. */
export type MutateOperation = Record<string, Record<string, unknown>>

/** Net effect in micros per 30 days: 10 %, 50 % and 90 % points of the simulated outcomes. */
export type Forecast = {
  monthlyLowMicros: number
  monthlyMidMicros: number
  monthlyHighMicros: number
  kpi: 'coste' | 'conversiones'
}

/** All that supports a recommendation; every number its texts show is one of these values. */
export type EvidenceCard = {
  currencyCode: string
  window: { from: Day; to: Day; days: number }
  figures: Figure[]
  table: EvidenceTable
  test: { name: string; sentence: string; numbers: Figure[] }
  counterEvidence: string[]
  change: Change | null
  /** Null where no amount can be defended (broken tracking). */
  forecast: Forecast | null
}

export type Recommendation = {
  fingerprint: string
  rule: RuleName
  titulo: string
  descripcion: string
  categoria: Category
  prioridad: Priority
  impacto_estimado: string
  /** Account-wide findings are of type 'campaign' with objeto_id ''. */
  tipo_objeto: 'campaign' | 'adgroup'
  objeto_id: string
  campaignId: string | null
  adGroupId: string | null
  evidence: EvidenceCard
  /** That the finding is right, 0..1. */
  probability: number
  /** Per 30 days; orders the list and sets the priority. 0 where no amount is claimed. */
  expectedValueMicros: number
  whyNow: string
}

/** A piece of spend that a finding would save; two findings never count the same one twice. */
export type Claim = { key: string; costMicros: number }

/** What a rule returns; ranking adds forecast, priority and the impact text. */
export type Finding = {
  fingerprint: string
  rule: RuleName
  categoria: Category
  objeto: { tipo: 'campaign' | 'adgroup'; id: string }
  campaignId: string | null
  adGroupId: string | null
  titulo: string
  descripcion: string
  whyNow: string
  probability: number
  card: Omit<EvidenceCard, 'forecast' | 'currencyCode' | 'window'>
  claims: Claim[]
  /** Draws one possible net effect, micros per 30 days; null where no amount is claimed. */
  drawMonthlyNet: ((next: Uniforms) => number) | null
  kpi: Forecast['kpi']
  /** Where expected value does not set it. */
  fixedPriority?: Priority
  /** Says what the forecast range means; the range itself comes from the simulation. */
  impact: (range: { low: string; mid: string; high: string }) => string
}

export type Silence = { rule: RuleName; reason: string }
export type RuleResult = { findings: Finding[]; silence: string | null }

/** A rule looks at the whole account and returns what it can defend, or says why it is silent. */
export type Rule = (snapshot: AccountSnapshot, context: Context) => RuleResult
export type NamedRule = readonly [RuleName, Rule]
