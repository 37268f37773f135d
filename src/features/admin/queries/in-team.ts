import { sql } from 'drizzle-orm'

/** Of a row of `users`: another user's team lets them work now, as `platform/session.ts` has it. */
export const IS_IN_TEAM = sql<boolean>`(not users.deactivated_manually and exists (
  select from team_members m join users o on o.id = m.owner_id
  where m.user_id = users.id and m.suspended_at is null and o.is_active))`
