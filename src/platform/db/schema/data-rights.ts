import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { bytes, instant } from './columns.ts'

/** What the law lets people ask of us: a copy of their data, and its end. */

export const dataExports = pgTable(
  'data_exports',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid().notNull().unique(),
    status: text({ enum: ['waiting', 'ready', 'failed'] }).notNull(),
    askedAt: instant('asked_at').notNull(),
    /** sha256 of the token in the mailed link; null until the copy is made. */
    tokenHash: text('token_hash'),
    expiresAt: instant('expires_at'),
    /** The link opens once, and then the copy to one session for an hour. */
    openedAt: instant('opened_at'),
    openedBy: text('opened_by_hash'),
    size: bigint({ mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

/** In the database and not in a file: who makes the copy and who hands it out may be two processes. */
export const dataExportChunks = pgTable(
  'data_export_chunks',
  {
    exportId: uuid('export_id')
      .notNull()
      .references(() => dataExports.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    content: bytes('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.exportId, t.place] })],
)

/** A user who is to be erased unless they think better of it. */
export const accountErasures = pgTable(
  'account_erasures',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    askedAt: instant('asked_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** What kept it from being done on its day, as its owner was told; null: nothing. */
    heldBy: text('held_by', { enum: ['team', 'administration'] }),
  },
  (t) => [index('account_erasures_due').on(t.dueAt)],
)

/** What stays of an erased user: that it was done, when and on whose word. */
export const erasureProofs = pgTable('erasure_proofs', {
  id: uuid().primaryKey(),
  /** sha256 of the address, by which a question about it can be answered. */
  emailHash: text('email_hash').notNull(),
  /** sha256 of the user's id, random itself: by which a copy made before is put right. */
  userHash: text('user_hash'),
  /** sha256 of each of their customers at Stripe, by which what is paid late is known to be ours; null before these were kept. */
  customerHashes: jsonb('customer_hashes').$type<string[]>(),
  askedAt: instant('asked_at').notNull(),
  askedBy: text('asked_by', { enum: ['user', 'administrator'] }).notNull(),
  erasedAt: instant('erased_at').notNull(),
  accounts: integer().notNull(),
  /** Tables that held rows of the user or the accounts. */
  tables: jsonb().$type<string[]>().notNull(),
  /** When all of them were found empty; null while the background is at it. */
  verifiedAt: instant('verified_at'),
})
