import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { vendorSeconds } from '../figures.ts'
import {
  type AdsErrorDetail,
  GoogleAdsError,
  GrantRevoked,
  isSafeToRepeatWrite,
  isTemporary,
  isTokenRefused,
  NoAnswer,
  toGoogleAdsError,
} from './errors.ts'
import { type ExperimentCalls, experimentCalls } from './experiment-calls.ts'
import { assertKnownFields } from './field-check.ts'
import { type AccessTokens, accessTokens } from './oauth.ts'
import type { AdsRow } from './row.ts'
import { readBatches } from './stream.ts'
import { countOperations, type Priority } from './usage.ts'

export type MutateResult = {
  /** One per operation, in order; empty where the operation failed. */
  results: readonly object[]
  failed: ReadonlyMap<number, AdsErrorDetail>
  requestId: string | undefined
}

/** Google Ads as one consented identity sees it. Customer ids are Google's ten digits. */
export type GoogleAds = {
  accessibleCustomers: () => Promise<string[]>
  /** Rows batch by batch, at most 10,000 each; refuses a field that v25 does not have. */
  stream: (customerId: string, query: string) => AsyncGenerator<AdsRow[]>
  search: (customerId: string, query: string) => Promise<AdsRow[]>
  /** After a time-out it is unknown whether it was done: read the state again before repeating. */
  mutate: (
    customerId: string,
    operations: readonly unknown[],
    options?: { validateOnly?: boolean; partialFailure?: boolean },
  ) => Promise<MutateResult>
  /**
   * One of Google's own recommendations, applied or dismissed. Google offers neither a rehearsal nor a way back;
   * after a time-out the same holds as for `mutate`.
   */
  actOnRecommendation: (
    customerId: string,
    act: RecommendationAct,
    operation: object,
  ) => Promise<MutateResult>
  /** Google's own experiments; after a time-out the same holds as for `mutate`. */
  experiments: (customerId: string) => ExperimentCalls
}

export type RecommendationAct = 'apply' | 'dismiss'

export type GoogleAdsOptions = {
  /** The manager through which access is had; null for direct access. */
  loginCustomerId: string | null
  /** Our customer_id, on whose account operations are counted; 0 before there is one. */
  customerId: number
  priority: Priority
}

const ANSWER_TIMEOUT_MS = 60_000
/** Someone waits before the screen: fewer and shorter tries than a job makes. */
const TRIES = { interactive: 2, background: 4 } as const
const FIRST_WAIT_MS = { interactive: 500, background: 3_000 } as const
/** A longer hint than this is the job queue's to wait for. */
const LONGEST_WAIT_MS = 20_000

/** Throws GrantRevoked, GoogleAdsError, NoAnswer, OperationsSpent. */
export function googleAdsFor(
  ctx: Context,
  connection: { refreshTokenSealed: string },
  options: GoogleAdsOptions,
): GoogleAds {
  const refreshToken = ctx.vault.open(connection.refreshTokenSealed)
  const link: Link = { ctx, options, tokens: accessTokens(ctx.config, refreshToken) }
  return {
    accessibleCustomers: () => accessibleCustomers(link),
    stream: (customerId, query) => stream(link, customerId, query),
    search: async (customerId, query) => {
      const rows: AdsRow[] = []
      for await (const batch of stream(link, customerId, query)) rows.push(...batch)
      return rows
    },
    mutate: (customerId, operations, more) => mutate(link, customerId, operations, more),
    actOnRecommendation: (customerId, act, operation) =>
      actOnRecommendation(link, customerId, act, operation),
    experiments: (customerId) =>
      experimentCalls((path, body) => callJson(link, path, body), customerId),
  }
}

/** What is sent is not sent again once it may have been done. */
async function callJson(link: Link, path: string, body?: object) {
  const mayRepeat = body ? isSafeToRepeatWrite : isTemporary
  const answer = await withRetries(link, mayRepeat, () =>
    send(link, path, { operations: 1, ...(body && { body }) }),
  )
  const requestId = answer.headers.get('request-id') ?? undefined
  return { json: await readJson(answer), requestId }
}

type Link = { ctx: Context; options: GoogleAdsOptions; tokens: AccessTokens }

async function accessibleCustomers(link: Link): Promise<string[]> {
  const answer = await withRetries(link, isTemporary, () =>
    send(link, 'customers:listAccessibleCustomers', { operations: 1 }),
  )
  const { resourceNames = [] } = (await readJson(answer)) as { resourceNames?: string[] }
  return resourceNames.map((name) => name.split('/')[1] ?? '')
}

async function* stream(link: Link, customerId: string, query: string): AsyncGenerator<AdsRow[]> {
  assertKnownFields(query)
  const path = `customers/${customerId}/googleAds:searchStream`
  const answer = await withRetries(link, isTemporary, () =>
    send(link, path, { body: { query }, operations: 1 }),
  )
  yield* readBatches(patiently(answer))
}

async function mutate(
  link: Link,
  customerId: string,
  operations: readonly unknown[],
  { validateOnly = false, partialFailure = false } = {},
): Promise<MutateResult> {
  const body = { mutateOperations: operations, validateOnly, partialFailure }
  const answer = await withRetries(link, isSafeToRepeatWrite, () =>
    send(link, `customers/${customerId}/googleAds:mutate`, { body, operations: operations.length }),
  )
  const json = (await readJson(answer)) as {
    mutateOperationResponses?: object[]
    partialFailureError?: { details?: { errors?: AdsErrorDetail[] }[] }
  }
  const results = json.mutateOperationResponses ?? []
  const errors = json.partialFailureError?.details?.[0]?.errors ?? []
  return {
    results,
    failed: failedOperations(results, errors),
    requestId: answer.headers.get('request-id') ?? undefined,
  }
}

async function actOnRecommendation(
  link: Link,
  customerId: string,
  act: RecommendationAct,
  operation: object,
): Promise<MutateResult> {
  const path = `customers/${customerId}/recommendations:${act}`
  const answer = await withRetries(link, isSafeToRepeatWrite, () =>
    send(link, path, { body: { operations: [operation] }, operations: 1 }),
  )
  const { results = [] } = (await readJson(answer)) as { results?: object[] }
  return { results, failed: new Map(), requestId: answer.headers.get('request-id') ?? undefined }
}

/** An error without an index may concern every operation that has no result. */
function failedOperations(
  results: readonly object[],
  errors: readonly AdsErrorDetail[],
): Map<number, AdsErrorDetail> {
  const failed = new Map<number, AdsErrorDetail>()
  for (const error of errors) {
    const index = error.location?.fieldPathElements?.find((element) =>
      ['mutate_operations', 'operations'].includes(element.fieldName),
    )?.index
    if (index !== undefined) failed.set(index, error)
    else
      results.forEach((result, i) => {
        if (Object.keys(result).length === 0) failed.set(i, error)
      })
  }
  return failed
}

async function withRetries<T>(
  { ctx, options }: Link,
  mayRepeat: (error: unknown) => boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const hint = error instanceof GoogleAdsError ? error.retryAfterMs : undefined
      const growing = FIRST_WAIT_MS[options.priority] * 2 ** (tries - 1)
      const waitMs = hint ?? growing * (0.5 + ctx.random())
      if (tries >= TRIES[options.priority] || waitMs > LONGEST_WAIT_MS || !mayRepeat(error))
        throw error
      ctx.log.warn({ err: error, waitMs }, 'google ads: trying again')
      await sleep(waitMs, undefined, { signal: ctx.stopping })
    }
  }
}

type Call = { body?: unknown; operations: number }

/** A token may die before its time: one refusal asks for a fresh one, a second one means that the grant is gone. */
async function send(link: Link, path: string, call: Call): Promise<Response> {
  try {
    return await sendOnce(link, path, call)
  } catch (error) {
    if (!isTokenRefused(error)) throw error
  }
  link.tokens.forget()
  try {
    return await sendOnce(link, path, call)
  } catch (error) {
    if (!isTokenRefused(error)) throw error
    throw new GrantRevoked('Google refuses a fresh access token', { cause: error })
  }
}

async function sendOnce(
  { ctx, options, tokens }: Link,
  path: string,
  { body, operations }: Call,
): Promise<Response> {
  const { apiBase, apiVersion, developerToken } = ctx.config.googleAds
  const { customerId, priority, loginCustomerId } = options
  await countOperations(ctx, { customerId, operations, priority })
  const headers = {
    authorization: `Bearer ${await tokens.current()}`,
    'content-type': 'application/json',
    // An empty header is refused, an absent one is not.
    ...(developerToken && { 'developer-token': developerToken }),
    ...(loginCustomerId && { 'login-customer-id': loginCustomerId }),
  }
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), ANSWER_TIMEOUT_MS)
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
    if (answer.ok) return answer
    const failure = await answer.json().catch(() => null)
    throw toGoogleAdsError(failure, answer.status, answer.headers.get('request-id') ?? undefined)
  } catch (error) {
    throw error instanceof GoogleAdsError ? error : noAnswer(error)
  } finally {
    const ms = Math.round(observe({ status }) * 1000)
    ctx.log.info({ vendor: 'google-ads', path, status, vendorRequestId, ms }, 'vendor call')
    clearTimeout(timer)
  }
}

async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of patiently(answer)) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch (error) {
    throw noAnswer(error)
  }
}

/** The body chunk by chunk; the time limit is for each wait, not for the whole, nor for the reader. */
async function* patiently(answer: Response): AsyncGenerator<Uint8Array> {
  if (!answer.body) return
  const reader = answer.body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(ANSWER_TIMEOUT_MS, reader.read())
      if (done) return
      yield value
    }
  } catch (error) {
    throw noAnswer(error)
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function within<T>(ms: number, wanted: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('Google fell silent')), ms)
  })
  try {
    return await Promise.race([wanted, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

function noAnswer(cause: unknown): NoAnswer {
  if (cause instanceof NoAnswer) return cause
  return new NoAnswer('no complete answer from Google Ads', { cause })
}
