import type { users } from '#platform/db/schema/access.ts'
import type { SessionUser } from './contract/endpoints.ts'

export function toSessionUser(row: typeof users.$inferSelect): SessionUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_active: row.isActive,
    plan: row.plan,
    avatarUrl: row.avatarUrl,
    readOnly: row.isDemo,
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
