import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { FACT_STEPS, type FileFacts } from '#shared/file-facts.ts'
import { instant } from './columns.ts'

/** People and their sessions: on Citus local to the coordinator, so no customer_id here. */

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  /** Lower case, Unicode-normalised; what the person typed is not kept. */
  email: text().notNull().unique(),
  name: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  phone: text(),
  avatarUrl: text('avatar_url'),
  role: text({ enum: ['user', 'admin'] }).notNull(),
  /** An active subscription: the dashboard is open. */
  isActive: boolean('is_active').notNull(),
  plan: text({ enum: ['basic', 'premium', 'enterprise'] }),
  /** An administrator opened the access: it does not end with a subscription. */
  activatedManually: boolean('activated_manually').notNull().default(false),
  /** An administrator closed the access: a paid subscription does not open it. */
  deactivatedManually: boolean('deactivated_manually').notNull().default(false),
  /** The tenant behind /demo: open to read for all visitors, never to write. */
  isDemo: boolean('is_demo').notNull().default(false),
  /** Since when the password alone opens nothing; null without app and passkeys. */
  secondFactorSince: instant('second_factor_since'),
  /** When a subscription that they had went to another owner, or gave way to a team's; its own row tells of one they have. */
  trialUsedAt: instant('trial_used_at'),
  createdAt: instant('created_at').notNull(),
})

export const sessions = pgTable(
  'sessions',
  {
    /** sha256 of the cookie's token; the token itself is never stored. */
    tokenHash: text('token_hash').primaryKey(),
    /** Names the session in the list of devices without telling its hash. */
    id: uuid().notNull().defaultRandom().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** However often it is used, it ends here. */
    endsAt: instant('ends_at').notNull(),
    /** Whose accounts the session works in, as a member of their team; null: one's own. */
    actingFor: uuid('acting_for'),
    /** When the password was last given again inside the session; null since it was opened. */
    confirmedAt: instant('confirmed_at'),
    ip: text(),
    userAgent: text('user_agent'),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

/**
 * Visits, for the figures of use: they outlive the session and the user they came from, so neither is
 * referenced. A pause of over 30 minutes begins a new visit.
 */
export const visits = pgTable(
  'visits',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    isDemo: boolean('is_demo').notNull(),
    startedAt: instant('started_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [
    index('visits_session').on(t.sessionId, t.lastSeenAt),
    index('visits_started').on(t.startedAt),
    index('visits_user').on(t.userId, t.lastSeenAt),
  ],
)

/** Links sent by mail: single use, 24 hours, at most one per purpose and address. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    /** sha256 of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    purpose: text({ enum: ['register', 'reset', 'change_email'] }).notNull(),
    email: text().notNull(),
    /** Null while there is no user yet (register). */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('email_tokens_email').on(t.email, t.purpose),
    index('email_tokens_user').on(t.userId, t.purpose),
  ],
)

/** A consent under way: bound to the session that began it, single use, ten minutes. */
export const oauthStates = pgTable('oauth_states', {
  stateHash: text('state_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  sessionHash: text('session_hash').notNull(),
  codeVerifierSealed: text('code_verifier_sealed').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** A consented Google identity. The refresh token is sealed with AES-256-GCM. */
export const googleConnections = pgTable(
  'google_connections',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    googleEmail: text('google_email'),
    refreshTokenSealed: text('refresh_token_sealed').notNull(),
    status: text({ enum: ['active', 'needs_reauth', 'revoked'] }).notNull(),
    /** Of the last consent: without a chosen account it is given back a day later. */
    createdAt: instant('created_at').notNull(),
    /** When Google was last to be asked by which managers its accounts are reached, or whether it takes again what it took no more. */
    waysSoughtAt: instant('ways_sought_at'),
  },
  (t) => [index('google_connections_user').on(t.userId)],
)

/**
 * Directory of tenants' accounts. `customerId` is ours, one per user and Google account, and leads every
 * key of tenant data; `googleCustomerId` is Google's ten digits (ours again for an imported report).
 */
export const adAccounts = pgTable(
  'ad_accounts',
  {
    customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    connectionId: uuid('connection_id').references(() => googleConnections.id, {
      onDelete: 'set null',
    }),
    googleCustomerId: text('google_customer_id').notNull(),
    /** Manager through which access is had; null for direct access. Sent as login-customer-id. */
    loginCustomerId: text('login_customer_id'),
    parentGoogleCustomerId: text('parent_google_customer_id'),
    name: text().notNull(),
    isManager: boolean('is_manager').notNull(),
    currencyCode: text('currency_code').notNull(),
    timeZone: text('time_zone').notNull(),
    source: text({ enum: ['google', 'imported'] }).notNull(),
    /** Of an imported account the days that one figure of it sums; a connected one has every day. */
    granularity: text({ enum: FACT_STEPS }).notNull(),
    /** What the files of an imported account say; null where everything is known. */
    fileFacts: jsonb('file_facts').$type<FileFacts>(),
    connected: boolean().notNull(),
    disconnectedAt: instant('disconnected_at'),
    dataFrom: text('data_from'),
    dataTo: text('data_to'),
    lastSyncedAt: instant('last_synced_at'),
    /** Rises in the transaction that changes data; part of every cache key. */
    syncVersion: integer('sync_version').notNull(),
    /** Rises with it where the prints of days are heeded, so that one that lags tells of a writer that knows of none. */
    printedVersion: integer('printed_version'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('ad_accounts_user_google').on(t.userId, t.googleCustomerId)],
)
