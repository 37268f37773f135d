import { type SQL, sql } from 'drizzle-orm'
import { ROLES_OF } from '#shared/permissions.ts'
import { users } from './db/schema/access.ts'
import type { apiKeys, sheetFeeds, webhooks } from './db/schema/integrations.ts'
import { teamMembers } from './db/schema/teams.ts'

/**
 * A condition on what a person made for other programs: they are not shut out, and it is their own or they still have a place in the team
 * that may make such. Rows older than their maker's name go on.
 */
export function isStillMakers({
  userId,
  createdBy,
}: typeof apiKeys | typeof sheetFeeds | typeof webhooks): SQL {
  const roles = sql.join(
    ROLES_OF.connect.map((role) => sql`${role}`),
    sql`, `,
  )
  return sql`(${createdBy} is null or exists (
    select 1 from ${users} maker where maker.id = ${createdBy} and not maker.deactivated_manually
      and (maker.id = ${userId} or exists (
        select 1 from ${teamMembers} place where place.owner_id = ${userId} and place.user_id = maker.id
          and place.suspended_at is null and place.role in (${roles})))))`
}
