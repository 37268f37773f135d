import type { AccountSource, MutateFailure, MutateOutcome, World } from '../account-source.ts'
import { printResource } from '../gaql/print-row.ts'
import { type ErrorItem, FAILURE_TYPE, GoogleError, requestError } from './google-error.ts'
import { operationKeyOf, snakeCase, temporaryName, withRealNames } from './operations.ts'
import { invalidPayload, isObject, type JsonObject } from './request-body.ts'

export const MUTATE_NAMES = [
  'customerId',
  'mutateOperations',
  'partialFailure',
  'validateOnly',
  'responseContentType',
]
export const RESOURCE_MUTATE_NAMES = MUTATE_NAMES.map((name) =>
  name === 'mutateOperations' ? 'operations' : name,
)
const MAX_OPERATIONS = 10_000

export type MutateCall = {
  source: AccountSource
  world: World
  now: Date
  userEmail: string
  requestId: string
  /** Makes the first operation fail, as the fault switch asks. */
  failFirst: boolean
}

/** `googleAds:mutate`. @throws GoogleError if an operation fails and partial failure is off. */
export function mutateAll(call: MutateCall, body: JsonObject): JsonObject {
  const operations = operationsOf(body.mutateOperations)
  const { outcomes, error } = run(call, body, operations, 'mutate_operations')
  if (body.validateOnly === true) return error
  return {
    mutateOperationResponses: outcomes.map((outcome) =>
      outcome.ok ? { [outcome.resultKey]: result(call, body, outcome) } : {},
    ),
    ...error,
  }
}

/** `{collection}:mutate`, e.g. `adGroupCriteria:mutate`, with bare operations. */
export function mutateOne(call: MutateCall, collection: string, body: JsonObject): JsonObject {
  const key = operationKeyOf(collection)
  return runWrapped(call, body, key)
}

/** `recommendations:apply` and `recommendations:dismiss`. */
export function actOnRecommendations(
  call: MutateCall,
  action: 'apply' | 'dismiss',
  body: JsonObject,
): JsonObject {
  return runWrapped(call, body, `${action}RecommendationOperation`)
}

function runWrapped(call: MutateCall, body: JsonObject, key: string): JsonObject {
  const operations = operationsOf(body.operations).map((operation) => ({ [key]: operation }))
  const { outcomes, error } = run(call, body, operations, 'operations')
  if (body.validateOnly === true) return error
  return {
    results: outcomes.map((outcome) => (outcome.ok ? result(call, body, outcome) : {})),
    ...error,
  }
}

type Success = Extract<MutateOutcome, { ok: true }>

/** One operation that is no mutate of its own; the resource name it leads to. */
export function runAct(call: MutateCall, body: JsonObject, operation: JsonObject): string {
  const { outcomes } = run(call, body, [operation], 'operations')
  const [outcome] = outcomes
  return outcome?.ok ? outcome.resourceName : ''
}

/** Operations see each other, in order; unless all succeed or partial failure is on, none happened. */
function run(call: MutateCall, body: JsonObject, operations: JsonObject[], container: string) {
  if (call.source.manager) {
    throw requestError(
      'CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT',
      'The request cannot be executed by a manager account.',
    )
  }
  const before = structuredClone(call.world.exportState())
  const realNames = new Map<string, string>()
  const outcomes = operations.map((operation, index): MutateOutcome => {
    if (call.failFirst && index === 0) return { ok: false, failure: ARMED_FAILURE }
    const outcome = call.source.mutate(withRealNames(operation, realNames), {
      validateOnly: false,
      now: call.now,
      clientType: 'GOOGLE_ADS_API',
      userEmail: call.userEmail,
      partialFailure: body.partialFailure === true,
    })
    const temporary = temporaryName(operation)
    if (outcome.ok && temporary) realNames.set(temporary, outcome.resourceName)
    return outcome
  })
  const items = outcomes.flatMap((outcome, index) =>
    outcome.ok ? [] : [errorItem(outcome.failure, container, index)],
  )
  const refused = items.length > 0 && body.partialFailure !== true
  if (refused || body.validateOnly === true) call.world.importState(before)
  if (refused) throw new GoogleError(400, items)
  return { outcomes, error: partialFailure(items, call.requestId) }
}

const ARMED_FAILURE: MutateFailure = {
  code: { databaseError: 'CONCURRENT_MODIFICATION' },
  message:
    'Multiple requests were attempting to modify the same resource at once. Retry the request.',
  fieldPath: [],
}

function errorItem(failure: MutateFailure, container: string, index: number): ErrorItem {
  // A resource's own endpoint has no wrapper element such as `ad_group_criterion_operation`.
  const path =
    container === 'operations'
      ? failure.fieldPath.filter((part) => !part.endsWith('_operation'))
      : failure.fieldPath
  return {
    errorCode: failure.code,
    message: failure.message,
    ...(failure.trigger !== undefined && { trigger: { stringValue: failure.trigger } }),
    location: {
      fieldPathElements: [
        { fieldName: container, index },
        ...path.map((fieldName) => ({ fieldName })),
      ],
    },
  }
}

function partialFailure(items: ErrorItem[], requestId: string): JsonObject {
  if (items.length === 0) return {}
  return {
    partialFailureError: {
      code: 3,
      message: `Multiple errors in ‘details’. First error: ${items[0]!.message}`,
      details: [{ '@type': FAILURE_TYPE, errors: items, requestId }],
    },
  }
}

function operationsOf(given: unknown): JsonObject[] {
  if (!Array.isArray(given) || given.length === 0) {
    throw requestError('REQUIRED_FIELD_MISSING', 'Required field is missing: operations.')
  }
  if (given.length > MAX_OPERATIONS) {
    throw requestError('TOO_MANY_MUTATE_OPERATIONS', 'Too many mutate operations in one request.')
  }
  for (const operation of given) {
    if (!isObject(operation)) throw invalidPayload('Each operation must be a message.')
    if (Object.keys(operation).length === 0) {
      throw requestError('OPERATION_REQUIRED', 'One of the operation fields is required.')
    }
  }
  return given
}

/** The new name, and with MUTABLE_RESOURCE the whole resource. */
function result(call: MutateCall, body: JsonObject, { resultKey, resourceName }: Success) {
  if (body.responseContentType !== 'MUTABLE_RESOURCE') return { resourceName }
  const camel = resultKey.replace(/Result$/, '')
  const resource = snakeCase(camel)
  for (const row of call.source.entities(resource, call.now)) {
    if (row[`${resource}.resource_name`] !== resourceName) continue
    return { resourceName, [camel]: printResource(resource, row) }
  }
  return { resourceName }
}
