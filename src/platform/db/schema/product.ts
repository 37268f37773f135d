import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What administrators decide about the product, and the record of what they did. */

/** One row, id 1; without it the defaults of `productSettings` hold. */
export const productSettings = pgTable('product_settings', {
  id: integer().primaryKey(),
  supportEmail: text('support_email'),
  syncEveryHours: integer('sync_every_hours').notNull(),
  signUpOpen: boolean('sign_up_open').notNull(),
  /** Administrators without a second factor see nothing of the administration. */
  adminSecondFactor: boolean('admin_second_factor').notNull().default(false),
  /** How long visits, actions of administrators and calls of the language model are kept. */
  keepLogsDays: integer('keep_logs_days').notNull().default(365),
  updatedAt: instant('updated_at').notNull(),
})

/** Append-only, but that a hash takes the place of an erased person's address (`account-data/forget-address.ts`), and that old rows go. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    action: text().notNull(),
    actorId: uuid('actor_id').notNull(),
    actorEmail: text('actor_email').notNull(),
    targetId: uuid('target_id'),
    targetEmail: text('target_email'),
    /** What changed: `{ field: { before, after } }`. */
    changes: jsonb().$type<Record<string, { before: unknown; after: unknown }>>().notNull(),
  },
  (t) => [index('audit_log_target').on(t.targetId)],
)
