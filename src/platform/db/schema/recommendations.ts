import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AppliedExperiment, ExperimentState } from '#shared/applied-experiment.ts'
import type { AppliedHalves, SecondState } from '#shared/applied-halves.ts'
import type { ChangeState, RefusedStep, Status } from '#shared/change-states.ts'
import { instant } from './columns.ts'

/** One row per problem: the fingerprint keeps its identity over syncs, the card is renewed. */
export const recommendations = pgTable(
  'recommendations',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    id: uuid().notNull(),
    fingerprint: text().notNull(),
    rule: text().notNull(),
    category: text().notNull(),
    priority: text({ enum: ['high', 'medium', 'low'] }).notNull(),
    /** Account micros per 30 days. */
    expectedValueMicros: doublePrecision('expected_value_micros').notNull(),
    /** The order, given by the engine: turn ascending over all accounts, then the stake in account micros, largest first. */
    turn: integer().notNull(),
    stakeMicros: doublePrecision('stake_micros').notNull(),
    status: text().$type<Status>().notNull(),
    closedReason: text('closed_reason'),
    dismissedReason: text('dismissed_reason'),
    /** How strong the evidence was when it was put away; it comes back when it has grown. */
    dismissedEvidence: jsonb('dismissed_evidence').$type<{
      expectedValueMicros: number
      costMicros: number
      probability: number
    }>(),
    /** Put off by a person: out of the lists until then, though still pending. */
    snoozedUntil: instant('snoozed_until'),
    /** The engine's whole output: texts, object, evidence card, change. */
    body: jsonb().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its problem last came back after it was gone, decided or done: it is told again. Null: it never did. */
    returnedAt: instant('returned_at'),
    updatedAt: instant('updated_at').notNull(),
    appliedAt: instant('applied_at'),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.id] }),
    uniqueIndex('recommendations_fingerprint').on(t.customerId, t.fingerprint),
    index('recommendations_status').on(t.customerId, t.status),
  ],
)

/**
 * One row per time a recommendation was applied: what it said then, what became of it. Its steps in Google Ads
 * are rows of `account_changes`.
 */
export const recommendationApplications = pgTable(
  'recommendation_applications',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    id: uuid().notNull(),
    recommendationId: uuid('recommendation_id').notNull(),
    rule: text().notNull(),
    state: text().$type<ChangeState>().notNull(),
    /** Since when it is in this state; a process that stays too long in the middle is taken over from. */
    stateSince: instant('state_since').notNull(),
    /** Not referenced: the history outlives the person. */
    appliedBy: uuid('applied_by').notNull(),
    appliedAt: instant('applied_at').notNull(),
    /** The engine's whole output at that moment. */
    body: jsonb().notNull(),
    /** What was assumed of the outcome; percents. */
    assumed: jsonb()
      .$type<{
        status: string
        actualImprovement: number | null
        comparisonPeriod: string
        kpiVariation: number | null
      }>()
      .notNull(),
    /** Spanish lines about steps that were not made. */
    problems: jsonb().$type<string[]>().notNull(),
    /** Steps that were refused before anything was sent, and have no row among the changes; null before there was this column. */
    refused: jsonb().$type<RefusedStep[]>(),
    undoneAt: instant('undone_at'),
    undoneBy: uuid('undone_by'),
    /** Where it stood before it was taken back, until what came of that is known. */
    formerState: text('former_state').$type<ChangeState>(),
    /** First day, in the account's time zone, on which it can be judged. */
    measureAfter: date('measure_after', { mode: 'string' }),
    measured: jsonb(),
    /** Set where a drawn half is changed first. */
    halves: jsonb().$type<AppliedHalves>(),
    secondState: text('second_state').$type<SecondState>(),
    /** First day, in the account's time zone, on which the other half may be changed. */
    secondOn: date('second_on', { mode: 'string' }),
    /** Spanish: why it still waits, or was left. */
    secondNote: text('second_note'),
    /** Set where it is tried in one of Google's experiments first. */
    experiment: jsonb().$type<AppliedExperiment>(),
    experimentState: text('experiment_state').$type<ExperimentState>(),
    /** Spanish: why it could not be promoted or ended. */
    experimentNote: text('experiment_note'),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.id] }),
    index('recommendation_applications_second').on(t.secondState, t.secondOn),
    index('recommendation_applications_of').on(t.customerId, t.recommendationId, t.appliedAt),
    index('recommendation_applications_measure').on(t.customerId, t.state, t.measureAfter),
  ],
)

/**
 * How an account's forecasts of a rule came true, and under `budget-response` what exponent its measured budgets show, as sums without
 * a unit; `pooled_*`: what of them is in `rule_pools`, to be
 * taken off before the account learns from the others.
 */
export const ruleForecasts = pgTable(
  'rule_forecasts',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    rule: text().notNull(),
    cases: integer().notNull(),
    weight: doublePrecision().notNull(),
    value: doublePrecision().notNull(),
    pooledCases: integer('pooled_cases').notNull().default(0),
    pooledWeight: doublePrecision('pooled_weight').notNull().default(0),
    pooledValue: doublePrecision('pooled_value').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.rule] })],
)

/** The same over all accounts, made anew every day; what those of one owner weigh together is clipped. */
export const rulePools = pgTable('rule_pools', {
  rule: text().primaryKey(),
  /** Of the accounts in it. */
  owners: integer('accounts').notNull(),
  cases: integer().notNull(),
  weight: doublePrecision().notNull(),
  value: doublePrecision().notNull(),
  pooledAt: instant('pooled_at').notNull(),
})

/** What an owner allows to be changed from here; without a row the defaults of `changeLimits` hold. */
export const changeLimits = pgTable('change_limits', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  isReadOnly: boolean('is_read_only').notNull(),
  dailyChanges: integer('daily_changes').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** What an owner told us about an account; without a row nothing was said. */
export const accountGoals = pgTable('account_goals', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  /** Most a conversion may cost, in micros of the account's currency. */
  targetCpaMicros: bigint('target_cpa_micros', { mode: 'number' }),
  brandWords: text('brand_words').array().notNull(),
  protectedWords: text('protected_words').array().notNull(),
  /** Where the trade disagrees: judged by their conversions, left alone, or advised against. */
  searchPartners: text('search_partners').$type<'data' | 'on' | 'off'>().notNull().default('data'),
  /** Conversions a month that Performance Max is said to need; null: the usual minimum. */
  performanceMaxConversions: integer('performance_max_conversions'),
  /** Whether the web tells Google what each visitor consents to; null: not said. */
  consentMode: text('consent_mode').$type<'on' | 'off'>(),
  /** Whether the pages of its ads may be looked at. */
  looksAtPages: boolean('looks_at_pages').notNull().default(true),
  /** Whether its sums may be among those that forecasts of other accounts go by. */
  teachesOthers: boolean('teaches_others').notNull().default(true),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * What an owner says a conversion is worth, in a campaign or of a conversion action; null: no longer said. The value before
 * the last change stays, so that a wrong entry can be taken back.
 */
export const conversionValues = pgTable(
  'conversion_values',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    scope: text().$type<'campaign' | 'action'>().notNull(),
    entityId: bigint('entity_id', { mode: 'number' }).notNull(),
    valueMicros: bigint('value_micros', { mode: 'number' }),
    previousMicros: bigint('previous_micros', { mode: 'number' }),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.scope, t.entityId] })],
)

/** The last analysis of an account, and why it kept silent where it did. */
export const analyses = pgTable('analyses', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  /** Of the facts it saw: an older one that ends later must not overwrite it. */
  syncVersion: integer('sync_version').notNull().default(0),
  analysedAt: instant('analysed_at').notNull(),
  /** `waits`: for more of the history. */
  silenced: jsonb().$type<{ rule: string; reason: string; waits?: true }[]>().notNull(),
})

/**
 * Files an imported account was made from, with what was read, skipped and hidden. Their rows are kept as well:
 * the account is put together anew from all of them whenever one is added.
 */
export const importedReports = pgTable(
  'imported_reports',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    id: uuid().notNull(),
    kind: text().notNull(),
    summary: jsonb().notNull(),
    /** The file's rows as gzipped JSON in base64. */
    packedRows: text('packed_rows').notNull(),
    importedAt: instant('imported_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.id] })],
)
