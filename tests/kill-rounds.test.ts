import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sheetFeeds } from '../src/platform/db/schema/integrations.ts'
import { reportRecipients } from '../src/platform/db/schema/reports.ts'
import { jobs, rateWindows } from '../src/platform/db/schema/work.ts'
import type { Owner } from './access-owner.ts'
import {
  type KilledWorld,
  type Outcome,
  openKilledWorld,
  SETTLED_WITHIN_MS,
  SHOP,
} from './killed-world.ts'
import { type RoleProcess, startRole } from './role-process.ts'

/**
 * Two web, two workers and a scheduler on one PostgreSQL, one of them killed in every round while people write: what was
 * acknowledged is there, nothing is done twice at Google, no job is lost. `npm run test:faults -- --rounds 500`.
 */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 3)
const ROLES = ['web', 'web', 'worker', 'worker', 'scheduler'] as const

describe.skipIf(!process.env.TEST_DATABASE_URL)('killed in every round', () => {
  let world: KilledWorld
  let programs: RoleProcess[] = []
  const start = (role: RoleProcess['role']) => startRole(role, world.environment)

  beforeAll(async () => {
    world = await openKilledWorld()
    programs = await Promise.all(ROLES.map(start))
  })
  afterAll(async () => {
    for (const { child } of programs) child.kill('SIGKILL')
    await world?.close()
  })

  test(
    `${ROUNDS} rounds`,
    async () => {
      const negatives: Outcome[] = []
      const mails: Outcome[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const owner = await world.ownerOfShop()
        // All of them write from one address: what a quarter of an hour allows it would be used up after some thirty rounds.
        await world.ctx.db.delete(rateWindows)
        const writes = writing(owner, round)
        await sleep(50 + ((round * 137) % 500))
        const victim = programs[round % programs.length]!
        victim.child.kill('SIGKILL')
        const done = await writes
        negatives.push(done.negative)
        mails.push(done.mail)
        await expectKept(owner, done)
        programs[round % programs.length] = await start(victim.role)
      }
      await world.atRest()
      expect(negatives.some(({ acknowledged }) => acknowledged)).toBe(true)
      for (const outcome of negatives) await world.expectOnceAtGoogle(outcome)
      for (const { text, acknowledged } of mails) {
        const got = world.google.smtp.outbox().filter(({ to }) => to === text).length
        if (acknowledged) expect(got, text).toBeGreaterThanOrEqual(1)
      }
      const lost = await world.ctx.db.select().from(jobs).where(eq(jobs.status, 'failed'))
      expect(lost).toEqual([])
    },
    30_000 * ROUNDS + SETTLED_WITHIN_MS + 60_000,
  )

  /** Side by side, over whichever web process is asked. */
  async function writing(owner: Owner, round: number) {
    const name = `ronda ${round} ${owner.id.slice(0, 8)}`
    const email = `ronda${round}.${owner.id.slice(0, 8)}@ejemplo.es`
    const text = `palabra ronda ${round} ${owner.id.slice(0, 6)}`
    const accountIds = [SHOP]
    const [recipient, sheet, mail, negative] = await Promise.all([
      write(owner, 'POST', '/api/reports/recipients', { email }),
      write(owner, 'POST', '/api/integrations/sheets', { name, accountIds, days: 7 }),
      write(owner, 'POST', '/api/auth/register-start', { email }),
      write(owner, 'POST', `/api/campaigns/${world.campaignId}/negative-keywords`, {
        level: 'campaign',
        text,
        matchType: 'EXACT',
      }),
    ])
    return {
      recipient: { text: email, acknowledged: recipient },
      sheet: { text: name, acknowledged: sheet },
      mail: { text: email, acknowledged: mail },
      negative: { text, acknowledged: negative },
    }
  }

  let asked = 0
  async function write(owner: Owner, method: string, path: string, body: object): Promise<boolean> {
    const web = programs.filter(({ role }) => role === 'web')[asked++ % 2]!
    const answer = await fetch(web.url + path, {
      method,
      headers: { cookie: owner.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null)
    if (answer)
      expect([200, 502, 503], `${path} ${await answer.clone().text()}`).toContain(answer.status)
    return answer?.status === 200
  }

  async function expectKept(owner: Owner, done: { recipient: Outcome; sheet: Outcome }) {
    const recipients = await world.ctx.db
      .select()
      .from(reportRecipients)
      .where(eq(reportRecipients.userId, owner.id))
    const sheets = await world.ctx.db
      .select()
      .from(sheetFeeds)
      .where(eq(sheetFeeds.userId, owner.id))
    const { recipient, sheet } = done
    if (recipient.acknowledged) expect(recipients.map((one) => one.email)).toContain(recipient.text)
    if (sheet.acknowledged) expect(sheets.map((one) => one.name)).toContain(sheet.text)
  }
})
