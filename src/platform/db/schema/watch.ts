import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { customerId, instant } from './columns.ts'

/** Figures that left their own band, and budgets about to be used up. One row per event: it is renewed while it lasts, and ends by itself. */
export const accountAlerts = pgTable(
  'account_alerts',
  {
    customerId: customerId(),
    id: uuid().notNull(),
    metric: text({ enum: ['cost', 'conversions', 'cpa', 'share', 'budget'] }).notNull(),
    /** Null: of the whole account. */
    campaignId: bigint('campaign_id', { mode: 'number' }),
    rises: boolean().notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    /** Deviations; the surest stand first. */
    score: doublePrecision().notNull(),
    /** The engine's whole output: causes, band, picture. */
    body: jsonb().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** A person has seen it: out of the lists, though it may last. */
    seenAt: instant('seen_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.id] }),
    index('account_alerts_open').on(t.customerId, t.endedAt),
  ],
)

/** What an owner wants to spend in a calendar month; campaign 0 is the whole account. */
export const monthlyBudgets = pgTable(
  'monthly_budgets',
  {
    customerId: customerId(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    amountMicros: bigint('amount_micros', { mode: 'number' }).notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.campaignId] })],
)

/** Who wants 'Hoy' by mail every morning on which there is something. */
export const morningMails = pgTable('morning_mails', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The last morning for which a job was asked, and the last that a job has settled, with or without a mail. */
  askedOn: date('asked_on', { mode: 'string' }),
  settledOn: date('settled_on', { mode: 'string' }),
  /** What came about after this is new. */
  toldAt: instant('told_at').notNull(),
  /** Ids of what the mail of `toldAt` told and had come about shortly before. */
  justTold: jsonb('just_told').$type<string[]>(),
})

/** Verdicts by mail, of each person: without a row they are wanted. */
export const verdictMails = pgTable('verdict_mails', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  isWanted: boolean('is_wanted').notNull().default(true),
  /** Fallen since the last mail, which the next one tells. */
  untold: jsonb().$type<{ customerId: number; applicationId: string }[]>().notNull().default([]),
})
