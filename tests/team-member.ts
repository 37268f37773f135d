import { eq } from 'drizzle-orm'
import { sessions } from '../src/platform/db/schema/access.ts'
import { teamMembers } from '../src/platform/db/schema/teams.ts'
import type { MemberRole } from '../src/shared/permissions.ts'
import type { Person, TestApp } from './harness.ts'

type Place = { ownerId: string; customerId: number; role: MemberRole }

/** Signed in, and at work in an owner's accounts; a client sees this one alone. */
export async function teamMember(it: TestApp, place: Place): Promise<Person> {
  const person = await it.signIn({ isActive: false, plan: null })
  await joinTeam(it, person.userId, place)
  return person
}

/** All their sessions are in the owner's accounts from now on. */
export async function joinTeam(
  it: TestApp,
  userId: string,
  { ownerId, customerId, role }: Place,
): Promise<void> {
  const accounts = role === 'client' ? [customerId] : null
  const joined = { joinedAt: it.clock.now(), invitedBy: ownerId }
  await it.ctx.db.insert(teamMembers).values({ ownerId, userId, role, accounts, ...joined })
  await it.ctx.db.update(sessions).set({ actingFor: ownerId }).where(eq(sessions.userId, userId))
}
