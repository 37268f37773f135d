/** Who of a team may do what. Routes name the permission they need, and screens read the same table. */

export const TEAM_ROLES = ['owner', 'manager', 'editor', 'viewer', 'client'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]
/** The owner is the user whose accounts and subscription they are: no invitation makes one. */
export const MEMBER_ROLES = ['manager', 'editor', 'viewer', 'client'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

export const ROLES_OF = {
  /** One's own person, in every team: profile, password, sessions, one's data. */
  self: ['owner', 'manager', 'editor', 'viewer', 'client'],
  /** Figures and recommendations of the accounts one sees. */
  see: ['owner', 'manager', 'editor', 'viewer', 'client'],
  /** What tells of all accounts or of colleagues. */
  see_all: ['owner', 'manager', 'editor', 'viewer'],
  /** Applying, undoing, goals, reports. */
  edit: ['owner', 'manager', 'editor'],
  /** Which accounts there are, and what leaves the house. */
  connect: ['owner', 'manager'],
  people: ['owner', 'manager'],
  money: ['owner'],
} as const satisfies Record<string, readonly TeamRole[]>

export type Permission = keyof typeof ROLES_OF

export function may(role: TeamRole, permission: Permission): boolean {
  return (ROLES_OF[permission] as readonly TeamRole[]).includes(role)
}

/** None hands out more than they have, and who manages people is the owner's choice alone. */
export function mayGrant(giver: TeamRole, given: MemberRole): boolean {
  return giver === 'owner' || (giver === 'manager' && given !== 'manager')
}

export const ROLE_TEXTS: Record<TeamRole, string> = {
  owner: 'Dueño',
  manager: 'Administra',
  editor: 'Edita',
  viewer: 'Solo ve',
  client: 'Cliente',
}

/** People besides the owner, invitations that are open counted. */
export const SEATS = { basic: 2, premium: 5, enterprise: 25 } as const

/** Whom an administrator lets in without a plan has Básico's, as of all its limits; a closed panel none. */
export function seatsOf(owner: { isActive: boolean; plan: keyof typeof SEATS | null }): number {
  return owner.isActive ? SEATS[owner.plan ?? 'basic'] : 0
}
