import {
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { instant } from './columns.ts'

/** Reports sent by mail: user-level tables, all of which go with their user. */

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Who of the team made it; null of what is older than this column. Told to the owner when they go (`account-data/leave-reports.ts`). */
const createdBy = () => uuid('created_by').references(() => users.id, { onDelete: 'set null' })

/** How a user's reports look; without a row ours. */
export const reportBranding = pgTable('report_branding', {
  userId: userId().primaryKey(),
  name: text().notNull(),
  /** `#rrggbb`. */
  color: text().notNull(),
  logoType: text('logo_type', { enum: ['png', 'jpeg'] }),
  logoBase64: text('logo_base64'),
  updatedAt: instant('updated_at').notNull(),
})

/** Other people's addresses: nothing but the question is mailed to them until they have said yes. */
export const reportRecipients = pgTable(
  'report_recipients',
  {
    userId: userId(),
    id: uuid().notNull(),
    email: text().notNull(),
    /** sha256 of the token in the question's link. */
    confirmHash: text('confirm_hash').notNull(),
    askedAt: instant('asked_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    unsubscribedAt: instant('unsubscribed_at'),
    createdBy: createdBy(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex('report_recipients_email').on(t.userId, t.email),
    index('report_recipients_confirm').on(t.confirmHash),
  ],
)

export const reportSchedules = pgTable(
  'report_schedules',
  {
    userId: userId(),
    id: uuid().notNull(),
    name: text().notNull(),
    /** Our customer_ids. */
    accounts: jsonb().$type<number[]>().notNull(),
    frequency: text({ enum: ['weekly', 'monthly'] }).notNull(),
    compare: text({ enum: ['previous', 'year', 'none'] }).notNull(),
    /** Also to the user's own address. */
    toSelf: boolean('to_self').notNull(),
    recipients: jsonb().$type<string[]>().notNull(),
    /** Why nothing is sent; null while it runs. */
    pausedBecause: text('paused_because', { enum: ['user', 'plan', 'accounts', 'recipients'] }),
    nextRunAt: instant('next_run_at').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: createdBy(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('report_schedules_due').on(t.pausedBecause, t.nextRunAt),
  ],
)

/** One row per time a schedule was due; the files are kept for 30 days. */
export const reportRuns = pgTable(
  'report_runs',
  {
    userId: userId(),
    id: uuid().notNull(),
    scheduleId: uuid('schedule_id').notNull(),
    dueAt: instant('due_at').notNull(),
    status: text({ enum: ['waiting', 'sending', 'failed'] }).notNull(),
    /** Spanish. */
    problem: text(),
    /** What the mail says beside its files. */
    summary: jsonb().$type<{ from: string; to: string; lines: string[] }>(),
    pdfBase64: text('pdf_base64'),
    xlsxBase64: text('xlsx_base64'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex('report_runs_due').on(t.userId, t.scheduleId, t.dueAt),
    foreignKey({
      name: 'report_runs_schedule',
      columns: [t.userId, t.scheduleId],
      foreignColumns: [reportSchedules.userId, reportSchedules.id],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
  ],
)

/** One mail of a run. `recipient`: 'self' or the id of a recipient. */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    userId: userId(),
    runId: uuid('run_id').notNull(),
    recipient: text().notNull(),
    email: text().notNull(),
    status: text({ enum: ['waiting', 'sent', 'failed', 'skipped'] }).notNull(),
    problem: text(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.runId, t.recipient] }),
    foreignKey({
      name: 'report_deliveries_run',
      columns: [t.userId, t.runId],
      foreignColumns: [reportRuns.userId, reportRuns.id],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
  ],
)
