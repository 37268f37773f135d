import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { googleConnections } from '#platform/db/schema/access.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { pressButton } from '../../../tests/ads-app.ts'
import { GOOGLE_USER } from '../../../tests/connected-account.ts'
import { PASSWORD, type Person, testApp } from '../../../tests/harness.ts'

const it = testApp()
const EXPIRED = '/dashboard?connect_error=state_expired'

/** Accepts at Google; answers where the browser is sent back to. */
async function consent(person: Person): Promise<string> {
  const start = await person.get('/api/google-ads/oauth/start')
  const back = new URL(await pressButton(String(start.headers.location), GOOGLE_USER, 'allow'))
  return back.pathname + back.search
}

test.each([
  ['in own accounts, and comes back at work in a team', true],
  ['in a team, and comes back in own accounts', false],
])('a consent that begins %s is nobody’s', async (_, beginsAtHome) => {
  const [owner, person] = [await it.signIn(), await it.signIn()]
  await it.ctx.db.insert(teamMembers).values({
    ownerId: owner.userId,
    userId: person.userId,
    role: 'manager',
    joinedAt: it.clock.now(),
    invitedBy: owner.userId,
  })
  const workIn = (ownerId: string | null) => person.send('POST', '/api/team/work-in', { ownerId })
  const [from, to] = beginsAtHome ? [null, owner.userId] : [owner.userId, null]
  expect((await workIn(from)).status).toBe(200)
  const back = await consent(person)
  expect((await workIn(to)).status).toBe(200)
  expect((await person.get(back)).headers.location).toBe(EXPIRED)
  for (const { userId } of [owner, person])
    expect(
      await it.ctx.db.select().from(googleConnections).where(eq(googleConnections.userId, userId)),
    ).toEqual([])
})

test('a consent goes on though the password is given again in another tab', async () => {
  const person = await it.signIn()
  const back = await consent(person)
  const confirmed = await person.send('POST', '/api/auth/confirm', { password: PASSWORD })
  const cookie = String(confirmed.headers['set-cookie']).split(';')[0]!
  const end = await it.app.inject({ url: back, headers: { cookie } })
  expect(end.headers.location).toMatch(/^\/dashboard\/connect\//)
})
