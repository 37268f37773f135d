import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page, request } from '@playwright/test'
import { copyFilledAccounts, HISTORY_DAYS } from './filled-accounts.ts'

export { expect } from '@playwright/test'

/**
 * The real program in a process of its own, on a copy of the filled data folder; every story of a worker shares it.
 */
export type Product = {
  url: string
  /** `/__dev` of the demonstration environment: moves the clock, arms faults. */
  dev: (control: 'clock' | 'faults' | 'sync', body: object) => Promise<void>
  /** What the program has printed so far. */
  log: () => string
  /** Logging in again and again would meet the rate limit. */
  sessions: Map<Name, Cookie>
}

type Name = keyof typeof PEOPLE
type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

type Stories = {
  /** Errors in the console or the program's log that a story provokes on purpose, e.g. by an upload that is refused. */
  expectedErrors: RegExp[]
}

const ROOT = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 300_000
/** The first program of a run fills the accounts, which a busy machine takes minutes for. */
const FILL_TIMEOUT_MS = 900_000

type Programs = {
  product: Product
  world: string
  /** Added to the program's environment. */
  environment: Record<string, string>
}

export const test = base.extend<Stories, Programs>({
  world: ['shared', { option: true, scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright is told that nothing else is needed
  environment: [async ({}, use) => use({}), { scope: 'worker' }],
  product: [
    // Another world is another worker, and so another program with a clock of its own.
    async ({ world: _world, environment }, use) => {
      const { product, stop } = await startProduct(environment)
      await use(product)
      await stop()
    },
    { scope: 'worker', timeout: FILL_TIMEOUT_MS + START_TIMEOUT_MS },
  ],
  baseURL: ({ product }, use) => use(product.url),
  expectedErrors: [[], { option: true }],
  page: async ({ page, product, expectedErrors }, use, story) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
    })
    waitForProgram(page)
    const before = product.log().length
    await use(page)
    errors.push(...product.log().slice(before).split('\n').filter(isFault))
    if (story.status !== story.expectedStatus)
      await story.attach('server', { body: product.log(), contentType: 'text/plain' })
    const unexpected = errors.filter((error) => !expectedErrors.some((known) => known.test(error)))
    expect(unexpected, 'errors in the browser or the program').toEqual([])
  },
})

/** A line of the program or its simulators that tells of a fault in the code: what vendors and users cause is a warning. */
function isFault(line: string): boolean {
  if (/"level":[56]0/.test(line)) return true
  // A job that fails for any reason only warns; without a line, or cut off, fetch() says TypeError.
  return /\b(Type|Reference|Range)Error\b/.test(line) && !/fetch failed|terminated/.test(line)
}

/** A page that comes drawn answers to nothing until the program has taken its place; who asks only for a commit looks at just that. */
function waitForProgram(page: Page) {
  const takenOver = () => expect(page.locator('#root[inert]')).toHaveCount(0)
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    if (options?.waitUntil !== 'commit') await takenOver()
    return answer
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const answer = await reload(options)
    await takenOver()
    return answer
  }
}

export const PEOPLE = {
  demo: { email: 'demo@pujante.test', password: 'demo-pujante-2026' },
  admin: { email: 'admin@pujante.test', password: 'admin-pujante-2026' },
} as const

/** Logs in without the form. */
export async function signIn(page: Page, { url, sessions }: Product, who: Name) {
  const known = sessions.get(who)
  if (known) {
    await page.context().addCookies([known])
    // Another story may have given its password again, which renews the session.
    if ((await page.request.get('/api/auth/me')).ok()) return
  }
  // A log-in ends the session that the browser brings, which another story goes by.
  await page.context().clearCookies()
  const answer = await page.request.post('/api/auth/login', {
    data: PEOPLE[who],
    headers: { origin: url },
  })
  expect(answer.status()).toBe(200)
  const cookie = (await page.context().cookies(url)).find(({ name }) => name === 'sid')
  if (cookie) sessions.set(who, cookie)
}

async function startProduct(
  environment: Record<string, string>,
): Promise<{ product: Product; stop: () => Promise<void> }> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT })
  const dataDir = mkdtempSync(join(tmpdir(), 'pujante-e2e-'))
  await copyFilledAccounts(dataDir)
  const child = spawn(process.execPath, ['dist/server/serve.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      GOOGLE_ADS_HISTORY_DAYS: HISTORY_DAYS,
      DEMO_HISTORY: '0',
      // However busy the machine is.
      FIRST_VIEW_WITHIN_MS: '60000',
      ...environment,
    },
    // With the channel the program ends by itself should this process be killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      log += text
    })
  const stop = async () => {
    const gone = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
  const url = await untilServing(() => log).catch(async (error) => {
    await stop()
    throw error
  })
  const sessions: Product['sessions'] = new Map()
  const dev: Product['dev'] = async (control, body) => {
    const api = await request.newContext()
    // All that comes due in a month may take longer than fetch() waits for a reply.
    const options = { data: body, headers: { origin: url }, timeout: 0 }
    const answer = await api.post(`${url}/__dev/${control}`, options)
    if (!answer.ok()) throw new Error(`${control}: ${answer.status()} ${await answer.text()}`)
    await api.dispose()
    if (control === 'clock') sessions.clear()
  }
  return { product: { url, dev, log: () => log, sessions }, stop }
}

/** The log-ins are printed last: then people, routes and accounts are there. */
async function untilServing(log: () => string): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    const [, url] = /atiende en (http\S+)[\s\S]*admin@/.exec(log()) ?? []
    if (url) return url
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`the product did not start:\n${log()}`)
}
