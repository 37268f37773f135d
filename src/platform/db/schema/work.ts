import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { JOB_STATES } from '#shared/job-kind.ts'
import { instant } from './columns.ts'

/** Jobs and what they leave behind. The queue stays a local table: Citus refuses SKIP LOCKED across shards. */

export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    payload: jsonb().notNull(),
    /** At most one waiting or running job per key. */
    uniqueKey: text('unique_key'),
    /** Place in LANES: what is more urgent is claimed first. */
    lane: smallint().notNull().default(1),
    /** How many jobs of the same user were open in the lane before it: users take turns. */
    turn: integer().notNull().default(0),
    /** The user it is for; null where it is the product's own. */
    tenant: text(),
    status: text({ enum: JOB_STATES }).notNull(),
    runAt: instant('run_at').notNull(),
    attempts: integer().notNull(),
    maxAttempts: integer('max_attempts').notNull(),
    /** A running job whose lease has passed is taken over by another worker. */
    leaseUntil: instant('lease_until'),
    leaseToken: uuid('lease_token'),
    lastProblem: text('last_problem'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('jobs_due').on(t.status, t.runAt),
    index('jobs_next').on(t.lane, t.turn, t.runAt).where(sql`status = 'waiting'`),
    index('jobs_of_tenant').on(t.tenant, t.lane).where(sql`status in ('waiting', 'running')`),
    uniqueIndex('jobs_unique_open').on(t.uniqueKey).where(sql`status in ('waiting', 'running')`),
  ],
)

/** Calls counted per limit and key, shared by all processes. Keys are hashes, for they hold addresses; of Google's operations hours. */
export const rateWindows = pgTable(
  'rate_windows',
  {
    key: text().primaryKey(),
    calls: integer().notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('rate_windows_end').on(t.endsAt)],
)

/** Processes that serve or work, by the database's own clock: one not seen for long is dead. */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  startedAt: instant('started_at').notNull().defaultNow(),
  seenAt: instant('seen_at').notNull().defaultNow(),
})

/** One row, id 1: of when the last nightly copy is. None where that is never made. */
export const lastCopy = pgTable('last_copy', {
  id: integer().primaryKey(),
  madeAt: instant('made_at').notNull(),
})

/** Operations sent to Google per day and account, for shares of the quota, which is one for all tenants. */
export const apiUsage = pgTable(
  'api_usage',
  {
    day: date({ mode: 'string' }).notNull(),
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    operations: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.customerId] })],
)

/** Where an account's sync stands: drawn as progress, and where a killed run goes on. */
export const syncStates = pgTable('sync_states', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  status: text({ enum: ['idle', 'queued', 'running', 'failed', 'needs_reauth'] }).notNull(),
  step: text(),
  fraction: integer('fraction_permille'),
  rowsWritten: bigint('rows_written', { mode: 'number' }).notNull(),
  recentReady: integer('recent_ready').notNull(),
  /** First day already backfilled; null before the first window. */
  backfilledFrom: date('backfilled_from', { mode: 'string' }),
  /** The day of which a run would have read again, for late conversions, what is read of the days older than those of each sync; null before the first time. */
  lateDaysReadOn: date('late_days_read_on', { mode: 'string' }),
  /** When all of the structure was read, if every change that Google told of since was read, too. */
  structureReadAt: instant('structure_read_at'),
  problem: text(),
  nextTryAt: instant('next_try_at'),
  /** The first failure since a run went well. */
  failingSince: instant('failing_since'),
  updatedAt: instant('updated_at').notNull(),
  /** Moves with it where the prints of days are heeded, so that one that lags tells of a writer at work that knows of none. */
  heededAt: instant('heeded_at'),
})
