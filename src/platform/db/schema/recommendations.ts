import {
  bigint,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** One row per problem: the fingerprint keeps its identity over syncs, the card is renewed. */
export const recommendations = pgTable(
  'recommendations',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    id: uuid().notNull(),
    fingerprint: text().notNull(),
    rule: text().notNull(),
    category: text().notNull(),
    priority: text({ enum: ['alta', 'media', 'baja'] }).notNull(),
    /** Sort key within a priority: account micros per 30 days. */
    expectedValueMicros: doublePrecision('expected_value_micros').notNull(),
    status: text({ enum: ['pendiente', 'aplicada', 'descartada', 'cerrada'] }).notNull(),
    closedReason: text('closed_reason'),
    /** The engine's whole output: texts, object, evidence card, change. */
    body: jsonb().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    appliedAt: instant('applied_at'),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.id] }),
    uniqueIndex('recommendations_fingerprint').on(t.customerId, t.fingerprint),
    index('recommendations_status').on(t.customerId, t.status),
  ],
)

/** The last analysis of an account, and why it kept silent where it did. */
export const analyses = pgTable('analyses', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  analysedAt: instant('analysed_at').notNull(),
  silenced: jsonb().$type<{ rule: string; reason: string }[]>().notNull(),
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
