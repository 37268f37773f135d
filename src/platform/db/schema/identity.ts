import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './access.ts'
import { instant } from './columns.ts'

/** How people prove who they are besides their password: user-level tables, all of which go with their user. */

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The secret that an authenticator app shares; one per user. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: userId().primaryKey(),
  secretSealed: text('secret_sealed').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Null until a first right code: before, it opens and asks for nothing. */
  confirmedAt: instant('confirmed_at'),
  /** Number of the 30 seconds of the last code taken: none is taken twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

export const passkeys = pgTable(
  'passkeys',
  {
    userId: userId(),
    id: uuid().notNull(),
    /** The authenticator's own name for it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    /** Zero for ever at passkeys that are synchronised. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    aaguid: text().notNull(),
    name: text().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

/** For the day on which app and key are lost: each opens once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    /** sha256: a code has 128 random bits. */
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** A proof under way: five minutes, used once. */
export const identityChallenges = pgTable(
  'identity_challenges',
  {
    /** sha256 of the token that the browser holds meanwhile. */
    tokenHash: text('token_hash').primaryKey(),
    purpose: text({
      enum: ['second_step', 'passkey_log_in', 'passkey_confirm', 'add_passkey'],
    }).notNull(),
    /** Null while it is not known who logs in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** What a key is to sign; null where only a code is asked for. */
    challenge: text(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('identity_challenges_user').on(t.userId)],
)

/** Browsers in which a user has logged in: another one is told of by mail. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: userId(),
    /** sha256 of a cookie that outlives the session. */
    tokenHash: text('token_hash').notNull(),
    userAgent: text('user_agent'),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tokenHash] })],
)
