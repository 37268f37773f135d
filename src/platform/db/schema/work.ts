import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
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
    status: text({ enum: ['waiting', 'running', 'done', 'failed'] }).notNull(),
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
    uniqueIndex('jobs_unique_open').on(t.uniqueKey).where(sql`status in ('waiting', 'running')`),
  ],
)

/** Operations sent to Google per day and project: the daily quota is shared by all tenants. */
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
  problem: text(),
  nextTryAt: instant('next_try_at'),
  updatedAt: instant('updated_at').notNull(),
})
