import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import { vendorSeconds } from '../figures.ts'
import { isRefusedQuestion } from './access-refusals.ts'
import { type ChangeCalls, changeCalls } from './change-calls.ts'
import { googleAdsFor } from './client.ts'
import {
  GoogleAdsError,
  GrantRevoked,
  isTemporary,
  mayBeDone,
  NoAnswer,
  NotSent,
  OperationsSpent,
} from './errors.ts'
import { unknownFields } from './field-check.ts'
import {
  ACCOUNT_QUERIES,
  AD_PIECES_QUERY,
  ASSET_LINK_QUERIES,
  CHANGE_EVENTS_QUERY,
  ENTITY_QUERIES,
  EXPERIMENT_QUERIES,
  FACT_QUERIES,
  INTEREST_NAMES_QUERY,
  INVENTORY_QUERIES,
  REGION_NAMES_QUERY,
} from './queries.ts'
import { REFUSED, refusalOf } from './refusals.ts'
import { countOperations, type Priority } from './usage.ts'

describe('the field check', () => {
  const all = Object.entries({
    ...ACCOUNT_QUERIES,
    ...ENTITY_QUERIES,
    ...Object.fromEntries(
      Object.entries(EXPERIMENT_QUERIES).map(([k, v]) => [`experiments.${k}`, v]),
    ),
    ...Object.fromEntries(Object.entries(FACT_QUERIES).map(([k, v]) => [`facts.${k}`, v])),
    ...Object.fromEntries(Object.entries(INVENTORY_QUERIES).map(([k, v]) => [`inventory.${k}`, v])),
    regionNames: REGION_NAMES_QUERY,
    interestNames: INTEREST_NAMES_QUERY,
    adPieces: AD_PIECES_QUERY,
    changeEvents: CHANGE_EVENTS_QUERY,
    ...Object.fromEntries(Object.entries(ASSET_LINK_QUERIES).map(([k, v]) => [`assets.${k}`, v])),
  })

  test.each(all)('knows every field of %s', (_, query) => {
    expect(unknownFields(query)).toEqual([])
  })

  test.each([
    ['SELECT campaign.start_date FROM campaign', 'campaign.start_date'],
    ['SELECT metrics.clicks FROM user_list', 'metrics.clicks'],
    ['SELECT metrics.video_views FROM campaign', 'metrics.video_views'],
    ['SELECT segments.hour FROM keyword_view', 'segments.hour'],
    ['SELECT campaign.id FROM campaigns', 'campaigns'],
  ])('refuses %s', (query, name) => {
    expect(unknownFields(query)).toEqual([name])
  })
})

describe('the client', () => {
  const it = testContext()
  const answers: { status: number; body: unknown }[] = []
  const calls: { path: string; headers: Record<string, unknown> }[] = []
  let refusal: { status: number; error: string } | null = null
  let tokens = 0
  let refusals = 0
  const server = createServer((request, response) => {
    request.resume()
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.url === '/token')
      return refusal
        ? ++refusals && send(refusal.status, { error: refusal.error })
        : send(200, { access_token: `ya29.${tokens++}`, expires_in: 3599 })
    calls.push({ path: request.url ?? '', headers: request.headers })
    const { status, body } = answers.shift() ?? { status: 500, body: {} }
    // 0: silence.
    if (status > 0) send(status, body)
  })

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    Object.assign(it.ctx.config.googleAds, { apiBase: base, oauthBase: base })
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  beforeEach(() => {
    answers.length = 0
    calls.length = 0
    refusal = null
  })

  const ads = (
    customerId = 5,
    loginCustomerId: string | null = null,
    priority: Priority = 'interactive',
  ) =>
    googleAdsFor(
      it.ctx,
      { refreshTokenSealed: it.ctx.vault.seal('1//x') },
      { loginCustomerId, customerId, priority },
    )
  const mutate: ChangeCalls['mutate'] = (...asked) =>
    changeCalls(ads().callJson, '1').mutate(...asked)
  const busy = {
    error: {
      code: 429,
      message: 'slow down',
      details: [
        {
          '@type': 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure',
          errors: [
            {
              errorCode: { quotaError: 'RESOURCE_TEMPORARILY_EXHAUSTED' },
              message: 'slow down',
              details: {
                quotaErrorDetails: { rateScope: 'x', rateName: 'y', retryDelay: '0.05s' },
              },
            },
          ],
        },
      ],
    },
  }

  test('waits as Google asks and tries a read again', async () => {
    answers.push({ status: 429, body: [busy] }, { status: 200, body: [{ results: [{}] }] })
    expect(await ads().search('1', 'SELECT campaign.id FROM campaign')).toEqual([{}])
    expect(calls).toHaveLength(2)
  })

  test('sends login-customer-id only where access is through a manager', async () => {
    answers.push({ status: 200, body: [] }, { status: 200, body: [] })
    await ads(5, '777').search('1', 'SELECT campaign.id FROM campaign')
    await ads(5, null).search('1', 'SELECT campaign.id FROM campaign')
    expect(calls.map((call) => call.headers['login-customer-id'])).toEqual(['777', undefined])
    expect(calls[0]?.headers).not.toHaveProperty('developer-token')
  })

  test('never sends a field that v25 does not have', async () => {
    await expect(ads().search('1', 'SELECT campaign.nope FROM campaign')).rejects.toThrow('nope')
    expect(calls).toHaveLength(0)
  })

  test.each([
    ['a person', null, NotSent],
    ['a job', 'asked', undefined],
  ] as const)('%s whose answers were slow one after the other', async (_, jobLane, refused) => {
    let now = it.ctx.clock.now().getTime()
    const clock = { ...it.ctx.clock, now: () => new Date(now) }
    const slow = googleAdsFor(
      { ...it.ctx, clock, jobLane },
      { refreshTokenSealed: it.ctx.vault.seal('1//x') },
      { loginCustomerId: null, customerId: 5, priority: 'interactive' },
    )
    const ask = () => slow.search('1', 'SELECT campaign.id FROM campaign')
    answers.push(...Array.from({ length: 8 }, () => ({ status: 200, body: [] })))
    // Five at 19 seconds each leave 15 of what a person waits for.
    for (let asked = 0; asked < 5; asked++) {
      await ask()
      now += 19_000
    }
    const sixth = await ask().catch((error) => error.constructor)
    expect(sixth).toEqual(refused ?? [])
    expect(calls).toHaveLength(refused ? 5 : 6)
  })

  test('does not repeat a write that may have happened', async () => {
    answers.push({ status: 503, body: {} })
    await expect(mutate([{}])).rejects.toThrow(GoogleAdsError)
    expect(calls).toHaveLength(1)
  })

  test('tells which operations of a partly failed write failed', async () => {
    const error = {
      message: 'x',
      location: { fieldPathElements: [{ fieldName: 'mutate_operations', index: 1 }] },
    }
    const body = {
      mutateOperationResponses: [{ a: 1 }, {}],
      partialFailureError: { details: [{ errors: [error] }] },
    }
    answers.push({ status: 200, body })
    const { failed } = await mutate([{}, {}], { partialFailure: true })
    expect([...failed.keys()]).toEqual([1])
  })

  test.each([
    ['no details', {}],
    ['empty ones', { details: [{}] }],
    ['an error of all', { details: [{}, { errors: [{ message: 'x' }] }] }],
  ])('of a partly failed write with %s those without a result failed', async (_, more) => {
    const partialFailureError = { code: 3, message: 'x', ...more }
    const body = { mutateOperationResponses: [{ a: 1 }, {}], partialFailureError }
    answers.push({ status: 200, body })
    const { failed } = await mutate([{}, {}, {}], { partialFailure: true })
    expect([...failed.keys()]).toEqual([1, 2])
    expect([...failed.values()].map(refusalOf)).toEqual([REFUSED, REFUSED])
  })

  test.each([
    ['some are named', [{ index: 1 }, { index: 1 }], [1]],
    ['none is named', [], [0, 1, 2]],
    ['one names none', [{ index: 1 }, undefined], [0, 1, 2]],
  ])('of a rehearsal in which %s those fail that are not known to pass', async (_, at, failing) => {
    const errors = at.map((place) => ({
      message: 'x',
      location: { fieldPathElements: place ? [{ fieldName: 'mutate_operations', ...place }] : [] },
    }))
    answers.push({ status: 200, body: { partialFailureError: { code: 3, details: [{ errors }] } } })
    const { failed } = await mutate([{}, {}, {}], { partialFailure: true, validateOnly: true })
    expect([...failed.keys()].sort()).toEqual(failing)
  })

  const refused = (status: number, errorCode: object) => ({
    status,
    body: [
      {
        error: {
          code: status,
          details: [
            { '@type': 'x.errors.GoogleAdsFailure', errors: [{ errorCode, message: 'x' }] },
          ],
        },
      },
    ],
  })
  const refusedToken = (authenticationError: string) => refused(401, { authenticationError })
  const read = () => ads().search('1', 'SELECT campaign.id FROM campaign')

  test('asks once more with a fresh token where Google refuses the one it has', async () => {
    const refused = refusedToken('OAUTH_TOKEN_INVALID')
    answers.push(refused, { status: 200, body: [{ results: [{}] }] })
    expect(await read()).toEqual([{}])
    answers.push(refused, { status: 200, body: {} })
    await mutate([{}])
    const bearers = calls.map((call) => call.headers.authorization)
    expect(new Set(bearers.slice(0, 2)).size).toBe(2)
  })

  test('a fresh token that Google refuses ends no grant: it was given for one that lives', async () => {
    const refused = refusedToken('AUTHENTICATION_ERROR')
    answers.push(refused, refused, { status: 200, body: [{ results: [{}] }] })
    const interactive = ads(1, null, 'interactive')
    const asked = 'SELECT campaign.id FROM campaign'
    expect(await interactive.search('1', asked)).toEqual([{}])
    answers.push(refused, refused, refused, refused)
    await expect(interactive.search('1', asked)).rejects.toSatisfy(isTemporary)
  })

  test('what takes too much of Google for now is no refusal of the question', async () => {
    const spent = (quotaError: string) => refused(429, { quotaError })
    const ask = () => ads(1, null, 'interactive').search('1', 'SELECT campaign.id FROM campaign')
    for (const code of ['EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION', 'A_CODE_OF_TOMORROW']) {
      answers.push(spent(code), spent(code))
      await expect(ask(), code).rejects.toSatisfy(isTemporary)
    }
    answers.push(spent('RESOURCE_EXHAUSTED'), spent('RESOURCE_EXHAUSTED'))
    await expect(ask()).rejects.toSatisfy(
      (error) => !isTemporary(error) && !isRefusedQuestion(error),
    )
    answers.length = 0
  })

  test('a refusal of the person is not one of the token', async () => {
    answers.push(refusedToken('TWO_STEP_VERIFICATION_NOT_ENROLLED'))
    await expect(read()).rejects.toMatchObject({ codes: ['TWO_STEP_VERIFICATION_NOT_ENROLLED'] })
    expect(calls).toHaveLength(1)
  })

  test('says that the grant is gone', async () => {
    refusal = { status: 400, error: 'invalid_grant' }
    await expect(ads().accessibleCustomers()).rejects.toThrow(GrantRevoked)
  })

  test('a job waits a minute for Google, and asks again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      answers.push({ status: 0, body: {} }, { status: 200, body: {} })
      let isOver = false
      const asked = googleAdsFor(
        { ...it.ctx, jobLane: 'nightly' },
        { refreshTokenSealed: it.ctx.vault.seal('1//x') },
        { loginCustomerId: null, customerId: 5, priority: 'interactive' },
      )
        .accessibleCustomers()
        .finally(() => {
          isOver = true
        })
      await vi.waitFor(() => expect(calls).toHaveLength(1))
      await vi.advanceTimersByTimeAsync(59_000)
      expect([isOver, calls.length]).toEqual([false, 1])
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await asked).toEqual([])
      expect(calls).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a token endpoint that fails is asked once each try, and no change may be done by then', async () => {
    refusal = { status: 503, error: 'backend_error' }
    const before = refusals
    const failure = await mutate([{}]).catch((error) => error)
    expect(failure).toBeInstanceOf(NoAnswer)
    expect([mayBeDone(failure), refusals - before, calls]).toEqual([false, 1, []])
  })

  test('a wrong secret of our own ends no grant, and is told among the failed calls', async () => {
    refusal = { status: 401, error: 'invalid_client' }
    const failure = await read().catch((error) => error)
    expect(failure).toBeInstanceOf(GoogleAdsError)
    expect(failure.message).toBe('token endpoint: invalid_client')
    expect(calls).toHaveLength(0)
    const { values } = await vendorSeconds.get()
    expect(values.map(({ labels }) => labels.status)).toContain('401')
  })

  test('a token endpoint that cannot be reached is told among the failed calls too', async () => {
    const { googleAds } = it.ctx.config
    const reached = googleAds.oauthBase
    const unreached = async () =>
      (await vendorSeconds.get()).values.find(
        ({ labels, metricName }) => labels.status === 'none' && metricName?.endsWith('_count'),
      )?.value ?? 0
    const before = await unreached()
    googleAds.oauthBase = 'http://127.0.0.1:1'
    const failure = await ads(1, null, 'interactive')
      .accessibleCustomers()
      .catch((error) => error)
    googleAds.oauthBase = reached
    expect(failure).toBeInstanceOf(NoAnswer)
    expect(await unreached()).toBeGreaterThan(before)
  })

  test('nor does a refusal that names no token, for which a fresh one is tried', async () => {
    answers.push({ status: 401, body: {} }, { status: 401, body: {} })
    await expect(read()).rejects.toThrow(GoogleAdsError)
    expect(calls).toHaveLength(2)
  })

  test('counts operations and stops at the budget, leaving some for those who wait', async () => {
    it.ctx.config.googleAds.dailyOperations = 1_000
    it.clock.advance(90_000_000)
    const count = (priority: Priority, operations: number, customerId: number) =>
      changeCalls(ads(customerId, null, priority).callJson, '1').mutate(
        Array.from({ length: operations }),
      )
    answers.push(...Array.from({ length: 6 }, () => ({ status: 200, body: {} })))
    for (const customerId of [1, 2, 3]) await count('background', 250, customerId)
    await expect(count('background', 1, 1)).rejects.toThrow(OperationsSpent)
    await count('background', 150, 4)
    await expect(count('background', 1, 6)).rejects.toThrow(OperationsSpent)
    await count('interactive', 100, 6)
    await expect(count('interactive', 1, 6)).rejects.toThrow(OperationsSpent)
    expect(calls).toHaveLength(5)
    // What another process counts is known soon after.
    it.clock.advance(90_000_000)
    await count('interactive', 1, 6)
    await it.ctx.db.execute(sql`update rate_windows set calls = 1000`)
    it.clock.advance(3_000)
    await expect(count('interactive', 1, 7)).rejects.toThrow(OperationsSpent)
  })

  test('calls for one account at once do not both take its last room', async () => {
    it.ctx.config.googleAds.dailyOperations = 1_002
    it.clock.advance(90_000_000)
    const count = () =>
      countOperations(it.ctx, { customerId: 8, operations: 100, priority: 'background' })
    const all = await Promise.allSettled(Array.from({ length: 6 }, count))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })
})

test("a refusal that is not known says so without Google's code", () => {
  const detail = { message: 'x', errorCode: { campaignError: 'A_CODE_OF_TOMORROW' } }
  expect(refusalOf(detail)).toBe(REFUSED)
})

test.each([
  ['resourceCountLimitExceededError', 'SHARED_SET_LIMIT', 'La lista ya tiene'],
  ['resourceCountLimitExceededError', 'ACCOUNT_LIMIT', 'La cuenta ya tiene'],
  ['campaignBudgetError', 'BUDGET_BELOW_PER_DAY_MINIMUM', 'mínimo diario'],
  ['currencyError', 'VALUE_NOT_MULTIPLE_OF_BILLABLE_UNIT', 'tan finos'],
])('what Google has no room for is told: %s.%s', (kind, code, said) => {
  expect(refusalOf({ message: 'x', errorCode: { [kind]: code } })).toContain(said)
})
