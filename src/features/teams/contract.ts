import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { MEMBER_ROLES, TEAM_ROLES } from '#shared/permissions.ts'
import { EmailText } from '#shared/person-shapes.ts'
import { CustomerId, Done, Nothing, ToldInstant } from '#shared/wire.ts'

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
  /** The plan has no seat for them now. */
  isSuspended: z.boolean(),
})
export type Member = z.infer<typeof Member>

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: MemberRole,
  expiresAt: ToldInstant,
  /** `retrying`: the last try to send it failed, and another follows; `refused`: no more do. */
  mail: z.enum(['sent', 'retrying', 'refused']),
})
export type Invitation = z.infer<typeof Invitation>

export const Team = z.object({
  members: z.array(Member),
  invitations: z.array(Invitation),
  seats: z.object({ used: z.number(), of: z.number() }),
  /** The ownership is offered to this member and not yet taken; shown to the owner alone. */
  handover: z.nullable(z.object({ memberId: z.string(), expiresAt: ToldInstant })),
})
export type Team = z.infer<typeof Team>

export const getTeam = endpoint('GET /api/team', {
  access: 'user',
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

export const resendInvitation = endpoint('POST /api/team/invitations/:invitationId/resend', {
  access: 'subscriber',
  permission: 'people',
  summary: 'Mails an open invitation again, with another link and seven days from now on',
  input: z.object({ invitationId: z.uuid('No existe esa invitación.') }),
  reply: Team,
})

export const revokeInvitation = endpoint('DELETE /api/team/invitations/:invitationId', {
  access: 'user',
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
  access: 'user',
  permission: 'people',
  summary: 'Takes a member out, at once, with the invitations they sent',
  input: z.object({ memberId: z.uuid('No existe esa persona en el equipo.') }),
  reply: Team,
})

const TeamChange = z.object({
  changeId: z.string(),
  /** Google's, or ours of an imported one; without dashes. */
  accountId: z.string(),
  accountName: z.string(),
  summary: z.string(),
  /** ISO instant; the steps of one recommendation have the same. */
  at: ToldInstant,
  /** Google has not answered: it is looked up. */
  isOpen: z.boolean(),
  /** Names; null where that person's account is gone. */
  by: z.nullable(z.string()),
  undoneAt: z.nullable(ToldInstant),
  undoneBy: z.nullable(z.string()),
})
export type TeamChange = z.infer<typeof TeamChange>

export const TeamChanges = z.object({ changes: z.array(TeamChange), hasMore: z.boolean() })
export type TeamChanges = z.infer<typeof TeamChanges>

function isInstant(text: string): boolean {
  return /^2\d{3}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

export const listTeamChanges = endpoint('GET /api/team/changes', {
  access: 'subscriber',
  permission: 'see_all',
  summary: 'What was changed in Google Ads from here in all accounts and by whom, newest first',
  input: z.object({
    personId: z.optional(z.uuid('No existe esa persona en el equipo.')),
    /** The last change that is known: what is older comes. Both or none. */
    beforeAt: z.optional(z.string().check(z.refine(isInstant, 'No es un instante.'))),
    beforeId: z.optional(z.uuid('No existe ese cambio.')),
  }),
  reply: TeamChanges,
})

export const offerHandover = endpoint('POST /api/team/handover', {
  access: 'user',
  permission: 'money',
  confirmed: true,
  summary:
    'Offers a member the ownership: accounts, connections and subscription; an older offer ends',
  input: z.object({ memberId: z.uuid('No existe esa persona en el equipo.') }),
  reply: Team,
})

export const withdrawHandover = endpoint('DELETE /api/team/handover', {
  access: 'user',
  permission: 'money',
  summary: 'Takes the offer of the ownership back',
  input: Nothing,
  reply: Team,
})

export const Membership = z.object({
  ownerId: z.string(),
  ownerName: z.string(),
  role: MemberRole,
  /** The session works there now. */
  isCurrent: z.boolean(),
  /** The owner's plan has no seat for the user now. */
  isSuspended: z.boolean(),
  /** ISO instant until which the owner offers the team to the user; null: they do not. */
  offeredUntil: z.nullable(ToldInstant),
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

export const acceptHandover = endpoint('POST /api/team/memberships/:ownerId/handover', {
  access: 'user',
  permission: 'self',
  confirmed: true,
  summary: 'Becomes the owner of a team that is offered; who was it manages people from then on',
  input: z.object({ ownerId: z.uuid('No existe ese equipo.') }),
  reply: Done,
})

export const refuseHandover = endpoint('DELETE /api/team/memberships/:ownerId/handover', {
  access: 'user',
  permission: 'self',
  summary: 'Says no to a team that is offered',
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
