import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { googleConnections } from '#platform/db/schema/access.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { runDueJobs } from '#platform/jobs.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { enqueueLostGrants } from './actions/try-lost-grants.ts'
import type { GoogleAccount } from './contract.ts'
import { accountJobs } from './jobs.ts'

const HOUR_MS = 3_600_000
const SHOP = '1000000021'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Tienda' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '30' })

beforeEach(() => it.google.faults.clear())

async function connected(): Promise<AdsPerson> {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  await it.runJobs()
  return ana
}

const isConnected = async (person: AdsPerson) =>
  ((await person.ask('GET', '/api/google-accounts')).body as GoogleAccount[])[0]?.connected

async function sync(person: AdsPerson): Promise<void> {
  await person.ask('POST', `/api/google-accounts/${SHOP}/sync`)
  await it.runJobs()
}

async function passTime(hours: number): Promise<void> {
  it.clock.advance(hours * HOUR_MS)
  await enqueueLostGrants(it.ctx)
  await runDueJobs(it.ctx, accountJobs)
}

async function mailsTo({ caller }: AdsPerson) {
  const rows = await it.ctx.db.select().from(jobs).where(eq(jobs.kind, 'sendMail'))
  return rows
    .map(({ payload }) => JSON.parse(it.ctx.vault.open((payload as { sealed: string }).sealed)))
    .filter(({ to }) => to === `${caller.caller.userId}@prueba.test`)
}

test('a grant that Google takes no more is told to its owner, and tried once a day', async () => {
  const ana = await connected()
  it.google.faults.arm('invalid_grant', 2)
  await sync(ana)
  expect(await isConnected(ana)).toBe(false)
  const mails = await mailsTo(ana)
  expect(mails).toMatchObject([
    { subject: 'Google ya no nos deja leer tu cuenta', text: expect.stringContaining('Tienda') },
  ])
  await passTime(1)
  await passTime(24)
  expect(await isConnected(ana), 'Google refuses it the next day as well').toBe(false)
  await passTime(1)
  expect(await isConnected(ana), 'not asked again before a day').toBe(false)
  await passTime(24)
  expect(await isConnected(ana)).toBe(true)
  await it.runJobs()
  expect((await ana.ask('GET', `/api/google-accounts/${SHOP}/sync`)).body).toMatch(/"idle"/)
  expect(await mailsTo(ana)).toHaveLength(1)
})

test('an account that was disconnected meanwhile stays so', async () => {
  const ana = await connected()
  it.google.faults.arm('invalid_grant', 1)
  await sync(ana)
  await ana.ask('DELETE', `/api/google-accounts/${SHOP}`)
  await passTime(25)
  expect(await isConnected(ana)).toBe(false)
})

test('a fresh token that Google does not take is its failure, not a withdrawn permission', async () => {
  const ana = await connected()
  const [grant] = await it.ctx.db
    .select({ id: googleConnections.id })
    .from(googleConnections)
    .where(eq(googleConnections.userId, ana.caller.caller.userId))
  const offer = () => ana.ask('GET', `/api/google-ads/connections/${grant!.id}`)
  it.google.faults.arm('two_step_missing', 1)
  expect((await offer()).body).toMatchObject({ message: expect.stringContaining('dos pasos') })
  it.google.faults.arm('token_refused', 1)
  expect((await offer()).status).toBe(200)
  it.google.faults.arm('token_refused', 4)
  expect(await offer()).toMatchObject({ status: 502, body: { code: 'vendor_failed' } })
  expect(await isConnected(ana)).toBe(true)
  expect((await offer()).status).toBe(200)
})
