import type { CallJson } from './client.ts'
import { type AdsErrorDetail, GoogleAdsError } from './errors.ts'

export type MutateResult = {
  /** One per operation, in order; empty where the operation failed. */
  results: readonly object[]
  failed: ReadonlyMap<number, AdsErrorDetail>
} & Asked

/** One of an experiment's own verbs, as Google's address has it. */
export type ExperimentAct = 'scheduleExperiment' | 'endExperiment' | 'promoteExperiment'

/**
 * What is asked of Google to change one account. Names are Google's resource names. After a time-out it is unknown whether it was
 * done: read the state again before repeating.
 */
export type ChangeCalls = {
  mutate: (
    operations: readonly unknown[],
    options?: { validateOnly?: boolean; partialFailure?: boolean },
  ) => Promise<MutateResult>
  /** One of Google's own recommendations. Google offers neither a rehearsal nor a way back. */
  actOnRecommendation: (act: 'apply' | 'dismiss', operation: object) => Promise<MutateResult>
  /** `experiments:mutate`: the name of what was made. Throws what Google refuses. */
  mutateExperiment: (operation: object, options?: { validateOnly?: boolean }) => Promise<Made>
  /** Both arms in one request, control first; the last name is that of the campaign to be edited. */
  createArms: (arms: readonly object[]) => Promise<{ arms: string[]; draft: string } & Asked>
  /** `operation`: of the work that Google goes on with; null where it is done. */
  actOnExperiment: (act: ExperimentAct, experiment: string) => Promise<Begun>
  readWork: (operation: string) => Promise<'running' | 'done' | 'failed'>
  /** Why Google could not make the campaign of an experiment. */
  listErrors: (experiment: string) => Promise<AdsErrorDetail[]>
}

type Asked = { requestId: string | undefined }
type Made = { resourceName: string } & Asked
type Begun = { operation: string | null } & Asked

export function changeCalls(call: CallJson, customerId: string): ChangeCalls {
  const prefix = `customers/${customerId}`
  return {
    mutate: async (operations, { validateOnly = false, partialFailure = false } = {}) => {
      const ask = async (partialFailure: boolean) => {
        const body = { mutateOperations: operations, validateOnly, partialFailure }
        const path = `${prefix}/googleAds:mutate`
        const { json, requestId } = await call(path, body, operations.length)
        const { mutateOperationResponses: results = [], partialFailureError } = json as Mutated
        const tried = operations.map((_, i) => results[i])
        const failed = failedOperations(tried, partialFailureError, validateOnly)
        return { results, failed, requestId }
      }
      const answer = await ask(partialFailure).catch((error) => {
        if (!(error instanceof GoogleAdsError) || !areWholeOnly(error.details)) throw error
        return null
      })
      const refusals = [...(answer?.failed.values() ?? [])]
      const isRefused = refusals.length === operations.length && areWholeOnly(refusals)
      return answer && !isRefused ? answer : await ask(false)
    },
    actOnRecommendation: async (act, operation) => {
      const body = { operations: [operation] }
      const { json, requestId } = await call(`${prefix}/recommendations:${act}`, body)
      const { results = [] } = json as { results?: object[] }
      return { results, failed: new Map(), requestId }
    },
    mutateExperiment: async (operation, { validateOnly = false } = {}) => {
      const body = { operations: [operation], ...(validateOnly && { validateOnly }) }
      const { json, requestId } = await call(`${prefix}/experiments:mutate`, body)
      const { results = [] } = json as { results?: { resourceName?: string }[] }
      return { resourceName: results[0]?.resourceName ?? '', requestId }
    },
    createArms: async (arms) => {
      const operations = arms.map((create) => ({ create }))
      const body = { operations, responseContentType: 'MUTABLE_RESOURCE' }
      const { json, requestId } = await call(`${prefix}/experimentArms:mutate`, body)
      const { results = [] } = json as { results?: ArmResult[] }
      const drafts = results.flatMap(({ experimentArm }) => experimentArm?.inDesignCampaigns ?? [])
      return {
        arms: results.map(({ resourceName = '' }) => resourceName),
        draft: drafts[0] ?? '',
        requestId,
      }
    },
    actOnExperiment: async (act, experiment) => {
      const { json, requestId } = await call(`${experiment}:${act}`, {})
      const { name, done } = json as { name?: string; done?: boolean }
      return { operation: name && !done ? name : null, requestId }
    },
    readWork: async (operation) => {
      const { json } = await call(operation)
      const { done = false, error } = json as { done?: boolean; error?: object }
      return done ? (error ? 'failed' : 'done') : 'running'
    },
    listErrors: async (experiment) => {
      const { json } = await call(`${experiment}:listExperimentAsyncErrors?pageSize=1000`)
      const { errors = [] } = json as { errors?: { details?: { errors?: AdsErrorDetail[] }[] }[] }
      return errors.flatMap(({ details = [] }) => details.flatMap((one) => one.errors ?? []))
    },
  }
}

/** Of Shopping campaigns Google makes a request as a whole only; nothing was made then. */
function areWholeOnly(details: readonly AdsErrorDetail[]): boolean {
  const isWholeOnly = ({ errorCode = {} }: AdsErrorDetail) =>
    Object.values(errorCode).includes('CAMPAIGN_TYPE_NOT_COMPATIBLE_WITH_PARTIAL_FAILURE')
  return details.length > 0 && details.every(isWholeOnly)
}

type ArmResult = { resourceName?: string; experimentArm?: { inDesignCampaigns?: string[] } }

type Mutated = {
  mutateOperationResponses?: object[]
  partialFailureError?: PartialFailure
}
type PartialFailure = { message?: string; details?: { errors?: AdsErrorDetail[] }[] }

/**
 * Where any failed, one without a result did, whether an error names it or not. A rehearsal gives no results: there an error that
 * names none may be of any.
 */
function failedOperations(
  results: readonly (object | undefined)[],
  partial: PartialFailure | undefined,
  isRehearsal: boolean,
): Map<number, AdsErrorDetail> {
  const failed = new Map<number, AdsErrorDetail>()
  if (!partial) return failed
  const { message = 'failed without a reason', details = [] } = partial
  const errors = details.flatMap((detail) => detail.errors ?? [])
  let unplaced: AdsErrorDetail | null = errors.length > 0 ? null : { message }
  for (const error of errors) {
    const index = error.location?.fieldPathElements?.find((element) =>
      ['mutate_operations', 'operations'].includes(element.fieldName),
    )?.index
    if (index === undefined) unplaced = error
    else failed.set(index, error)
  }
  if (isRehearsal && !unplaced) return failed
  for (const [i, result] of results.entries())
    if (Object.keys(result ?? {}).length === 0 && !failed.has(i))
      failed.set(i, unplaced ?? { message })
  return failed
}
