import type { AdsErrorDetail } from './errors.ts'

/** One of an experiment's own verbs, as Google's address has it. */
export type ExperimentAct = 'scheduleExperiment' | 'endExperiment' | 'promoteExperiment'

/** Names are Google's resource names. */
export type ExperimentCalls = {
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

/** Below `/v25/`; without a body it is read. */
export type Caller = (
  path: string,
  body?: object,
) => Promise<{ json: unknown; requestId: string | undefined }>

export function experimentCalls(call: Caller, customerId: string): ExperimentCalls {
  const prefix = `customers/${customerId}`
  return {
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

type ArmResult = { resourceName?: string; experimentArm?: { inDesignCampaigns?: string[] } }
