import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { MEMBER_ROLES } from '#shared/permissions.ts'
import { users } from './access.ts'
import { instant } from './columns.ts'

/** Who works in whose accounts. The owner is a user: accounts, connections and the subscription stay theirs. */

const person = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const teamMembers = pgTable(
  'team_members',
  {
    ownerId: person('owner_id'),
    /** The member. */
    userId: person('user_id'),
    role: text({ enum: MEMBER_ROLES }).notNull(),
    /** Our customer_ids that a client sees; null: all. */
    accounts: jsonb().$type<number[]>(),
    joinedAt: instant('joined_at').notNull(),
    /** Not referenced: the membership outlives who gave it. */
    invitedBy: uuid('invited_by').notNull(),
    /** Since when the owner's plan has no seat for them: they are kept, and work again when it has. */
    suspendedAt: instant('suspended_at'),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.userId] }), index('team_members_user').on(t.userId)],
)

/** Open while neither accepted nor out of time; a row that is taken back is deleted. */
export const teamInvitations = pgTable(
  'team_invitations',
  {
    /** The owner of the team. */
    userId: person('user_id'),
    id: uuid().notNull(),
    /** As `normaliseEmail` makes it: only a log-in with this address may accept. */
    email: text().notNull(),
    role: text({ enum: MEMBER_ROLES }).notNull(),
    accounts: jsonb().$type<number[]>(),
    /** sha256 of the token in the link; sending again makes another. */
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: person('invited_by'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('team_invitations_email').on(t.email)],
)

/** An owner who wants to hand the team over; one offer at a time, until it is answered or out of time. */
export const teamHandovers = pgTable('team_handovers', {
  /** The owner. */
  userId: person('user_id').primaryKey(),
  /** The member who is to be the owner. */
  heirId: person('heir_id'),
  offeredAt: instant('offered_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
