import { randomUUID } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type RunningSimulators, startSimulators } from '../simulators/start.ts'
import type {
  AppliedRecommendation,
  Recommendation,
} from '../src/features/recommendations/contract/recommendations.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { openStorage } from '../src/platform/db/client.ts'
import { users } from '../src/platform/db/schema/access.ts'
import { accountChanges } from '../src/platform/db/schema/changes.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import { openContext } from '../src/server/open-context.ts'
import { askGoogle } from './ask-google.ts'
import { TEST_NOW } from './database.ts'
import { type KillableProgram, startProgram } from './killable-program.ts'
import { lossyProxy } from './lossy-proxy.ts'
import { copyReadShop, giveShop, HISTORY, IDENTITY, SHOP } from './read-shop.ts'

// The real program, killed while a change is on its way to Google, and started again on the same folder: its log must
// tell what Google has. Google lives on in this process.
const PERSON = { email: 'ana@prueba.test', password: 'contrasena-de-prueba' }
const SETTINGS = { LOG_LEVEL: 'warn', ENCRYPTION_KEY: '0'.repeat(64) }
const WAIT = { timeout: 90_000, interval: 250 }

const proxy = await lossyProxy()
const dataDir = mkdtempSync(join(tmpdir(), 'killed-'))
const compiled = mkdtempSync(join(tmpdir(), 'killed-compiled-'))
let clock: Clock
let google: RunningSimulators
let program: KillableProgram
let cookie = ''

beforeAll(async () => {
  clock = systemClock(TEST_NOW.getTime() - Date.now())
  google = await startSimulators({ clock, seed: 1 })
  proxy.passTo(google.googleAds.baseUrl)
  await copyReadShop(dataDir)
  // The program's own clock, which stands in its folder.
  mkdirSync(join(dataDir, 'simulators'), { recursive: true })
  const offsetMs = clock.now().getTime() - Date.now()
  writeFileSync(join(dataDir, 'simulators/clock.json'), JSON.stringify({ offsetMs }))
  const { ctx, close } = await openContext(readConfig({ ...SETTINGS, DATA_DIR: dataDir }), {
    clock,
  })
  const userId = randomUUID()
  await ctx.db.insert(users).values({
    id: userId,
    email: PERSON.email,
    name: 'Ana',
    passwordHash: await hashPassword(PERSON.password),
    role: 'user',
    isActive: true,
    plan: 'premium',
    createdAt: clock.now(),
  })
  await giveShop(ctx, userId, google.grantGoogle(IDENTITY))
  await close()
  await start()
  const logIn = await ask('POST', '/api/auth/login', PERSON)
  cookie = logIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  await atRest()
}, 600_000)

beforeEach(async () => {
  if (!program.isRunning()) await start()
})
afterEach(() => {
  google.googleAds.faults.clear()
  proxy.mode = 'pass'
})
afterAll(async () => {
  await program?.kill()
  await google?.close()
  for (const folder of [dataDir, compiled]) rmSync(folder, { recursive: true, force: true })
})

test('a recommendation, before Google’s answer comes', async () => {
  const one = await pick(isOfNegatives)
  google.armFault('google-ads', 'late_answer', 1)
  await killedWhile('/aplicar', one, () => has(one))
  expect(await logged(one)).toEqual(one.operations.map(() => 'sent'))

  await start()
  await expect.poll(() => stateOf(one), WAIT).toBe('aplicada')
  expect(await has(one)).toBe(true)
  expect(proxy.mutations, 'not sent again').toBe(1)
  expect((await ask('POST', `/api/recomendaciones/${one.id}/aplicar`, RESULT)).status).toBe(409)

  await read('POST', `/api/recomendaciones/${one.id}/deshacer`)
  expect(await has(one)).toBe(false)
  await program.kill()
  expect(await logged(one)).toEqual(one.operations.map(() => 'done, undone'))
})

test('a recommendation, after Google’s answer and before it is written down; then its undoing', async () => {
  const one = await pick(isOfBudgets)
  // The program has read the answer once it asks how things look now.
  proxy.onMutate = () => google.googleAds.faults.arm('timeout', 1, ':searchStream')
  await killedWhile('/aplicar', one, () => struck('timeout'))
  google.googleAds.faults.clear()
  expect(await logged(one)).toEqual(one.operations.map(() => 'sent'))
  expect(await has(one)).toBe(true)

  await start()
  await expect.poll(() => stateOf(one), WAIT).toBe('aplicada')
  expect(proxy.mutations, 'not sent again').toBe(1)

  google.armFault('google-ads', 'late_answer', 1)
  await killedWhile('/deshacer', one, async () => !(await has(one)))
  await start()
  await expect.poll(() => stateOf(one), WAIT).toBe('deshecha')
  expect(await has(one)).toBe(false)
  await program.kill()
  expect(await logged(one)).toEqual(one.operations.map(() => 'done, undone'))
})

test('a recommendation that never reached Google: not made, but said only when that is certain', async () => {
  const one = await pick(isOfNegatives)
  proxy.mode = 'swallow'
  await killedWhile('/aplicar', one, () => proxy.mutations === 1)
  proxy.mode = 'pass'
  await startAndLook()
  expect(await stateOf(one), 'Google may still be at it').toBe('aplicando')
  await advance(11)
  await expect.poll(() => stateOf(one), WAIT).toBe('no_se_pudo')
  expect(await has(one)).toBe(false)
  await program.kill()
  expect(await logged(one)).toEqual(one.operations.map(() => 'failed'))
  await start()
  await read('POST', `/api/recomendaciones/${one.id}/aplicar`, RESULT)
  expect(await has(one)).toBe(true)
  await read('POST', `/api/recomendaciones/${one.id}/deshacer`)
})

test('a negative by hand, before Google’s answer comes', async () => {
  const text = 'prueba de respuesta tardía'
  google.armFault('google-ads', 'late_answer', 1)
  await killedWhileAdding(text, async () => (await negatives(text)) === 1)
  expect(await loggedAs(text)).toEqual(['sent'])

  await start()
  await expect.poll(() => shownAs(text), WAIT).toMatchObject({ canUndo: true, undoneAt: null })
  expect(await negatives(text)).toBe(1)
  expect((await add(text)).status, 'it is there already').toBe(409)
  const { changeId } = (await shownAs(text))!
  google.armFault('google-ads', 'late_answer', 1)
  const undone = ask('POST', `/api/changes/${changeId}/deshacer`)
  await killedOnce(undone, async () => (await negatives(text)) === 0)
  expect(await loggedAs(text), 'as far as the program knows').toEqual(['done'])
  await start()
  await expect.poll(() => shownAs(text), WAIT).toMatchObject({ canUndo: false })
  expect((await shownAs(text))?.undoneAt).not.toBeNull()
  expect(await negatives(text)).toBe(0)
})

test('a negative by hand that Google makes when the program is up again', async () => {
  const text = 'prueba de cambio tardío'
  google.armFault('google-ads', 'late_change', 1)
  await killedWhileAdding(text, () => struck('late_change'))
  await startAndLook()
  await program.kill()
  expect(await negatives(text)).toBe(0)
  expect(await loggedAs(text), 'not there yet is not “not made”').toEqual(['unknown'])

  google.googleAds.faults.clear()
  await expect.poll(() => negatives(text), WAIT).toBe(1)
  await start()
  await expect.poll(() => shownAs(text), WAIT).toMatchObject({ canUndo: true })
  expect(proxy.mutations, 'not sent again').toBe(1)
})

test('what was compiled waits for the next start, though no program ended by itself', async () => {
  await program.kill()
  expect(globSync(join(compiled, '*/*')).length).toBeGreaterThan(200)
})

const RESULT = { resultado: {} }

type Negative = { campaign?: string; adGroup?: string; keyword: { text: string } }
type Operation = {
  campaignBudgetOperation?: { update: { resourceName: string; amountMicros: string } }
  campaignCriterionOperation?: { create?: Negative }
  adGroupCriterionOperation?: { create?: Negative }
}
type Picked = { id: string; operations: Operation[] }

const isOfBudgets = (operation: Operation) => 'campaignBudgetOperation' in operation
const isOfNegatives = ({ campaignCriterionOperation: criterion }: Operation) =>
  criterion?.create?.keyword !== undefined

/** One that can be applied as things stand. */
async function pick(isWanted: (operation: Operation) => boolean): Promise<Picked> {
  await atRest()
  const pending = await read<Recommendation[]>('GET', `/api/recomendaciones/${SHOP}`)
  for (const { id, evidence } of pending) {
    const operations = (evidence.change?.operations ?? []) as Operation[]
    if (operations.length === 0 || !operations.every(isWanted)) continue
    const preview = await ask('GET', `/api/recomendaciones/${id}/cambio`)
    if (((await preview.json()) as { refusals: [] }).refusals?.length === 0)
      return { id, operations }
  }
  throw new Error('no such recommendation')
}

async function killedWhile(act: string, { id }: Picked, reached: () => unknown) {
  proxy.mutations = 0
  const lost = ask('POST', `/api/recomendaciones/${id}${act}`, act === '/aplicar' ? RESULT : {})
  await killedOnce(lost, reached)
}

async function killedWhileAdding(text: string, reached: () => unknown) {
  proxy.mutations = 0
  await killedOnce(add(text), reached)
}

async function killedOnce(lost: Promise<Response>, reached: () => unknown) {
  const end = lost.then(
    (answer) => answer.status,
    () => 'no answer',
  )
  await expect.poll(reached, { timeout: 60_000, interval: 20 }).toBe(true)
  await program.kill()
  expect(await end, 'it was still under way').toBe('no answer')
}

async function add(text: string): Promise<Response> {
  const campaigns = await read<{ campaign_id: string }[]>('GET', `/api/campaign-metrics/${SHOP}`)
  const path = `/api/campaigns/${campaigns[0]?.campaign_id}/negative-keywords`
  return await ask('POST', path, { level: 'campaign', text, matchType: 'EXACT' })
}

/** Whether Google has all that it changes, once; false where it has nothing of it. */
async function has({ operations }: Picked): Promise<boolean> {
  const found = await Promise.all(
    operations.map(async ({ campaignBudgetOperation: budget, campaignCriterionOperation }) => {
      if (!budget) return await negatives(campaignCriterionOperation?.create?.keyword.text ?? '')
      const { resourceName, amountMicros } = budget.update
      const rows = await ofGoogle(
        `SELECT campaign_budget.amount_micros FROM campaign_budget WHERE campaign_budget.resource_name = '${resourceName.replace('{customerId}', SHOP)}'`,
      )
      return rows.filter((row) => row.campaignBudget?.amountMicros === String(amountMicros)).length
    }),
  )
  const wanted = Map.groupBy(operations, (one) => JSON.stringify(one)).size
  expect(wanted).toBe(operations.length)
  expect([0, operations.length]).toContain(found.filter((count) => count > 0).length)
  return found.every((count) => count > 0)
}

async function negatives(text: string): Promise<number> {
  const rows = await ofGoogle(
    `SELECT campaign_criterion.resource_name FROM campaign_criterion WHERE campaign_criterion.negative = TRUE AND campaign_criterion.keyword.text = '${text}'`,
  )
  return rows.length
}

async function ofGoogle(query: string) {
  const rows = await askGoogle(google, IDENTITY, SHOP, query)
  return rows as { campaignBudget?: { amountMicros: string } }[]
}

const struck = (fault: string) => google.googleAds.requests().some((call) => call.fault === fault)

/** Starts it again, and waits until it has asked Google for what was left open. */
async function startAndLook() {
  const last = google.googleAds.requests().at(-1)
  await start()
  const isLook = ({ query = '' }) => /FROM campaign_criterion WHERE/.test(query)
  const later = () => {
    const calls = google.googleAds.requests()
    return calls.slice(last ? calls.indexOf(last) + 1 : 0)
  }
  await expect.poll(() => later().some(isLook), WAIT).toBe(true)
  // What it makes of the answer is written by then.
  await new Promise((done) => setTimeout(done, 2_000))
}

async function stateOf({ id }: Picked): Promise<string | undefined> {
  const path = `/api/recomendaciones-aplicadas/${SHOP}`
  const all = await read<AppliedRecommendation[]>('GET', path)
  return all.find((one) => one.id === id)?.estado_cambio
}

async function shownAs(text: string) {
  type Shown = { changeId: string; summary: string; canUndo: boolean; undoneAt: string | null }
  const all = await read<Shown[]>('GET', `/api/own-changes/${SHOP}`)
  return all.find(({ summary }) => summary.includes(text))
}

/** Of its latest application. */
async function logged({ id, operations }: Picked) {
  const rows = await logOnDisk((row) => row.recommendationId === id)
  return rows.slice(-operations.length)
}

const loggedAs = (text: string) => logOnDisk((row) => row.summary.includes(text))

/** Read from the folder while no other process has it open. */
async function logOnDisk(isWanted: (row: typeof accountChanges.$inferSelect) => boolean) {
  const { db, close } = await openStorage({ dataDir, databaseUrl: undefined })
  const rows = await db.select().from(accountChanges).orderBy(accountChanges.at)
  await close()
  return rows
    .filter(isWanted)
    .map(({ outcome, undoneAt }) => (undoneAt ? `${outcome}, undone` : outcome))
}

async function start() {
  program = await startProgram({
    ...SETTINGS,
    ...HISTORY,
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: compiled,
    ...google.environmentOf['google-ads'],
    GOOGLE_ADS_API_BASE: proxy.url,
  })
}

async function advance(minutes: number) {
  clock.advance(minutes * 60_000)
  await read('POST', '/__dev/clock', { advanceDays: minutes / 1_440 })
}

/** The account is read and judged, and nothing is under way. */
async function atRest() {
  const stream = await ask('GET', `/api/google-accounts/${SHOP}/sync`)
  await stream.text()
  type Silence = { isAnalysing: boolean; analysedAt: string | null }
  const judged = async () => {
    const silence = await read<Silence>('GET', `/api/recomendaciones/${SHOP}/silencio`)
    if (silence.isAnalysing || silence.analysedAt === null) throw new Error('not judged yet')
  }
  await vi.waitFor(judged, { timeout: 400_000, interval: 500 })
}

async function read<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const answer = await ask(method, path, body)
  const text = await answer.text()
  expect(answer.status, `${path} ${text.slice(0, 300)}`).toBe(200)
  return JSON.parse(text) as T
}

function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie,
      origin: program.url,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}
