import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { instant } from './columns.ts'

/** What a user and the team have written to each other: one thread a user. */
export const supportMessages = pgTable(
  'support_messages',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    side: text({ enum: ['customer', 'team'] }).notNull(),
    authorName: text('author_name').notNull(),
    /** Null: erased since, or written before this was kept, then by the owner or the team. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    body: text().notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Of a customer's: hours within which the plan of that moment promises an answer. */
    promisedHours: integer('promised_hours'),
  },
  (t) => [index('support_messages_thread').on(t.userId, t.writtenAt)],
)

/** What is arranged with one customer: who looks after them, and how the AI is to write for them. */
export const customerCare = pgTable('customer_care', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  managerName: text('manager_name'),
  managerEmail: text('manager_email'),
  wording: text(),
})
