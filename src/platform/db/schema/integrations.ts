import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { instant } from './columns.ts'

/** What other programs may read or are told: user-level tables, all of which go with their user. */

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Who of the team made it; null of what is older than this column. What a person made ends with their place (`account-data/made-by.ts`). */
const createdBy = () => uuid('created_by').references(() => users.id, { onDelete: 'set null' })

/** Slack-compatible addresses; knowing one is enough to write there, so it is sealed. */
export const webhooks = pgTable(
  'webhooks',
  {
    userId: userId(),
    id: uuid().notNull(),
    urlSealed: text('url_sealed').notNull(),
    /** Shown instead of the address. */
    host: text().notNull(),
    topics: jsonb().$type<string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: createdBy(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

/** What a webhook has been told already, so that nothing is told twice. */
export const webhookOccasions = pgTable(
  'webhook_occasions',
  {
    userId: userId(),
    webhookId: uuid('webhook_id').notNull(),
    occasion: text().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.webhookId, t.occasion] }),
    foreignKey({
      name: 'webhook_occasions_webhook',
      columns: [t.userId, t.webhookId],
      foreignColumns: [webhooks.userId, webhooks.id],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
  ],
)

export const webhookMessages = pgTable(
  'webhook_messages',
  {
    userId: userId(),
    id: uuid().notNull(),
    webhookId: uuid('webhook_id').notNull(),
    /** The body as it is posted: `{text, blocks}`. */
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text({ enum: ['waiting', 'sent', 'failed'] }).notNull(),
    /** Spanish; of the last try. */
    problem: text(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('webhook_messages_of').on(t.userId, t.webhookId, t.createdAt),
    foreignKey({
      name: 'webhook_messages_webhook',
      columns: [t.userId, t.webhookId],
      foreignColumns: [webhooks.userId, webhooks.id],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
  ],
)

/** Secret addresses from which a spreadsheet reads campaigns by day. */
export const sheetFeeds = pgTable(
  'sheet_feeds',
  {
    userId: userId(),
    id: uuid().notNull(),
    name: text().notNull(),
    /** sha256 of the token in the address. */
    tokenHash: text('token_hash').notNull(),
    /** Our customer_ids. */
    accounts: jsonb().$type<number[]>().notNull(),
    days: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: createdBy(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('sheet_feeds_token').on(t.tokenHash)],
)

export const apiKeys = pgTable(
  'api_keys',
  {
    userId: userId(),
    id: uuid().notNull(),
    name: text().notNull(),
    /** sha256 of the whole key; shown once and never stored. */
    keyHash: text('key_hash').notNull(),
    /** Its last four signs, to tell keys apart. */
    ending: text().notNull(),
    scopes: jsonb().$type<string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: createdBy(),
    /** Null: until it is revoked. */
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('api_keys_hash').on(t.keyHash)],
)
