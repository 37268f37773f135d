import type { World } from './account-source.ts'
import type { Fault } from './faults.ts'
import { type Exchange, sendHtml, sendJson } from './http.ts'
import type { Grants } from './oauth/grants.ts'
import { authenticate, directCustomerIds, openAccount } from './wire/access.ts'
import {
  actOnExperiment,
  asyncErrors,
  createArms,
  EXPERIMENT_ACTS,
  runningWork,
} from './wire/experiments.ts'
import { FIELDS_SEARCH_NAMES, searchFields } from './wire/fields-search.ts'
import {
  actOnRecommendations,
  MUTATE_NAMES,
  mutateAll,
  mutateOne,
  RESOURCE_MUTATE_NAMES,
} from './wire/mutate.ts'
import { type JsonObject, readRequest } from './wire/request-body.ts'
import { prepareQuery, SEARCH_NAMES, STREAM_NAMES, search, searchStream } from './wire/search.ts'

export type AdsApi = {
  world: World
  grants: Grants
  now(): Date
  /** Called after a mutation took effect. */
  changed(): void
  /** The armed fault that strikes this call, which is a change and no rehearsal. */
  strikeChange(): Fault | undefined
  /** Lets time pass as the fault wants it. */
  hold(fault: 'late_answer' | 'late_change'): Promise<void>
}

/** What a call was about, for the log of requests. */
export type CallNote = {
  customerId?: string
  query?: string
  operations?: number
  rows?: number
  fault?: Fault
}

const VERSION = 'v25'
const NOT_FOUND = `<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Error 404 (Not Found)!!1</title><p><b>404.</b> That’s an error.<p>The requested URL was not found on this server. That’s all we know.`

/** Answers one call of the Ads API. @throws GoogleError */
export async function handleAdsApi(
  exchange: Exchange,
  api: AdsApi,
  fault: Fault | undefined,
  note: CallNote,
): Promise<void> {
  const [, version, rest = ''] = /^\/(v\d+)\/(.+)$/.exec(exchange.url.pathname) ?? []
  const route = `${exchange.request.method} ${rest}`
  if (version !== VERSION) return sendHtml(exchange, 404, NOT_FOUND)
  if (route === 'GET customers:listAccessibleCustomers') return listAccessible(exchange, api)
  if (route === 'POST googleAdsFields:search') {
    authenticate(exchange, api.grants)
    return sendJson(exchange, 200, searchFields(await readRequest(exchange, FIELDS_SEARCH_NAMES)))
  }
  const [, account, experimentId, act] =
    /^(?:GET|POST) customers\/([^/]+)\/(?:experiments|operations)\/(\d+)(?::(\w+))?$/.exec(route) ??
    []
  if (account && experimentId) {
    note.customerId = account
    return answerExperiment({ exchange, api, fault, note, customerId: account }, experimentId, act)
  }
  const [, customerId, collection, method] =
    /^POST customers\/([^/]+)\/(\w+):(\w+)$/.exec(route) ?? []
  if (!customerId || !collection || !method) return sendHtml(exchange, 404, NOT_FOUND)
  note.customerId = customerId
  const call = { exchange, api, fault, note, customerId }
  if (collection === 'googleAds' && method === 'search') return answerSearch(call)
  if (collection === 'googleAds' && method === 'searchStream') return answerStream(call)
  if (collection === 'recommendations' && (method === 'apply' || method === 'dismiss')) {
    const names = ['customerId', 'operations', 'partialFailure']
    return answerMutate(call, names, (mutate, body) => actOnRecommendations(mutate, method, body))
  }
  if (method !== 'mutate') return sendHtml(exchange, 404, NOT_FOUND)
  if (collection === 'googleAds') return answerMutate(call, MUTATE_NAMES, mutateAll)
  if (collection === 'experimentArms') return answerMutate(call, RESOURCE_MUTATE_NAMES, createArms)
  return answerMutate(call, RESOURCE_MUTATE_NAMES, (mutate, body) =>
    mutateOne(mutate, collection, body),
  )
}

type Call = {
  exchange: Exchange
  api: AdsApi
  fault: Fault | undefined
  note: CallNote
  customerId: string
}

function listAccessible(exchange: Exchange, { world, grants }: AdsApi): void {
  const email = authenticate(exchange, grants)
  const resourceNames = directCustomerIds(world, email).map((id) => `customers/${id}`)
  sendJson(exchange, 200, { resourceNames })
}

async function answerSearch({ exchange, api, note, customerId }: Call): Promise<void> {
  const { source } = enter(exchange, api, customerId)
  const body = await readRequest(exchange, SEARCH_NAMES)
  note.query = String(body.query)
  note.rows = await search(exchange, prepareQuery(body, source, api.now()), body)
}

async function answerStream({ exchange, api, fault, note, customerId }: Call): Promise<void> {
  const { source } = enter(exchange, api, customerId)
  const body = await readRequest(exchange, STREAM_NAMES)
  note.query = String(body.query)
  const prepared = prepareQuery(body, source, api.now())
  note.rows = await searchStream(exchange, prepared, {
    truncated: fault === 'truncated_stream',
  })
}

/** `experiments/E:scheduleExperiment` and its kind, and the work that they begin. */
async function answerExperiment(call: Call, id: string, act: string | undefined): Promise<void> {
  const { exchange, api, fault, customerId } = call
  const isRead = exchange.request.method === 'GET'
  if (isRead && (act === undefined || act === 'listExperimentAsyncErrors')) {
    const { email, source } = enter(exchange, api, customerId)
    const asked = { source, now: api.now(), userEmail: email }
    if (act) return sendJson(exchange, 200, asyncErrors(asked, id))
    const isLong = fault === 'unfinished_work'
    return sendJson(exchange, 200, isLong ? { done: false } : runningWork(asked, id))
  }
  if (isRead || !EXPERIMENT_ACTS.includes(act ?? '')) return sendHtml(exchange, 404, NOT_FOUND)
  return answerMutate(call, ['experiment', 'resourceName', 'validateOnly'], (mutate, body) =>
    actOnExperiment(mutate, { act: act!, id }, body),
  )
}

async function answerMutate(
  { exchange, api, note, customerId }: Call,
  names: readonly string[],
  answer: (call: Parameters<typeof mutateAll>[0], body: JsonObject) => JsonObject,
): Promise<void> {
  const { email, source } = enter(exchange, api, customerId)
  const body = await readRequest(exchange, names)
  const operations = body.mutateOperations ?? body.operations
  note.operations = Array.isArray(operations) ? operations.length : 0
  const isChange = body.validateOnly !== true
  const fault = isChange ? api.strikeChange() : undefined
  if (fault) note.fault = fault
  if (fault === 'late_change') await api.hold(fault)
  const result = answer(
    {
      source,
      world: api.world,
      now: api.now(),
      userEmail: email,
      requestId: exchange.requestId,
      failFirst: fault === 'partial_failure',
    },
    body,
  )
  if (isChange) api.changed()
  if (fault === 'late_answer') await api.hold(fault)
  sendJson(exchange, 200, result)
}

function enter(exchange: Exchange, api: AdsApi, customerId: string) {
  const email = authenticate(exchange, api.grants)
  return { email, source: openAccount(exchange, api.world, email, customerId) }
}
