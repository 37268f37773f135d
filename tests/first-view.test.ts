import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildFirstView } from '../scripts/build-first-view.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { buildApp } from '../src/server/app.ts'
import { dayInZone } from '../src/shared/dates.ts'
import type { DrawFirstView } from '../src/shared/first-view.ts'
import type { Person } from './harness.ts'
import { readShop, SHOP } from './read-shop.ts'

const ROOT = join(import.meta.dirname, '..')
const HOSTILE = `<script>alert(1)</script></script>"'><b style="x">`
const ACCOUNT = SHOP
const t = readShop()
const folder = mkdtempSync(join(tmpdir(), 'first-view-'))
let served: FastifyInstance
let draw: DrawFirstView
let owner: Person
let stranger: Person

beforeAll(async () => {
  await buildFirstView(ROOT, folder)
  const file = pathToFileURL(join(folder, 'first-view.js')).href
  draw = ((await import(file)) as { drawFirstView: DrawFirstView }).drawFirstView
  cpSync(join(ROOT, 'index.html'), join(folder, 'index.html'))
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'assets/start-12345678.js'), '')
  // However busy the machine is.
  const config = { ...t.ctx.config, firstViewWithinMs: 60_000 }
  served = await buildApp({ ...t.ctx, config }, { webRoot: folder, drawFirstView: draw })
  owner = t.owner
  stranger = await t.signIn()
  const named = { name: HOSTILE }
  await t.ctx.db.update(adAccounts).set(named).where(eq(adAccounts.googleCustomerId, ACCOUNT))
})
afterAll(async () => {
  await served.close()
  rmSync(folder, { recursive: true })
})

const page = (url: string, who?: Person, cookies = '') =>
  served.inject({
    url,
    headers: { accept: 'text/html', ...(who && { cookie: `${who.cookie}${cookies}` }) },
  })

const repliesIn = (html: string) => {
  const json = /<script type="application\/json" id="replies">(.*?)<\/script>/s.exec(html)?.[1]
  return JSON.parse(json ?? 'null') as Record<string, unknown>
}

describe('an account', () => {
  test('comes with its name, its figures and its recommendations drawn, and with what they are made of', async () => {
    const { body, headers, statusCode } = await page(`/dashboard/accounts/${ACCOUNT}`, owner)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(body).toContain('<div id="root" inert>')
    expect(body).toMatch(/Gasto<\/span><span[^>]*>[\d.]+,\d\d\s€/)
    expect(body).toContain('data-row=')
    const replies = repliesIn(body)
    expect(Object.keys(replies)).toContain('/api/google-accounts')
    expect(Object.keys(replies).join()).toMatch(/account-metrics/)
    // Too large to travel with the page, so it is asked for beside it.
    expect(replies).not.toHaveProperty(`/api/recomendaciones/${ACCOUNT}`)
    expect(body).toContain(`data-reads="/api/recomendaciones/${ACCOUNT} /api/account-trend/`)
    expect(body).toMatch(/data-program="[^"]+" data-files="[^"]+"/)
  })

  test('whose name is markup stays text wherever it stands', async () => {
    const { body } = await page(`/dashboard/accounts/${ACCOUNT}`, owner)
    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain('<b style')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(body.match(/<script/g)).toHaveLength(2)
    const accounts = repliesIn(body)['/api/google-accounts'] as { accountName: string }[]
    expect(accounts.map(({ accountName }) => accountName)).toContain(HOSTILE)
  })

  test('has no style in an attribute, which the page forbids', async () => {
    for (const url of ['/dashboard', `/dashboard/accounts/${ACCOUNT}`])
      expect((await page(url, owner)).body.split('id="replies"')[0]).not.toContain(' style="')
  })

  test('of another is not found, and nothing of it is in the page', async () => {
    const { body } = await page(`/dashboard/accounts/${ACCOUNT}`, stranger)
    expect(body).toContain('Cuenta no encontrada')
    expect(body).not.toContain('alert(1)')
    expect(repliesIn(body)['/api/google-accounts']).toEqual([])
  })
})

test("'Hoy' comes with its sentence and its rows", async () => {
  const { body } = await page('/dashboard', owner)
  expect(body).toMatch(/Hoy, (<!-- -->)?[a-záé]+ \d+ de/)
  expect(body).toContain('data-row=')
  expect(body).toContain('data-reads="/api/hoy"')
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  "'Hoy' is the day of the account's zone, not of the server: %s",
  async (timeZone) => {
    const named = { timeZone }
    await t.ctx.db.update(adAccounts).set(named).where(eq(adAccounts.googleCustomerId, ACCOUNT))
    const dayOf = () => Number(dayInZone(new Date(), timeZone).slice(-2))
    const before = dayOf()
    const { body } = await page('/dashboard', owner)
    const day = Number(/Hoy, (?:<!-- -->)?\S+ (\d+) de/.exec(body)?.[1])
    expect([before, dayOf()]).toContain(day)
  },
)

test.each([1, 0])(
  'what takes longer than the %i ms that a page waits is left to the browser',
  async (ms) => {
    const config = { ...t.ctx.config, firstViewWithinMs: ms }
    let asked = 0
    const counted: typeof draw = async (view) => {
      asked += 1
      return await draw(view)
    }
    const hurried = await buildApp(
      { ...t.ctx, config },
      { webRoot: folder, drawFirstView: counted },
    )
    const headers = { accept: 'text/html', cookie: owner.cookie }
    // Nothing is read before the page has come, however quick the machine.
    const body = await inTransaction(t.ctx, async ({ db }) => {
      await db.execute(sql`lock table sessions in access exclusive mode`)
      return (await hurried.inject({ url: '/dashboard', headers })).body
    })
    await hurried.close()
    expect(body).toBe(plainPage())
    expect(asked).toBe(ms)
  },
)

test('without a session, and on other screens, the page is the same for all', async () => {
  const plain = plainPage()
  for (const [url, who] of [
    ['/dashboard', undefined],
    ['/dashboard/settings', owner],
    ['/login', owner],
  ] as const) {
    const reply = await page(url, who)
    expect(reply.body).toBe(plain)
    expect(reply.headers['cache-control']).toBe('no-cache')
  }
  expect((await page('/dashboard', { ...owner, cookie: 'sid=unknown' })).body).toBe(plain)
})

test('who has no subscription gets no figures', async () => {
  const inactive = await t.signIn({ isActive: false })
  expect((await page('/dashboard', inactive)).body).not.toContain('id="replies"')
})

test('the look that was chosen is there before any script, and only a look', async () => {
  const { body } = await page('/dashboard', owner, '; theme=dark; density=compact')
  expect(body).toContain('<html lang="es" data-theme="dark" data-density="compact">')
  const junk = await page('/dashboard', owner, '; theme=dark%22%20onload=%22x')
  expect(junk.body).toContain('<html lang="es">')
})

test('what cannot be read keeps its place, and the browser is told to ask for it', async () => {
  const view = await draw({
    url: '/dashboard',
    isNarrow: false,
    read: async (address) => {
      if (address === '/api/hoy') throw new Error('late')
      return (await owner.get(address)).body
    },
  })
  expect(view?.left).toEqual(['/api/hoy'])
  expect(view?.body).toContain('Cargando recomendaciones')
})

test('what another request had loaded changes nothing in the page', async () => {
  const read = async (address: string) => (await owner.get(address)).body
  const url = `/dashboard/accounts/${ACCOUNT}`
  const drawn = async () => (await draw({ url, isNarrow: false, read }))?.body
  const first = await drawn()
  // Imports that the first drawing had begun would be done by now.
  await new Promise((done) => setTimeout(done, 500))
  const ages = /hace [\p{L}\d ]+/gu
  expect((await drawn())?.replace(ages, '')).toBe(first?.replace(ages, ''))
})

/** As it is built, with the word that the vendors are simulated here. */
function plainPage(): string {
  const built = readFileSync(join(ROOT, 'index.html'), 'utf8')
  return built.replace('<html lang="es">', '<html lang="es" data-simulated>')
}
