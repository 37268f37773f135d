import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { vendorSeconds } from '../figures.ts'
import {
  GoogleAdsError,
  isSafeToRepeatWrite,
  isTemporary,
  isUnauthorized,
  NoAnswer,
  NotSent,
  TokenSilence,
  toGoogleAdsError,
} from './errors.ts'
import { assertKnownFields } from './field-check.ts'
import { type AccessTokens, accessTokens } from './oauth.ts'
import type { AdsRow } from './row.ts'
import { readBatches } from './stream.ts'
import { countOperations, heedQuota, type Priority } from './usage.ts'

/**
 * Any call but a search, below `/v25/`; without a body it is read, with one it is sent again only where it changed nothing.
 * `operations`: what it counts of the day's.
 */
export type CallJson = (
  path: string,
  body?: object,
  operations?: number,
) => Promise<{ json: unknown; requestId: string | undefined }>

/** Google Ads as one consented identity sees it. Customer ids are Google's ten digits. */
export type GoogleAds = {
  accessibleCustomers: () => Promise<string[]>
  /** Rows batch by batch, at most 10,000 each; refuses a field that v25 does not have. */
  stream: (customerId: string, query: string) => AsyncGenerator<AdsRow[]>
  search: (customerId: string, query: string) => Promise<AdsRow[]>
  callJson: CallJson
}

export type GoogleAdsOptions = {
  /** The manager through which access is had; null for direct access. */
  loginCustomerId: string | null
  /** Our customer_id, on whose account operations are counted; 0 before there is one. */
  customerId: number
  priority: Priority
  /** For taking back and looking up. */
  owed?: boolean
  /** When the person began to wait, where several of these ask for one answer. */
  since?: number
}

/** Each wait for Google: of a person before the screen, and of a job. */
const ANSWER_TIMEOUT_MS = { person: 20_000, job: 60_000 } as const
/** For all that is asked while a person waits, an answer included: the screen gives up a little later (`kit/google-change.ts`). */
const ALL_ANSWERS_MS = 110_000
/** Someone waits before the screen: fewer and shorter tries than a job makes. */
const TRIES = { interactive: 2, background: 4 } as const
const FIRST_WAIT_MS = { interactive: 500, background: 3_000 } as const
/** A longer hint than this is the job queue's to wait for, or the person's. */
const LONGEST_WAIT_MS = { person: 5_000, job: 20_000 } as const

/** Throws GrantRevoked, GoogleAdsError, NoAnswer, OperationsSpent. */
export function googleAdsFor(
  ctx: Context,
  connection: { refreshTokenSealed: string },
  options: GoogleAdsOptions,
): GoogleAds {
  const refreshToken = ctx.vault.open(connection.refreshTokenSealed)
  const tokens = accessTokens(ctx.config, refreshToken)
  const waits = ctx.jobLane ? 'job' : 'person'
  const until = (options.since ?? ctx.clock.now().getTime()) + ALL_ANSWERS_MS
  const link: Link = { ctx, options, tokens, waits, until, gaveUp: false }
  return {
    accessibleCustomers: () => accessibleCustomers(link),
    stream: (customerId, query) => stream(link, customerId, query),
    search: async (customerId, query) => {
      const rows: AdsRow[] = []
      for await (const batch of stream(link, customerId, query)) rows.push(...batch)
      return rows
    },
    callJson: (...asked) => callJson(link, ...asked),
  }
}

type Link = {
  ctx: Context
  options: GoogleAdsOptions
  tokens: AccessTokens
  waits: 'person' | 'job'
  /** Where a person waits. */
  until: number
  /** A person has waited in vain once: nothing more is asked for them. */
  gaveUp: boolean
}

async function callJson(
  link: Link,
  ...[path, body, operations = 1]: Parameters<CallJson>
): ReturnType<CallJson> {
  const mayRepeat = body ? isSafeToRepeatWrite : isTemporary
  const answer = await withRetries(link, mayRepeat, () => send(link, path, { body, operations }))
  const requestId = answer.headers.get('request-id') ?? undefined
  return { json: await readJson(link, answer), requestId }
}

async function accessibleCustomers(link: Link): Promise<string[]> {
  const { json } = await callJson(link, 'customers:listAccessibleCustomers')
  const { resourceNames = [] } = json as { resourceNames?: string[] }
  return resourceNames.map((name) => name.split('/')[1] ?? '')
}

async function* stream(link: Link, customerId: string, query: string): AsyncGenerator<AdsRow[]> {
  assertKnownFields(query)
  const path = `customers/${customerId}/googleAds:searchStream`
  const answer = await withRetries(link, isTemporary, () =>
    send(link, path, { body: { query }, operations: 1 }),
  )
  yield* readBatches(patiently(link, answer))
}

async function withRetries<T>(
  link: Link,
  mayRepeat: (error: unknown) => boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  const { ctx, options, waits } = link
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const hint = error instanceof GoogleAdsError ? error.retryAfterMs : undefined
      const growing = FIRST_WAIT_MS[options.priority] * 2 ** (tries - 1)
      const waitMs = hint ?? growing * (0.5 + ctx.random())
      const isTooLong = link.gaveUp || waitMs > LONGEST_WAIT_MS[waits]
      if (tries >= TRIES[options.priority] || isTooLong || !mayRepeat(error)) throw error
      ctx.log.warn({ err: error, waitMs }, 'google ads: trying again')
      await sleep(waitMs, undefined, { signal: ctx.stopping })
    }
  }
}

type Call = { body: object | undefined; operations: number }

/**
 * A token may die before its time: one refusal asks for a fresh one. That it is given proves that the grant lives, so that a second
 * refusal is a failure of Google's which passes; of a dead grant the token endpoint says `invalid_grant`.
 */
async function send(link: Link, path: string, call: Call): Promise<Response> {
  try {
    return await sendOnce(link, path, call)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
  }
  link.tokens.forget()
  return await sendOnce(link, path, call)
}

async function sendOnce(link: Link, path: string, { body, operations }: Call): Promise<Response> {
  const { ctx, options } = link
  const { apiBase, apiVersion, developerToken } = ctx.config.googleAds
  const { loginCustomerId, since: _since, ...by } = options
  if (link.gaveUp) throw new NotSent('Google is silent, and a person waits')
  const token = await currentToken(link)
  // Each answer came in time, and all together leave no room for one more: what is sent now would be answered after the screen has given up.
  if (patienceMs(link) < ANSWER_TIMEOUT_MS[link.waits])
    throw new NotSent('Google is slow, and a person waits')
  await countOperations(ctx, { ...by, operations })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    // An empty header is refused, an absent one is not.
    ...(developerToken && { 'developer-token': developerToken }),
    ...(loginCustomerId && { 'login-customer-id': loginCustomerId }),
  }
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(giveUp(link)), ANSWER_TIMEOUT_MS[link.waits])
  const observe = vendorSeconds.startTimer({ vendor: 'google-ads', status: 'none' })
  let status = 'none'
  let vendorRequestId: string | null = null
  try {
    const answer = await fetch(`${apiBase}/${apiVersion}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([silence.signal, ctx.stopping]),
    })
    status = String(answer.status)
    vendorRequestId = answer.headers.get('request-id')
    if (answer.ok) heedQuota(ctx, null)
    if (answer.ok) return answer
    const failure = await answer.json().catch(() => null)
    const refusal = toGoogleAdsError(failure, answer.status, vendorRequestId ?? undefined)
    heedQuota(ctx, refusal)
    throw refusal
  } catch (error) {
    throw error instanceof GoogleAdsError ? error : noAnswer(error)
  } finally {
    const ms = Math.round(observe({ status }) * 1000)
    ctx.log.info({ vendor: 'google-ads', path, status, vendorRequestId, ms }, 'vendor call')
    clearTimeout(timer)
  }
}

/** What fails at the token endpoint counts among Google's failed calls: a wrong secret of ours, or no way out, shows nowhere else. */
async function currentToken(link: Link): Promise<string> {
  const observe = vendorSeconds.startTimer({ vendor: 'google-ads' })
  try {
    return await link.tokens.current()
  } catch (error) {
    if (error instanceof TokenSilence) giveUp(link)
    if (error instanceof GoogleAdsError) observe({ status: String(error.httpStatus) })
    if (error instanceof NoAnswer) observe({ status: 'none' })
    throw error
  }
}

async function readJson(link: Link, answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of patiently(link, answer)) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch (error) {
    throw brokenAnswer(error)
  }
}

/** Its status came and was counted; that the rest did not counts as a call without an answer. */
function brokenAnswer(error: unknown): unknown {
  vendorSeconds.observe({ vendor: 'google-ads', status: 'none' }, 0)
  return noAnswer(error)
}

/** The body chunk by chunk; the time limit is for each wait, not for the whole, nor for the reader. */
async function* patiently(link: Link, answer: Response): AsyncGenerator<Uint8Array> {
  if (!answer.body) return
  const reader = answer.body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(link, reader.read())
      if (done) return
      yield value
    }
  } catch (error) {
    throw brokenAnswer(error)
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function within<T>(link: Link, wanted: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(giveUp(link)), patienceMs(link))
  })
  try {
    return await Promise.race([wanted, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** For the next wait. */
function patienceMs({ ctx, waits, until }: Link): number {
  if (waits === 'job') return ANSWER_TIMEOUT_MS.job
  return Math.min(ANSWER_TIMEOUT_MS.person, until - ctx.clock.now().getTime())
}

function giveUp(link: Link): NoAnswer {
  link.gaveUp = link.waits === 'person'
  return new NoAnswer('Google fell silent')
}

function noAnswer(cause: unknown): NoAnswer {
  if (cause instanceof NoAnswer) return cause
  return new NoAnswer('no complete answer from Google Ads', { cause })
}
