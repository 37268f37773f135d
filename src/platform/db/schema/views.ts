import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { instant } from './columns.ts'

/** A screen with its range, filters and order under a name: the address says all of it. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Path and query of the panel. */
    address: text().notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (t) => [uniqueIndex('saved_views_name').on(t.userId, t.name)],
)
