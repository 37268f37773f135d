import type * as z from 'zod/mini'
import type { ErrorReply } from '#shared/app-error.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import { ApiError, CONNECTION_TEXT, OFFLINE_TEXT } from './api-error.ts'
import { paths } from './paths.ts'

export type AnyEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType>

const TIMEOUT_MS = 30_000

/** A change in Google Ads may take longer than the usual 30 seconds. */
type CallOptions = { signal?: AbortSignal; timeoutMs?: number }

/**
 * Calls an endpoint: `:names` of its path come from the input, the rest goes to the query (GET,
 * DELETE) or the JSON body. Throws ApiError; where the session has ended it is sent again once the person is back.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  if (isLeaving && endpoint.method === 'GET') return await new Promise(() => {})
  const response = await send(endpoint, input as Record<string, unknown>, options)
  const reply = await readJson(response)
  if (response.ok) return reply as ReplyOf<E>
  const error = failureOf(response, reply)
  if (error.code === 'not_logged_in' && (await isBackIn(endpoint.method !== 'GET')))
    return await call(endpoint, input, options)
  if (error.code === 'confirm_identity' && (await askIdentity?.()))
    return await call(endpoint, input, options)
  throw error
}

let askIdentity: (() => Promise<boolean>) | undefined

/** How the password is asked for again when a change needs it; true once it was right. */
export function askIdentityWith(ask: () => Promise<boolean>): void {
  askIdentity = ask
}

/** 'again': the person has logged in above the page; 'stay': they would not, and the page stays for what it holds. */
export type AfterEnd = 'again' | 'stay' | 'leave'
type OnSessionEnd = (isChange: boolean) => Promise<AfterEnd>

let onSessionEnd: OnSessionEnd | undefined

/** What a page does whose session has ended under it; undefined: it leaves for the log-in page. */
export function onSessionEndDo(what: OnSessionEnd | undefined): void {
  onSessionEnd = what
}

/** After a reply that says there is no session: whether there is one again, so that it is asked once more. */
export async function isBackIn(isChange: boolean): Promise<boolean> {
  if (isLeaving) return false
  const next = (await onSessionEnd?.(isChange)) ?? 'leave'
  if (next === 'leave') leaveForLogIn()
  return next === 'again'
}

/** Reads a failed reply; also used by uploads, which go around `call`. */
export function failureOf(
  response: { status: number; headers: { get(name: string): string | null } },
  reply: unknown,
): ApiError {
  const failure = reply as Partial<ErrorReply> | null
  return new ApiError({
    status: response.status,
    code: failure?.code ?? 'bad_reply',
    message: failure?.message || failure?.error || '',
    fields: failure?.fields,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  })
}

let isLeaving = false

/**
 * The session is being ended on purpose, and then the page: until it goes nothing is read any more, for it would be
 * refused, and a reply that comes after the end leads nowhere.
 */
export function leaveOnPurpose(): void {
  isLeaving = true
  // A browser may bring the very page back later, and then it asks again.
  window.addEventListener('pagehide', () => (isLeaving = false), { once: true })
}

export function isLeavingOnPurpose(): boolean {
  return isLeaving
}

export function leaveForLogIn(): void {
  if (isLeaving) return
  const { pathname, search, hash } = window.location
  if (pathname !== paths.login()) {
    window.location.assign(paths.login(pathname + search + hash))
  }
}

/** Where an endpoint that reads is asked for with this input, as `call` does. */
export function addressOf<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): string {
  const { url, rest } = fillPath(endpoint.path, input as Record<string, unknown>)
  return url + queryText(rest)
}

async function send(endpoint: AnyEndpoint, input: Record<string, unknown>, options: CallOptions) {
  const { signal, timeoutMs = TIMEOUT_MS } = options
  // Where nothing tells of the line, it is tried.
  if (endpoint.method !== 'GET' && navigator.onLine === false)
    throw new ApiError({ status: 0, code: 'offline', message: OFFLINE_TEXT })
  const { url, rest } = fillPath(endpoint.path, input)
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(inQuery ? url + queryText(rest) : url, {
      method: endpoint.method,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: { ...named(), ...(!inQuery && { 'content-type': 'application/json' }) },
      ...(!inQuery && { body: JSON.stringify(rest) }),
    })
  } catch (error) {
    throw connectionFailure(error)
  }
}

/** The server's log calls the request by this name; browsers make one on secure pages only. */
function named(): Record<string, string> {
  return 'randomUUID' in crypto ? { 'x-request-id': crypto.randomUUID() } : {}
}

function fillPath(path: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { url, rest }
}

function queryText(fields: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.size > 0 ? `?${query}` : ''
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) {
      if (!response.ok) return null
      throw new ApiError({
        status: response.status,
        code: 'bad_reply',
        message: 'Formato de respuesta inesperado',
      })
    }
    throw connectionFailure(error)
  }
}

function connectionFailure(error: unknown): unknown {
  const name = error instanceof Error ? error.name : ''
  // A query whose screen is gone is not a failure to show.
  if (name === 'AbortError') return error
  if (name === 'TimeoutError') {
    const message = 'La petición tardó demasiado en responder.'
    return new ApiError({ status: 0, code: 'timeout', message })
  }
  return new ApiError({ status: 0, code: 'network', message: CONNECTION_TEXT })
}
