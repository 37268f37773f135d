import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSimulators, startSimulators } from '../simulators/start.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Context } from '../src/platform/context.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { accountChanges } from '../src/platform/db/schema/changes.ts'
import { campaigns } from '../src/platform/db/schema/entities.ts'
import { sheetFeeds } from '../src/platform/db/schema/integrations.ts'
import { reportRecipients } from '../src/platform/db/schema/reports.ts'
import { jobs, rateWindows } from '../src/platform/db/schema/work.ts'
import { newOwner, type Owner } from './access-owner.ts'
import { askGoogle } from './ask-google.ts'
import { openTestContext } from './database.ts'

/**
 * Two web, two workers and a scheduler on one PostgreSQL, one of them killed in every round while people write: what was
 * acknowledged is there, nothing is done twice at Google, no job is lost. `npm run test:faults -- --rounds 500`.
 */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 3)
const SHOP = '4815162342'
const IDENTITY = 'marta.demo@gmail.test'
const ROLES = ['web', 'web', 'worker', 'worker', 'scheduler'] as const
/** A dead process is known after 45 s, and looked for every minute. */
const SETTLED_WITHIN_MS = 180_000

type Program = { role: (typeof ROLES)[number]; child: ChildProcess; url: string }
type Outcome = { text: string; acknowledged: boolean }

describe.skipIf(!process.env.TEST_DATABASE_URL)('killed in every round', () => {
  const clock = systemClock()
  let opened: Awaited<ReturnType<typeof openTestContext>>
  let google: RunningSimulators
  let ctx: Context
  let campaignId: number
  let programs: Program[] = []

  beforeAll(async () => {
    opened = await openTestContext()
    ctx = { ...opened.ctx, clock }
    google = await startSimulators({ clock, seed: 1 })
    const query = 'SELECT campaign.id FROM campaign'
    const [row] = await askGoogle(google, IDENTITY, SHOP, query)
    campaignId = Number(row?.campaign?.id)
    programs = await Promise.all(ROLES.map(start))
  })
  afterAll(async () => {
    for (const { child } of programs) child.kill('SIGKILL')
    await google?.close()
    await opened?.close()
  })

  test(
    `${ROUNDS} rounds`,
    async () => {
      const negatives: Outcome[] = []
      const mails: Outcome[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const owner = await ownerOfShop()
        // All of them write from one address: what a quarter of an hour allows it would be used up after some thirty rounds.
        await ctx.db.delete(rateWindows)
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
      await atRest()
      expect(negatives.some(({ acknowledged }) => acknowledged)).toBe(true)
      for (const outcome of negatives) await expectOnceAtGoogle(outcome)
      for (const { text, acknowledged } of mails) {
        const got = google.smtp.outbox().filter(({ to }) => to === text).length
        if (acknowledged) expect(got, text).toBeGreaterThanOrEqual(1)
      }
      const lost = await ctx.db.select().from(jobs).where(eq(jobs.status, 'failed'))
      expect(lost).toEqual([])
    },
    30_000 * ROUNDS + SETTLED_WITHIN_MS + 60_000,
  )

  async function ownerOfShop(): Promise<Owner> {
    const owner = await newOwner({ ...opened, ctx, clock, simulators: google } as never)
    const [account] = await ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, owner.id))
    const customerId = account!.customerId
    // Read already, or the scheduler would begin with its whole history.
    const read = { googleCustomerId: SHOP, lastSyncedAt: clock.now() }
    await ctx.db.update(adAccounts).set(read).where(eq(adAccounts.customerId, customerId))
    const [known] = await ctx.db
      .select()
      .from(campaigns)
      .where(eq(campaigns.customerId, customerId))
    await ctx.db.insert(campaigns).values({ ...known!, campaignId })
    return owner
  }

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
      write(owner, 'POST', `/api/campaigns/${campaignId}/negative-keywords`, {
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
    const recipients = await ctx.db
      .select()
      .from(reportRecipients)
      .where(eq(reportRecipients.userId, owner.id))
    const sheets = await ctx.db.select().from(sheetFeeds).where(eq(sheetFeeds.userId, owner.id))
    const { recipient, sheet } = done
    if (recipient.acknowledged) expect(recipients.map((one) => one.email)).toContain(recipient.text)
    if (sheet.acknowledged) expect(sheets.map((one) => one.name)).toContain(sheet.text)
  }

  /** Google has it once where it was acknowledged; else as the log says. */
  async function expectOnceAtGoogle({ text, acknowledged }: Outcome) {
    const found = await askGoogle(
      google,
      IDENTITY,
      SHOP,
      `SELECT campaign_criterion.criterion_id FROM campaign_criterion WHERE campaign_criterion.negative = TRUE AND campaign_criterion.keyword.text = '${text}'`,
    )
    const logged = await ctx.db
      .select({ outcome: accountChanges.outcome })
      .from(accountChanges)
      .where(sql`${accountChanges.summary} like ${`%${text}%`}`)
    const outcomes = logged.map(({ outcome }) => outcome)
    if (acknowledged) expect([text, found.length, outcomes]).toEqual([text, 1, ['done']])
    else expect([[], ['done'], ['failed']]).toContainEqual(outcomes)
    expect([text, found.length]).toEqual([text, outcomes[0] === 'done' ? 1 : 0])
  }

  async function atRest() {
    const deadline = Date.now() + SETTLED_WITHIN_MS
    const isOpen = inArray(accountChanges.outcome, ['sent', 'unknown'])
    // Killed between the log and the request: nothing is at Google, and only after ten minutes may that be said.
    const isUnknown = eq(accountChanges.outcome, 'unknown')
    const longAgo = sql`least(${accountChanges.at}, now() - interval '11 minutes')`
    const isDue = and(eq(jobs.status, 'waiting'), lte(jobs.runAt, clock.now()))
    for (;;) {
      await ctx.db.update(accountChanges).set({ at: longAgo }).where(isUnknown)
      const changes = await ctx.db.select().from(accountChanges).where(isOpen)
      const due = await ctx.db
        .select()
        .from(jobs)
        .where(or(isDue, eq(jobs.status, 'running')))
      if (changes.length === 0 && due.length === 0) return
      const left = [...changes.map(({ outcome }) => outcome), ...due.map(({ kind }) => kind)]
      if (Date.now() > deadline) throw new Error(`still open: ${left.join(', ')}`)
      await sleep(500)
    }
  }

  async function start(role: Program['role']): Promise<Program> {
    const child = spawn(process.execPath, ['scripts/serve.mjs', '--role', role], {
      cwd: join(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        PORT: '0',
        LOG_LEVEL: 'silent',
        ENCRYPTION_KEY: '0'.repeat(64),
        DATABASE_URL: ctx.config.databaseUrl,
        DATABASE_POOL: '4',
        ...google.environment,
      },
    })
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
    })
    for (;;) {
      const [, url] = /atiende en (http\S+)\s/.exec(said) ?? []
      if (url) return { role, child, url }
      if (child.exitCode !== null) throw new Error(`${role} did not start: ${said}`)
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    }
  }
})
