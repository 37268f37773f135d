import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { World } from './account-source.ts'
import { answerImage } from './ad-images.ts'
import { type CallNote, handleAdsApi } from './ads-api.ts'
import { type ArmedFault, Faults, faultError } from './faults.ts'
import { type Exchange, sendHtml, sendJson } from './http.ts'
import { handleOAuth, invalidGrant } from './oauth/endpoints.ts'
import { ANY_CLIENT, Grants } from './oauth/grants.ts'
import { restoreState, saveState } from './state-file.ts'
import { failure, GoogleError } from './wire/google-error.ts'

export type SimulatorOptions = {
  world: World
  host?: '127.0.0.1'
  /** 0 or unset: any free port. */
  port?: number
  /** The present of the accounts; may be moved forward. */
  clock: { now(): Date }
  /** The clock tokens expire by. Not the accounts' one: OAuth libraries count token lifetimes in real time. */
  tokenClock?: { now(): Date }
  /** JSON file for mutations and revoked grants; without it they end with the process. */
  statePath?: string
  appName?: string
  /** Checked by consent page and token endpoint only if given. */
  client?: { id: string; secret: string }
  /** How long 'timeout', 'late_answer' and 'late_change' hold an answer, and 'slow' delays it. */
  timeoutMs?: number
  slowMs?: number
}

export type LoggedCall = CallNote & {
  at: string
  method: string
  path: string
  loginCustomerId?: string
  status: number
  /** The simulator's own failure, which a cut stream cannot tell the client. */
  crash?: string
  requestId: string
}

export type GoogleAdsSimulator = {
  port: number
  baseUrl: string
  close(): Promise<void>
  faults: {
    arm(fault: string, times?: number, scope?: string): void
    clear(): void
    armed(): ArmedFault[]
  }
  /** The refresh token the consent page would have led to. @throws RangeError for an unknown identity. */
  grant(email: string): string
  /** As if the user had removed the app's access in their Google account. */
  revokeGrant(email: string): void
  /** The last calls, oldest first. */
  requests(): readonly LoggedCall[]
}

const KEEP_ALIVE_MS = 120_000
const LOGGED_CALLS = 500
const SEEDED_SCOPE = 'https://www.googleapis.com/auth/adwords openid email'
const TIMEOUT_MS = 120_000
const SLOW_MS = 1500

/** Google's OAuth pages and the Ads API v25 on one loopback port. */
export async function startGoogleAdsSimulator(
  options: SimulatorOptions,
): Promise<GoogleAdsSimulator> {
  const tokenNow = () => (options.tokenClock?.now() ?? new Date()).getTime()
  const grants = new Grants(tokenNow)
  restoreState(options.statePath, grants, options.world)
  const service: Service = {
    options,
    grants,
    tokenNow,
    faults: new Faults(),
    stopping: new AbortController(),
    save: () => saveState(options.statePath, grants, options.world),
  }
  const calls: LoggedCall[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const exchange = { request, response, url, requestId: randomBytes(16).toString('base64url') }
    const call = logEntry(exchange, options.clock.now())
    calls.push(call)
    if (calls.length > LOGGED_CALLS) calls.shift()
    response.on('close', () => {
      call.status = response.writableFinished ? response.statusCode : 0
    })
    void answer(exchange, service, call)
  })
  // Node's 5 s would close connections that a client is about to use again.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    faults: service.faults,
    requests: () => calls,
    grant(email) {
      if (!options.world.users.some((user) => user.email === email)) {
        throw new RangeError(`unknown Google identity ${email}`)
      }
      const token = grants.grant(email, options.client?.id ?? ANY_CLIENT, SEEDED_SCOPE)
      service.save()
      return token
    },
    revokeGrant(email) {
      grants.revokeUser(email)
      service.save()
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      service.stopping.abort()
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

type Service = {
  options: SimulatorOptions
  grants: Grants
  tokenNow(): number
  faults: Faults
  stopping: AbortController
  save(): void
}

async function answer(exchange: Exchange, service: Service, call: LoggedCall): Promise<void> {
  try {
    await dispatch(exchange, service, call)
  } catch (error) {
    if (!(error instanceof GoogleError)) call.crash = String((error as Error).stack ?? error)
    if (exchange.response.headersSent || exchange.response.destroyed) {
      exchange.response.destroy()
      return
    }
    const known =
      error instanceof GoogleError
        ? error
        : failure(500, 'internalError', 'INTERNAL_ERROR', `${error}`)
    const body = known.body(exchange.requestId)
    const streamed = exchange.url.pathname.endsWith(':searchStream')
    sendJson(exchange, known.httpStatus, streamed ? [body] : body)
  }
}

async function dispatch(exchange: Exchange, service: Service, call: LoggedCall): Promise<void> {
  const { options, grants, save } = service
  const fault = service.faults.strike(exchange.url.pathname)
  if (fault) call.fault = fault
  if (fault === 'invalid_grant') return invalidGrant(exchange)
  if (fault === 'timeout' || fault === 'slow') await hold(exchange, service, fault)
  const armed = faultError(fault)
  if (armed) throw armed
  if (/^\/v\d+\//.test(exchange.url.pathname)) {
    const api = {
      world: options.world,
      grants,
      now: () => options.clock.now(),
      changed: save,
      strikeChange: () => service.faults.strikeChange(exchange.url.pathname),
      hold: (late: HoldingFault) => hold(exchange, service, late),
    }
    return handleAdsApi(exchange, api, fault, call)
  }
  if (answerImage(exchange)) return
  const answered = await handleOAuth(exchange, {
    grants,
    users: options.world.users,
    appName: options.appName ?? 'Pujante',
    client: options.client,
    now: service.tokenNow,
    changed: save,
  })
  if (!answered) sendHtml(exchange, 404, '<!doctype html><title>404</title><p>No existe.</p>')
}

type HoldingFault = 'timeout' | 'slow' | 'late_answer' | 'late_change'

async function hold(
  { response }: Exchange,
  { options, stopping, faults }: Service,
  fault: HoldingFault,
): Promise<void> {
  const ms = fault === 'slow' ? (options.slowMs ?? SLOW_MS) : (options.timeoutMs ?? TIMEOUT_MS)
  const gone = new AbortController()
  // A change under way is finished even when the request for it is gone.
  if (fault !== 'late_change') response.once('close', () => gone.abort())
  const signal = AbortSignal.any([stopping.signal, gone.signal, faults.cleared()])
  await wait(ms, undefined, { signal }).catch(() => undefined)
  if (fault === 'timeout') {
    throw failure(504, 'internalError', 'DEADLINE_EXCEEDED', 'Deadline exceeded.')
  }
}

function logEntry({ request, url, requestId }: Exchange, now: Date): LoggedCall {
  const login = request.headers['login-customer-id']
  return {
    at: now.toISOString(),
    method: request.method ?? 'GET',
    path: url.pathname,
    ...(login !== undefined && { loginCustomerId: String(login) }),
    status: 0,
    requestId,
  }
}
