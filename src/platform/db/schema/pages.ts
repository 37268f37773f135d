import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { GetFailure } from '#shared/get-failure.ts'
import { customerId, instant } from './columns.ts'

/** Pages that ads lead to, as they were when they were looked at last. */
export const lookedPages = pgTable(
  'looked_pages',
  {
    customerId: customerId(),
    /** As `pageAddress` makes it of a final URL. */
    address: text().notNull(),
    lookedAt: instant('looked_at').notNull(),
    /** Of the last answer; null where none came. */
    status: integer(),
    /** Where redirects ended. */
    endedAt: text('ended_at').notNull(),
    failure: text().$type<GetFailure>(),
    /** The first look of those that found it out of order one after the other; null where the last found it in order, or could not tell. */
    brokenSince: instant('broken_since'),
    title: text().notNull(),
    /** Its h1 and h2. */
    headings: jsonb().$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.address] })],
)
