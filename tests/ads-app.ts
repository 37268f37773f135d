import { randomUUID } from 'node:crypto'
import cookies from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { World } from '../simulators/google-ads/account-source.ts'
import {
  type GoogleAdsSimulator,
  startGoogleAdsSimulator,
} from '../simulators/google-ads/server.ts'
import { grantJobs } from '../src/account-data/give-back-grant.ts'
import { mountAccounts } from '../src/features/accounts/routes.ts'
import { syncJobs } from '../src/features/sync/jobs.ts'
import { mountSync } from '../src/features/sync/routes.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { CallerContext, Context } from '../src/platform/context.ts'
import { sessions, users } from '../src/platform/db/schema/access.ts'
import { handleErrors } from '../src/platform/http.ts'
import { runDueJobs } from '../src/platform/jobs.ts'
import { hashToken, newToken } from '../src/platform/secrets.ts'
import { openTestContext } from './database.ts'

/** The Google Ads side of the product alone, against a world of the test's own making. */
export type AdsApp = {
  app: FastifyInstance
  ctx: Context
  clock: Clock
  google: GoogleAdsSimulator
  runJobs: () => Promise<void>
  signIn: (options?: { plan?: 'basic' | 'premium'; isActive?: boolean }) => Promise<AdsPerson>
}

export type AdsPerson = {
  caller: CallerContext
  cookie: string
  ask: (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) => Promise<Reply>
  /** Presses 'allow' (or 'deny') as this Google identity; answers where the browser ends up. */
  connect: (email: string, decision?: 'allow' | 'deny') => Promise<string>
}

type Reply = { status: number; location: string; body: unknown }

const ORIGIN = 'http://localhost'

export function adsApp(world: World, environment: Record<string, string> = {}): AdsApp {
  const opened = {} as AdsApp & { close: () => Promise<void> }
  beforeAll(async () => {
    Object.assign(opened, await startAdsApp(world, environment))
  })
  afterAll(() => opened.close?.())
  return opened
}

async function startAdsApp(world: World, environment: Record<string, string>) {
  const present: { clock?: Clock } = {}
  const google = await startGoogleAdsSimulator({
    world,
    clock: { now: () => present.clock?.now() ?? new Date(0) },
  })
  const opened = await openTestContext({
    GOOGLE_ADS_API_BASE: google.baseUrl,
    GOOGLE_OAUTH_BASE: google.baseUrl,
    GOOGLE_ADS_CLIENT_ID: 'pujante',
    GOOGLE_ADS_CLIENT_SECRET: 'secreto',
    ...environment,
  })
  const { ctx, clock } = opened
  present.clock = clock
  const app = Fastify()
  handleErrors(app)
  await app.register(cookies)
  const mount = { app, ctx, originOf: () => ORIGIN }
  mountAccounts(mount)
  mountSync(mount)
  return {
    app,
    ctx,
    clock,
    google,
    runJobs: () => runDueJobs(ctx, [...syncJobs, ...grantJobs]),
    signIn: (options = {}) => signIn(app, ctx, options),
    close: async () => {
      await app.close()
      await opened.close()
      await google.close()
    },
  } satisfies AdsApp & { close: () => Promise<void> }
}

async function signIn(
  app: FastifyInstance,
  ctx: Context,
  options: { plan?: 'basic' | 'premium'; isActive?: boolean },
): Promise<AdsPerson> {
  const { plan = 'premium', isActive = true } = options
  const userId = randomUUID()
  const now = ctx.clock.now()
  const inAWeek = new Date(now.getTime() + 400 * 86_400_000)
  await ctx.db.insert(users).values({
    id: userId,
    email: `${userId}@prueba.test`,
    name: 'Prueba',
    passwordHash: '-',
    role: 'user',
    isActive,
    plan,
    createdAt: now,
  })
  const token = newToken()
  const sessionHash = hashToken(token)
  await ctx.db.insert(sessions).values({
    tokenHash: sessionHash,
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: inAWeek,
    endsAt: inAWeek,
  })
  const cookie = `sid=${token}`
  const ask: AdsPerson['ask'] = async (method, url, body) => {
    const reply = await app.inject({
      method,
      url,
      headers: { cookie },
      ...(body && { payload: body }),
    })
    const isJson = String(reply.headers['content-type']).includes('json')
    return {
      status: reply.statusCode,
      location: String(reply.headers.location ?? ''),
      body: isJson ? reply.json() : reply.body,
    }
  }
  return {
    caller: {
      ...ctx,
      caller: { userId, role: 'user', isActive, plan, sessionHash, readOnly: false },
    },
    cookie,
    ask,
    connect: async (email, decision = 'allow') => {
      const start = await ask('GET', '/api/google-ads/oauth/start')
      const back = await pressButton(start.location, email, decision)
      return (await ask('GET', back.slice(ORIGIN.length))).location
    },
  }
}

/** The consent page's form; answers the address Google sends the browser back to. */
export async function pressButton(
  consentUrl: string,
  email: string,
  decision: 'allow' | 'deny',
  withheld: readonly string[] = [],
) {
  const body = new URLSearchParams({ email, decision })
  for (const scope of withheld) body.append('withheld', scope)
  const answer = await fetch(consentUrl, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  return answer.headers.get('location') ?? ''
}
