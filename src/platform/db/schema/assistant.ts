import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './access.ts'

/** What was spent on language models, call by call; neither questions nor answers are kept. Goes with its user. */
export const llmCalls = pgTable(
  'llm_calls',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    /** 'answer', 'summary', 'explanation', 'ad_drafts', 'negative_themes'. */
    purpose: text().notNull(),
    model: text().notNull(),
    inputTokens: integer('input_tokens').notNull(),
    outputTokens: integer('output_tokens').notNull(),
    ms: integer().notNull(),
    outcome: text({
      enum: ['shown', 'rejected', 'unreadable', 'empty', 'timeout', 'failed'],
    }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('llm_calls_at').on(t.at)],
)
