import type { users } from '#platform/db/schema/access.ts'
import type { Team } from '#platform/session.ts'
import { may } from '#shared/permissions.ts'
import type { SessionUser } from './contract/endpoints.ts'

export function toSessionUser(row: typeof users.$inferSelect, team?: Team | null): SessionUser {
  const own = {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_active: row.isActive,
    plan: row.plan,
    avatarUrl: row.avatarUrl,
    readOnly: row.isDemo,
  }
  if (!team) return own
  const { ownerId, ownerName, role, isActive, plan } = team
  // The administration is opened in one's own name.
  return {
    ...own,
    is_active: isActive,
    plan,
    readOnly: !may(role, 'edit'),
    team: { ownerId, ownerName, role, connects: may(role, 'connect') },
  }
}

/** The address of a screen with the secret of a mailed link. */
export function mailedLink(
  origin: string,
  path: string,
  link: { email: string; token: string },
): string {
  return `${origin}${path}?${new URLSearchParams(link)}`
}
