import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#platform/db/handles.ts'
import { googleConnections } from '#platform/db/schema/access.ts'
import { totpSecrets } from '#platform/db/schema/identity.ts'
import { openVault } from '#platform/secrets.ts'
import { testApp } from '../../../tests/harness.ts'
import { resealAll } from '../reseal.ts'
import { runChecks } from './finding.ts'
import { storageChecks } from './storage-checks.ts'
import { unheardEvents, vendorChecks } from './vendor-checks.ts'

const it = testApp()
const look = async (change: Partial<typeof it.ctx> = {}) => {
  const results = await runChecks({ ...it.ctx, ...change }, [...storageChecks, ...vendorChecks])
  return new Map(results.map(({ name, ...finding }) => [name, finding]))
}

test('where all is well nothing is bad, and what cannot be tried is said', async () => {
  const found = await look()
  expect([...found.values()].filter(({ state }) => state === 'bad')).toEqual([])
  expect(found.get('Correo')?.state).toBe('good')
  expect(found.get('Precios de Stripe')?.state).toBe('good')
  expect(found.get('Google Ads')?.text).toContain('Nadie ha conectado')
})

test('each thing that is wrong is named', async () => {
  const { config } = it.ctx
  const { userId } = await it.signIn()
  await it.ctx.db.insert(googleConnections).values({
    id: randomUUID(),
    userId,
    googleEmail: 'a@x.es',
    refreshTokenSealed: openVault({ encryptionKey: '7'.repeat(64), dataDir: '' }).seal('x'),
    status: 'active',
    createdAt: it.clock.now(),
  })
  const prices = { ...config.stripe.prices, premium: 'price_gone' }
  // The simulator's monthly price, taken for an annual one.
  const yearPrices = { basic: 'price_basic' }
  const found = await look({
    config: {
      ...config,
      smtpUrl: 'smtp://127.0.0.1:1',
      stripe: { ...config.stripe, prices, yearPrices },
    },
  })
  const bad = [...found].filter(([, { state }]) => state === 'bad').map(([name]) => name)
  expect(bad).toEqual(['Claves de cifrado', 'Correo', 'Precios de Stripe', 'Google Ads'])
  expect(found.get('Precios de Stripe')?.text).toMatch(
    /Básico anual \(price_basic\): .*90 €.*no es de un año.*Premium \(price_gone\): Stripe no lo conoce/s,
  )
  expect(found.get('Claves de cifrado')?.text).toContain('1 permiso de Google')
})

test('Stripe that is not reached, or does not take the key, is named as that by both of its checks', async () => {
  const { config } = it.ctx
  const stripe = (change: object) =>
    look({ config: { ...config, stripe: { ...config.stripe, ...change } } })
  const away = await stripe({ apiBase: 'http://127.0.0.1:1' })
  const locked = await stripe({ secretKey: 'rk_otra' })
  for (const check of ['Precios de Stripe', 'Avisos de Stripe']) {
    expect(away.get(check)).toEqual({ state: 'bad', text: 'No se llega a Stripe.' })
    expect(locked.get(check)).toEqual({
      state: 'bad',
      text: expect.stringContaining('STRIPE_SECRET_KEY'),
    })
  }
})

test('events that Stripe was not told to send are named', () => {
  expect(unheardEvents(['*'])).toEqual([])
  expect(unheardEvents(['invoice.paid', 'invoice.payment_failed'])).toEqual([
    'checkout.session.completed',
    'customer.subscription.updated',
    'customer.subscription.deleted',
  ])
})

test('where nothing listens yet, that is said, and to what it is owed', async () => {
  const found = await look({ config: { ...it.ctx.config, appOrigin: 'https://127.0.0.1:1' } })
  expect(found.get('Dirección pública')).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('Nada atiende aún en 127.0.0.1:1'),
  })
})

test('of all that is sealed the doctor tells what an older key, or none, opens', async () => {
  const { userId } = await it.signIn()
  const keys = { encryptionKey: '7'.repeat(64), dataDir: '' }
  await it.ctx.db.insert(totpSecrets).values({
    userId,
    secretSealed: openVault(keys).seal('x'),
    lastStep: 0,
    createdAt: it.clock.now(),
  })
  expect((await look()).get('Claves de cifrado')?.text).toContain('1 segundo factor')
  const both = { ...keys, encryptionKey: '0'.repeat(64), olderEncryptionKeys: ['7'.repeat(64)] }
  const old = (await look({ vault: openVault(both) })).get('Claves de cifrado')
  expect([old?.state, old?.text.includes('1 segundo factor')]).toEqual(['notice', true])
  // What no key opens keeps nothing else from being sealed anew.
  expect(await resealAll(it.ctx)).toBe(0)
})

test('a database that gave us no reader is told apart, and what it lacks', async () => {
  expect((await look()).get('Muro entre cuentas')?.state).toBe('good')
  const wallFault = 'permission denied to set role "pujante_reader"'
  const found = await look({ storage: { ...it.ctx.storage, wallFault } })
  expect(found.get('Muro entre cuentas')).toMatchObject({ state: 'notice' })
  expect(found.get('Muro entre cuentas')?.text).toMatch(
    /permission denied.*grant pujante_reader to ".*cada nodo/,
  )
})

test.skipIf(!process.env.TEST_DATABASE_URL).each([
  ['postgres', 'notice'],
  ['db.ejemplo.es', 'bad'],
  ['[fd00::1]', 'bad'],
])('a database at %s that is not spoken to in cipher: %s', async (host, state) => {
  const config = { ...it.ctx.config, databaseUrl: `postgres://pujante@${host}/pujante` }
  expect((await look({ config })).get('TLS de la base de datos')?.state).toBe(state)
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'sessions without a limit of time are told of',
  async () => {
    expect((await look()).get('Ajustes de las sesiones')?.text).toContain('2min')
    await it.ctx.db.transaction(async (db) => {
      await db.execute(sql`set local statement_timeout = 0`)
      const found = (await look({ db: db as unknown as Db })).get('Ajustes de las sesiones')
      expect([found?.state, found?.text.includes('PgBouncer')]).toEqual(['notice', true])
    })
  },
)

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'tables of a newer version than the program are told of, once the way led back',
  async () => {
    expect((await look()).get('Base de datos')?.state).toBe('good')
    await it.ctx.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`,
    )
    const found = (await look()).get('Base de datos')
    await it.ctx.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
    expect([found?.state, found?.text]).toEqual(['notice', expect.stringContaining('más nueva')])
  },
)
