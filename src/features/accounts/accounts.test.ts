import { eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { grantJobs } from '#account-data/give-back-grant.ts'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { accountDay } from '#platform/db/schema/facts.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { ADWORDS_SCOPE } from '#platform/google-ads/oauth.ts'
import { runDueJobs, runNextJob } from '#platform/jobs.ts'
import { adsApp, pressButton } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { syncJobs } from '../sync/jobs.ts'
import { deleteExpiredAccounts } from './actions/delete-expired-accounts.ts'
import type { GoogleAccount, OfferedAccount } from './contract.ts'

const [SHOP, AGENCY, REGION, CLINIC, HOTEL, CLOSED, LONELY] = [
  '1000000001',
  '1000000002',
  '1000000003',
  '1000000004',
  '1000000005',
  '1000000006',
  '1000000007',
] as const
const [GROUP, SUSPENDED, BAKERY] = ['1000000008', '1000000009', '1000000010'] as const
const MANY = Array.from({ length: 7 }, (_, i) => `20000000${i}1`)

const ledger = ledgerWorld(
  [
    { customerId: SHOP, descriptiveName: 'Zapatería Ñandú' },
    { customerId: AGENCY, descriptiveName: 'Agencia', manager: true, childIds: [REGION, HOTEL] },
    { customerId: REGION, descriptiveName: 'Norte', manager: true, childIds: [CLINIC, CLOSED] },
    { customerId: CLINIC, descriptiveName: 'Clínica' },
    { customerId: HOTEL, descriptiveName: 'Hotel', currencyCode: 'GBP' },
    {
      customerId: CLOSED,
      descriptiveName: 'Cerrada',
      currencyCode: 'MXN',
      status: 'CANCELED',
    },
    { customerId: LONELY, descriptiveName: 'Gestora vacía', manager: true },
    {
      customerId: GROUP,
      descriptiveName: 'Grupo',
      manager: true,
      childIds: [SUSPENDED, BAKERY, SHOP],
    },
    {
      customerId: SUSPENDED,
      descriptiveName: 'Suspendida',
      manager: true,
      status: 'SUSPENDED',
      childIds: [CLINIC],
    },
    { customerId: BAKERY, descriptiveName: 'Panadería' },
    ...MANY.map((customerId) => ({ customerId })),
  ],
  {
    'ana@gmail.test': [SHOP],
    'agencia@gmail.test': [AGENCY, HOTEL],
    'nadie@gmail.test': [],
    'vacia@gmail.test': [LONELY],
    'cerrada@gmail.test': [CLOSED],
    'antigua@gmail.test': [CLOSED, BAKERY, SHOP],
    'norte@gmail.test': [REGION, CLOSED],
    'muchas@gmail.test': MANY,
    'grupo@gmail.test': [GROUP],
  },
)
const it = adsApp(ledger.world)

beforeEach(() => it.google.faults.clear())

type Person = Awaited<ReturnType<typeof it.signIn>>
const accountsOf = async (person: Person) =>
  (await person.ask('GET', '/api/google-accounts')).body as GoogleAccount[]
const connectionIn = (location: string) => location.split('/').at(-1) ?? ''
const add = (person: Person, connectionId: string, accountIds: string[]) =>
  person.ask('POST', `/api/google-ads/connections/${connectionId}/accounts`, { accountIds })

describe('connecting', () => {
  test('a single account adds it at once and starts its sync', async () => {
    const ana = await it.signIn()
    expect(await ana.connect('ana@gmail.test')).toBe('/dashboard?connected=true')
    const [account, ...others] = await accountsOf(ana)
    expect(others).toEqual([])
    expect(account).toMatchObject({ accountId: SHOP, accountType: 'STANDARD', connected: true })
    expect(Number.isSafeInteger(Number(account?.id))).toBe(true)
    const open = await it.ctx.db
      .select()
      .from(jobs)
      .where(eq(jobs.uniqueKey, `sync:${account?.id}`))
    expect(open).toMatchObject([{ kind: 'sync-account', status: 'waiting' }])
  })

  test('Google is asked for a lasting grant, as whom, with PKCE and with what was granted before', async () => {
    const ana = await it.signIn()
    const { location } = await ana.ask('GET', '/api/google-ads/oauth/start')
    const { searchParams } = new URL(location)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      access_type: 'offline',
      prompt: 'consent select_account',
      include_granted_scopes: 'true',
      scope: 'https://www.googleapis.com/auth/adwords openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(searchParams.get('redirect_uri')).toMatch(/\/api\/google-ads\/oauth\/callback$/)
  })

  test('from the first steps leads back to them, however it ends', async () => {
    const begin = async (email: string, decision: 'allow' | 'deny') => {
      const user = await it.signIn()
      const start = await user.ask('GET', '/api/google-ads/oauth/start?next=onboarding')
      const back = new URL(await pressButton(start.location, email, decision))
      return (await user.ask('GET', back.pathname + back.search)).location
    }
    expect(await begin('ana@gmail.test', 'allow')).toBe('/onboarding?step=2&connected=true')
    expect(await begin('ana@gmail.test', 'deny')).toBe(
      '/onboarding?step=1&connect_error=access_denied',
    )
    expect(await begin('agencia@gmail.test', 'allow')).toMatch(
      /^\/dashboard\/connect\/[0-9a-f-]{36}\?next=onboarding$/,
    )
  })

  test('keeps the refresh token sealed and the e-mail readable', async () => {
    const ana = await it.signIn()
    await ana.connect('ana@gmail.test')
    const rows = await it.ctx.db
      .select()
      .from(googleConnections)
      .where(eq(googleConnections.userId, ana.caller.caller.userId))
    expect(rows).toMatchObject([{ googleEmail: 'ana@gmail.test', status: 'active' }])
    expect(rows[0]?.refreshTokenSealed).toMatch(/^v1\./)
  })

  test('through managers on several levels offers a choice and adds the managers too', async () => {
    const user = await it.signIn()
    const location = await user.connect('agencia@gmail.test')
    expect(location).toMatch(/^\/dashboard\/connect\/[0-9a-f-]{36}$/)
    const id = connectionIn(location)
    const offer = (await user.ask('GET', `/api/google-ads/connections/${id}`)).body as {
      accounts: OfferedAccount[]
      remainingInPlan: number
    }
    expect(offer).toMatchObject({ googleEmail: 'agencia@gmail.test', remainingInPlan: 20 })
    const offered = Object.fromEntries(offer.accounts.map((a) => [a.accountId, a]))
    expect(offered[CLINIC]).toMatchObject({ parentAccountId: REGION, unavailableReason: null })
    expect(offered[HOTEL]).toMatchObject({ parentAccountId: AGENCY, currencyCode: 'GBP' })
    expect(offered[CLOSED]).toMatchObject({ accountName: 'Cerrada', currencyCode: 'MXN' })
    expect(offered[CLOSED]?.unavailableReason).toContain('cancelada')
    expect(offered[REGION]).toMatchObject({ accountType: 'MCC', parentAccountId: AGENCY })

    expect((await add(user, id, [CLINIC, HOTEL])).body).toEqual({ added: 2 })
    const rows = await it.ctx.db
      .select()
      .from(adAccounts)
      .where(eq(adAccounts.userId, user.caller.caller.userId))
    const through = Object.fromEntries(rows.map((r) => [r.googleCustomerId, r.loginCustomerId]))
    // The hotel can be reached both ways: directly is preferred.
    expect(through).toEqual({ [CLINIC]: AGENCY, [HOTEL]: null, [REGION]: AGENCY, [AGENCY]: null })
    expect((await accountsOf(user)).map((a) => [a.accountId, a.parentAccountId])).toEqual([
      [CLINIC, REGION],
      [HOTEL, AGENCY],
      [AGENCY, null],
      [REGION, AGENCY],
    ])
    while (!it.google.requests().some((call) => call.path.includes(CLINIC)))
      expect(await runNextJob(it.ctx, syncJobs)).toBe(true)
    const clinicCalls = it.google.requests().filter((call) => call.path.includes(CLINIC))
    expect(clinicCalls.every((call) => call.loginCustomerId === AGENCY)).toBe(true)
  })

  test.each([
    // Google tells nothing of a closed account itself; a manager above it does.
    ['antigua@gmail.test', { accountName: `Cuenta ${CLOSED}`, currencyCode: null }],
    ['norte@gmail.test', { accountName: 'Cerrada', currencyCode: 'MXN', parentAccountId: REGION }],
  ])(
    'a closed account that %s opens itself is named as one, in no currency but its own',
    async (email, shown) => {
      const user = await it.signIn()
      await user.connect(email)
      const [connection] = await it.ctx.db
        .select()
        .from(googleConnections)
        .where(eq(googleConnections.userId, user.caller.caller.userId))
      const offer = await user.ask('GET', `/api/google-ads/connections/${connection!.id}`)
      const { accounts } = offer.body as { accounts: OfferedAccount[] }
      const closed = accounts.find(({ accountId }) => accountId === CLOSED)
      expect(closed).toMatchObject(shown)
      expect(closed?.unavailableReason).toContain('no se puede leer')
      expect((await add(user, connection!.id, [CLOSED])).status).toBe(422)
    },
  )

  test('one suspended manager below is named and stops nobody else', async () => {
    const user = await it.signIn()
    const id = connectionIn(await user.connect('grupo@gmail.test'))
    const { status, body } = await user.ask('GET', `/api/google-ads/connections/${id}`)
    expect(status).toBe(200)
    const { accounts } = body as { accounts: OfferedAccount[] }
    const reasons = Object.fromEntries(accounts.map((a) => [a.accountName, a.unavailableReason]))
    expect(reasons).toMatchObject({ Panadería: null, 'Zapatería Ñandú': null })
    expect(reasons.Suspendida).toBe(
      'La cuenta está cancelada o suspendida y no se puede leer; se reactiva en Google Ads. Sus subcuentas no se pueden ver.',
    )
    expect((await add(user, id, [BAKERY])).body).toEqual({ added: 1 })
  })

  test('adds only what Google offers, and what can be read', async () => {
    const user = await it.signIn()
    const id = connectionIn(await user.connect('agencia@gmail.test'))
    expect((await add(user, id, [SHOP])).status).toBe(422)
    expect((await add(user, id, [AGENCY])).status).toBe(422)
    expect((await add(user, id, [CLOSED])).status).toBe(422)
    expect((await add(user, id, [])).status).toBe(400)
    expect(await accountsOf(user)).toEqual([])
  })

  test('stays within the plan', async () => {
    const user = await it.signIn({ plan: 'basic' })
    const id = connectionIn(await user.connect('muchas@gmail.test'))
    const refused = await add(user, id, MANY.slice(0, 6))
    expect(refused).toMatchObject({ status: 403, body: { code: 'plan_limit' } })
    expect(await accountsOf(user)).toEqual([])
    expect((await add(user, id, MANY.slice(0, 5))).body).toEqual({ added: 5 })
    expect((await add(user, id, MANY.slice(0, 5))).body).toEqual({ added: 0 })
    expect(await user.connect('ana@gmail.test')).toBe('/dashboard?connect_error=plan_limit')
  })

  test('twice at once counts the limit once', async () => {
    const user = await it.signIn({ plan: 'basic' })
    const id = connectionIn(await user.connect('muchas@gmail.test'))
    const both = await Promise.all([
      add(user, id, MANY.slice(0, 4)),
      add(user, id, MANY.slice(3, 7)),
    ])
    expect(both.map((reply) => reply.status).toSorted()).toEqual([200, 403])
  })
})

test('what Google refuses beside the one account that can be read is told with it', async () => {
  const user = await it.signIn()
  expect(await user.connect('norte@gmail.test')).toBe(
    `/dashboard?connected=true&left_out=${CLOSED}-closed`,
  )
  expect((await accountsOf(user)).map(({ accountId }) => accountId)).toContain(CLINIC)
})

describe('a connection that does not come about', () => {
  test.each([
    ['nadie@gmail.test', 'no_accounts'],
    ['vacia@gmail.test', 'manager_without_children'],
    ['cerrada@gmail.test', 'closed'],
  ])('%s ends with %s and leaves nothing', async (email, code) => {
    const user = await it.signIn()
    expect(await user.connect(email)).toBe(`/dashboard?connect_error=${code}`)
    const left = await it.ctx.db
      .select()
      .from(googleConnections)
      .where(eq(googleConnections.userId, user.caller.caller.userId))
    expect(left).toEqual([])
  })

  test.each([
    ['two_step_missing', 'two_step'],
    ['project_not_approved', 'not_approved'],
    ['quota_exhausted', 'quota_spent'],
  ])('refused by Google as %s ends with %s', async (fault, code) => {
    const user = await it.signIn()
    it.google.faults.arm(fault, 5)
    expect(await user.connect('ana@gmail.test')).toBe(`/dashboard?connect_error=${code}`)
  })

  test('denied', async () => {
    const user = await it.signIn()
    expect(await user.connect('ana@gmail.test', 'deny')).toBe(
      '/dashboard?connect_error=access_denied',
    )
  })

  test('with the box of Google Ads left empty on the consent page', async () => {
    const user = await it.signIn()
    const { location } = await user.ask('GET', '/api/google-ads/oauth/start')
    const back = new URL(await pressButton(location, 'ana@gmail.test', 'allow', [ADWORDS_SCOPE]))
    expect((await user.ask('GET', back.pathname + back.search)).location).toBe(
      '/dashboard?connect_error=access_denied',
    )
  })

  test('while Google fails', async () => {
    const user = await it.signIn()
    it.google.faults.arm('500', 5)
    expect(await user.connect('ana@gmail.test')).toBe('/dashboard?connect_error=vendor_failed')
    it.google.faults.clear()
    expect(await user.connect('ana@gmail.test')).toBe('/dashboard?connected=true')
  })

  test('with a state that is unknown, used, old or of another session', async () => {
    const [user, eva] = [await it.signIn(), await it.signIn()]
    const expired = '/dashboard?connect_error=state_expired'
    const callback = '/api/google-ads/oauth/callback'
    const back = async () => {
      const start = await user.ask('GET', '/api/google-ads/oauth/start')
      const url = new URL(await pressButton(start.location, 'ana@gmail.test', 'allow'))
      return url.pathname + url.search
    }
    expect((await user.ask('GET', `${callback}?state=x&code=y`)).location).toBe(expired)
    expect((await user.ask('GET', callback)).location).toBe(expired)
    const foreign = await back()
    expect((await eva.ask('GET', foreign)).location).toBe(expired)
    const old = await back()
    it.clock.advance(11 * 60_000)
    expect((await user.ask('GET', old)).location).toBe(expired)
    const used = await back()
    expect((await user.ask('GET', used)).location).toBe('/dashboard?connected=true')
    expect((await user.ask('GET', used)).location).toBe(expired)
    expect(await accountsOf(eva)).toEqual([])
  })

  test('for visitors and for users without a subscription', async () => {
    const start = await it.app.inject({ url: '/api/google-ads/oauth/start' })
    expect(start.headers.location).toBe('/login')
    const inactive = await it.signIn({ isActive: false })
    expect((await inactive.ask('GET', '/api/google-ads/oauth/start')).location).toBe('/subscribe')
    expect((await inactive.ask('GET', '/api/google-accounts')).status).toBe(403)
  })
})

describe('disconnecting', () => {
  test('the last account gives the grant back and keeps the data 30 days', async () => {
    const ana = await it.signIn()
    await ana.connect('ana@gmail.test')
    await ana.connect('ana@gmail.test')
    const revocations = () =>
      it.google.requests().filter((c) => c.path.startsWith('/revoke')).length
    const giveBack = () => runDueJobs(it.ctx, grantJobs)
    // Those of other tests.
    await giveBack()
    const before = revocations()
    // Others in this file are connected through the same identity, whose grant they need.
    await it.ctx.db
      .update(googleConnections)
      .set({ status: 'revoked' })
      .where(ne(googleConnections.userId, ana.caller.caller.userId))
    expect((await ana.ask('DELETE', `/api/google-accounts/${SHOP}`)).status).toBe(200)
    await giveBack()
    expect(revocations()).toBe(before + 1)
    const [account] = await accountsOf(ana)
    expect(account).toMatchObject({ connected: false })

    it.clock.advance(29 * 86_400_000)
    await deleteExpiredAccounts(it.ctx)
    expect(await accountsOf(ana)).toHaveLength(1)
    expect(await ana.connect('ana@gmail.test')).toBe('/dashboard?connected=true')
    expect((await accountsOf(ana))[0]).toMatchObject({ id: account?.id, connected: true })

    await ana.ask('DELETE', `/api/google-accounts/${SHOP}`)
    const customerId = Number(account?.id)
    const sums = {
      impressions: 1,
      clicks: 1,
      cost_micros: 1,
      conversions_micros: 0,
      value_micros: 0,
    }
    for (const day of ['2025-01-01', '2026-11-01'])
      await it.ctx.db.insert(accountDay).values({ customerId, day, ...sums })
    it.clock.advance(31 * 86_400_000)
    await deleteExpiredAccounts(it.ctx)
    const owned = eq(adAccounts.customerId, customerId)
    expect(await it.ctx.db.select().from(adAccounts).where(owned)).toEqual([])
    const facts = eq(accountDay.customerId, customerId)
    expect(await it.ctx.db.select().from(accountDay).where(facts)).toEqual([])
  })

  test('a manager takes its accounts along; the last account takes its managers', async () => {
    const user = await it.signIn()
    const id = connectionIn(await user.connect('agencia@gmail.test'))
    await add(user, id, [CLINIC, HOTEL])
    await user.ask('DELETE', `/api/google-accounts/${REGION}`)
    const connected = async () =>
      (await accountsOf(user)).filter((a) => a.connected).map((a) => a.accountId)
    expect((await connected()).toSorted()).toEqual([AGENCY, HOTEL])
    await user.ask('DELETE', `/api/google-accounts/${HOTEL}`)
    expect(await connected()).toEqual([])
  })

  test('what belongs to another tenant is not found', async () => {
    const [user, eva] = [await it.signIn(), await it.signIn()]
    const id = connectionIn(await user.connect('agencia@gmail.test'))
    await add(user, id, [HOTEL])
    expect((await eva.ask('DELETE', `/api/google-accounts/${HOTEL}`)).status).toBe(404)
    expect((await eva.ask('GET', `/api/google-ads/connections/${id}`)).status).toBe(404)
    expect((await add(eva, id, [HOTEL])).status).toBe(404)
    expect((await accountsOf(user)).every((account) => account.connected)).toBe(true)
  })
})
