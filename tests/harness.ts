import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import {
  type RunningSimulators,
  type SimulatorOptions,
  startSimulators,
} from '../simulators/start.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import type { Context } from '../src/platform/context.ts'
import { sessions, users } from '../src/platform/db/schema/access.ts'
import type { Exchange } from '../src/platform/http.ts'
import { openLogIn } from '../src/platform/log-in.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import { buildApp } from '../src/server/app.ts'
import { runEverythingDue } from '../src/server/jobs.ts'
import { openTestContext, TEST_NOW } from './database.ts'

/** The whole product through real HTTP shapes: own database, own simulators, own clock. */
export type TestApp = {
  app: Awaited<ReturnType<typeof buildApp>>
  ctx: Context
  clock: Clock
  simulators: RunningSimulators
  signIn: (options?: Partial<NewUser>) => Promise<Person>
  runJobs: () => Promise<void>
}

type NewUser = {
  role: 'user' | 'admin'
  isActive: boolean
  plan: 'basic' | 'premium' | 'enterprise' | null
}

export type Person = {
  userId: string
  email: string
  cookie: string
  get: (url: string) => Promise<Answer>
  send: (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => Promise<Answer>
}

export type Answer = {
  status: number
  headers: Record<string, unknown>
  body: unknown
  text: string
}

export const PASSWORD = 'contrasena-de-prueba'
/** Made once for all: it is slow on purpose. */
let passwordHash: Promise<string> | undefined

export type TestOptions = {
  environment?: Record<string, string>
  /** Whether the pages of the simulated advertisers are looked at: a look after every sync is in the way elsewhere. */
  looksAtPages?: boolean
  simulators?: Pick<SimulatorOptions, 'world' | 'timeoutMs' | 'stripe'> | undefined
}

/** Opens the product before a test file's tests and closes it after them. */
export function testApp(options: TestOptions = {}): TestApp {
  const opened = {} as TestApp & { close: () => Promise<void> }
  beforeAll(async () => {
    Object.assign(opened, await startTestApp(options))
  }, 300_000)
  afterAll(() => opened.close?.())
  return opened
}

export async function startTestApp(options: TestOptions = {}) {
  // The simulators need the clock before the context exists, and both must tell the same time.
  const clock = systemClock(TEST_NOW.getTime() - Date.now())
  const stripe = { checksShapes: true, ...options.simulators?.stripe }
  const simulators = await startSimulators({ clock, seed: 1, ...options.simulators, stripe })
  const opened = await openTestContext({
    ...simulators.environment,
    ...(options.looksAtPages && simulators.webEnvironment),
    ...options.environment,
  })
  const ctx: Context = { ...opened.ctx, clock }
  const app = await buildApp(ctx)
  return {
    app,
    ctx,
    clock,
    simulators,
    signIn: (user: Partial<NewUser> = {}) => signIn(app, ctx, user),
    runJobs: () => runEverythingDue(ctx),
    close: async () => {
      await app.close()
      await opened.close()
      await simulators.close()
    },
  }
}

async function signIn(app: TestApp['app'], ctx: Context, user: Partial<NewUser>): Promise<Person> {
  const userId = randomUUID()
  const email = `${userId}@prueba.test`
  passwordHash ??= hashPassword(PASSWORD)
  const [person] = await ctx.db
    .insert(users)
    .values({
      id: userId,
      email,
      name: 'Persona de Prueba',
      passwordHash: await passwordHash,
      role: user.role ?? 'user',
      isActive: user.isActive ?? true,
      plan: user.plan === undefined ? 'premium' : user.plan,
      createdAt: ctx.clock.now(),
    })
    .returning()
  const cookie = await logIn(ctx, person as typeof users.$inferSelect)
  const ask = async (request: InjectOptions): Promise<Answer> => {
    const reply = await app.inject({ ...request, headers: { cookie, ...request.headers } })
    const isJson = String(reply.headers['content-type']).includes('json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: isJson ? reply.json() : null,
      text: reply.body,
    }
  }
  return {
    userId,
    email,
    cookie,
    get: (url) => ask({ method: 'GET', url }),
    send: (method, url, body) =>
      ask({ method, url, ...(body !== undefined && { payload: body as object }) }),
  }
}

/** Answers the cookie. The last step of a log-in by itself: looking at the password is slow on purpose, and has tests of its own. */
async function logIn(ctx: Context, user: typeof users.$inferSelect): Promise<string> {
  const cookies: string[] = []
  // What the step reads of a request, and all that it does to a reply.
  const exchange = {
    origin: ctx.config.appOrigin ?? '',
    // From an address of their own: what is tried from elsewhere counts against them.
    request: { ip: ownAddress(), cookies: {}, headers: { 'user-agent': 'lightMyRequest' } },
    reply: { setCookie: (name: string, value: string) => cookies.push(`${name}=${value}`) },
  } as unknown as Exchange
  const sessionHash = await openLogIn(ctx, exchange, user)
  // As if the password had been given again: what asks for it has tests of its own.
  await ctx.db
    .update(sessions)
    .set({ confirmedAt: ctx.clock.now() })
    .where(eq(sessions.tokenHash, sessionHash))
  const [session = ''] = cookies
  return session
}

function ownAddress(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}
