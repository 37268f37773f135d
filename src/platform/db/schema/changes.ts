import { sql } from 'drizzle-orm'
import { bigint, date, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { customerId, instant } from './columns.ts'

/** Google's own history, kept: it forgets after 30 days. */
export const changeEvents = pgTable(
  'change_events',
  {
    customerId: customerId(),
    /** What follows `changeEvents/` in Google's name. */
    eventId: text('event_id').notNull(),
    /** `YYYY-MM-DD HH:MM:SS.ffffff` in the account's time zone, as Google tells it. */
    at: text().notNull(),
    userEmail: text('user_email').notNull(),
    clientType: text('client_type').notNull(),
    resourceType: text('resource_type').notNull(),
    resourceName: text('resource_name').notNull(),
    operation: text().notNull(),
    changedFields: jsonb('changed_fields').$type<string[]>().notNull(),
    oldResource: jsonb('old_resource').$type<Record<string, unknown>>().notNull(),
    newResource: jsonb('new_resource').$type<Record<string, unknown>>().notNull(),
    campaignId: bigint('campaign_id', { mode: 'number' }),
    adGroupId: bigint('ad_group_id', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.eventId] }),
    index('change_events_at').on(t.customerId, t.at),
  ],
)

/**
 * Every change made from here in a client's account. Rows are added before Google is asked and never deleted
 * while the account is kept; their outcome and their undoing are filled in once.
 */
export const accountChanges = pgTable(
  'account_changes',
  {
    customerId: customerId(),
    id: uuid().notNull(),
    at: instant('at').notNull(),
    /** Who; not referenced, so that the log outlives the person. */
    userId: uuid('user_id').notNull(),
    kind: text().notNull(),
    /** One Spanish line. */
    summary: text().notNull(),
    /** Set when a recommendation asked for it. */
    recommendationId: uuid('recommendation_id'),
    /** 'sent': Google may or may not have done it; only a process that ended in between leaves it. */
    outcome: text({ enum: ['sent', 'done', 'failed', 'unknown'] }).notNull(),
    before: jsonb(),
    after: jsonb(),
    resourceName: text('resource_name'),
    requestId: text('request_id'),
    /** While the undoing is on its way: Google may or may not have done it. */
    undoSentAt: instant('undo_sent_at'),
    undoneAt: instant('undone_at'),
    undoneBy: uuid('undone_by'),
    undoRequestId: text('undo_request_id'),
    /** Which process sent it: once that is dead, no answer can come any more. */
    processId: uuid('process_id'),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.id] }),
    index('account_changes_at').on(t.customerId, t.at),
    index('account_changes_open').on(t.customerId).where(sql`outcome in ('sent', 'unknown')`),
  ],
)

/** What people of the account wrote down about a day: a sale, a holiday, a new website. */
export const accountNotes = pgTable(
  'account_notes',
  {
    customerId: customerId(),
    id: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    body: text().notNull(),
    /** Who; not referenced, so that a note outlives its author. */
    writtenBy: uuid('written_by').notNull(),
    writtenAt: instant('written_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.id] }),
    index('account_notes_day').on(t.customerId, t.day),
  ],
)
