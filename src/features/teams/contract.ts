import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { MEMBER_ROLES, TEAM_ROLES } from '#shared/permissions.ts'
import { EmailText } from '#shared/person-shapes.ts'
import { CustomerId, Done, Nothing } from '#shared/wire.ts'

const MemberRole = z.enum(MEMBER_ROLES, 'Elige un papel.')
/** Of a client; of the other roles none is given, and they see all. */
const AccountIds = z.array(CustomerId).check(z.maxLength(200))
const Token = z.string().check(z.minLength(1), z.maxLength(200))

export const Member = z.object({
  /** The person's. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(TEAM_ROLES),
  /** Names of the accounts a client sees; null: all. */
  accounts: z.nullable(z.array(z.string())),
})
export type Member = z.infer<typeof Member>

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: MemberRole,
  expiresAt: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

export const Team = z.object({
  members: z.array(Member),
  invitations: z.array(Invitation),
  seats: z.object({ used: z.number(), of: z.number() }),
})
export type Team = z.infer<typeof Team>

export const getTeam = endpoint('GET /api/team', {
  access: 'subscriber',
  permission: 'see_all',
  summary:
    'Who works in these accounts, and who was asked to; invitations only for those who manage people',
  input: Nothing,
  reply: Team,
})

export const invite = endpoint('POST /api/team/invitations', {
  access: 'subscriber',
  permission: 'people',
  confirmed: true,
  summary: 'Mails an invitation for seven days; asking the same person again sends another link',
  input: z.object({ email: EmailText, role: MemberRole, accountIds: z.optional(AccountIds) }),
  reply: Team,
})

export const revokeInvitation = endpoint('DELETE /api/team/invitations/:invitationId', {
  access: 'subscriber',
  permission: 'people',
  summary: 'Takes an open invitation back',
  input: z.object({ invitationId: z.uuid('No existe esa invitación.') }),
  reply: Team,
})

export const changeMember = endpoint('PUT /api/team/members/:memberId', {
  access: 'subscriber',
  permission: 'people',
  summary: 'Gives a member another role, at once',
  input: z.object({
    memberId: z.uuid('No existe esa persona en el equipo.'),
    role: MemberRole,
    accountIds: z.optional(AccountIds),
  }),
  reply: Team,
})

export const removeMember = endpoint('DELETE /api/team/members/:memberId', {
  access: 'subscriber',
  permission: 'people',
  summary: 'Takes a member out, at once, with the invitations they sent',
  input: z.object({ memberId: z.uuid('No existe esa persona en el equipo.') }),
  reply: Team,
})

export const Membership = z.object({
  ownerId: z.string(),
  ownerName: z.string(),
  role: MemberRole,
  /** The session works there now. */
  isCurrent: z.boolean(),
})

export const listMemberships = endpoint('GET /api/team/memberships', {
  access: 'user',
  permission: 'self',
  summary: 'In whose teams the user is',
  input: Nothing,
  reply: z.array(Membership),
})

export const workIn = endpoint('POST /api/team/work-in', {
  access: 'user',
  permission: 'self',
  summary: 'Works in the accounts of that owner from now on, or with null in one’s own',
  input: z.object({ ownerId: z.nullable(z.uuid('No existe ese equipo.')) }),
  reply: Done,
})

export const leaveTeam = endpoint('DELETE /api/team/memberships/:ownerId', {
  access: 'user',
  permission: 'self',
  summary: 'Leaves a team; an owner cannot leave their own',
  input: z.object({ ownerId: z.uuid('No existe ese equipo.') }),
  reply: Done,
})

export const readInvitation = endpoint('POST /api/team/invitations/read', {
  access: 'user',
  permission: 'self',
  summary: 'What an invitation to the user’s own address offers; uses nothing up',
  input: z.object({ token: Token }),
  reply: z.object({ ownerName: z.string(), role: MemberRole }),
})

export const acceptInvitation = endpoint('POST /api/team/invitations/accept', {
  access: 'user',
  permission: 'self',
  summary: 'Joins the team, and works in it from now on',
  input: z.object({ token: Token }),
  reply: Done,
})

/** The screen the mail leads to, with the token behind the `#`. */
export const JOIN_PATH = '/team/join'
