import type { AccountSource, FieldRow } from '../account-source.ts'
import { FAILURE_TYPE, failure } from './google-error.ts'
import { type MutateCall, mutateOne, runAct } from './mutate.ts'
import { isObject, type JsonObject } from './request-body.ts'

export const EXPERIMENT_ACTS: readonly string[] = [
  'scheduleExperiment',
  'endExperiment',
  'promoteExperiment',
]

/** `experimentArms:mutate`: all arms of an experiment in one request, for their shares must add up to all. */
export function createArms(call: MutateCall, body: JsonObject): JsonObject {
  const { operations } = body
  const created = (Array.isArray(operations) ? operations : [])
    .map((operation) => (isObject(operation) ? operation.create : undefined))
    .filter(isObject)
  for (const [experiment, arms] of Map.groupBy(created, (arm) => String(arm.experiment))) {
    const sum = arms.reduce((all, { trafficSplit }) => all + Number(trafficSplit), 0)
    if (sum !== 100)
      throw failure(
        400,
        'experimentError',
        'SUM_TRIAL_ARM_TRAFFIC_UNEQUALS_TO_TRIAL_TRAFFIC_SPLIT_DENOMINATOR',
        'The total traffic split of trial arms is not equal to 100.',
        experiment,
      )
  }
  return mutateOne(call, 'experimentArms', body)
}

/** Ending is done at once; the other two begin work that is asked about later. */
export function actOnExperiment(
  call: MutateCall,
  { act, id }: { act: string; id: string },
  body: JsonObject,
): JsonObject {
  const resourceName = `customers/${call.source.customerId}/experiments/${id}`
  const name = runAct(call, body, { [act]: { resourceName } })
  if (act === 'endExperiment' || body.validateOnly === true) return {}
  return { name, done: false }
}

type Asked = { source: AccountSource; now: Date; userEmail: string }

/** `GET operations/O`: whether the work is done, and with what result. */
export function runningWork({ source, now, userEmail }: Asked, id: string): JsonObject {
  const name = `customers/${source.customerId}/operations/${id}`
  const as = { validateOnly: false, now, clientType: 'GOOGLE_ADS_API', userEmail }
  const experiment = find(
    source.entities('experiment', now),
    (row) => row['experiment.long_running_operation'] === name,
  )
  if (!experiment)
    throw failure(404, 'mutateError', 'RESOURCE_NOT_FOUND', 'Resource was not found.', name)
  if (isUnderWay(experiment)) source.mutate({ pollRunning: { resourceName: name } }, as)
  const seen = find(
    source.entities('experiment', now),
    (row) => row['experiment.long_running_operation'] === name,
  ) as FieldRow
  if (isUnderWay(seen)) return { name, done: false }
  return seen['experiment.status'] === 'SETUP'
    ? { name, done: true, error: { code: 3, message: 'The experiment could not be created.' } }
    : { name, done: true, response: {} }
}

const isUnderWay = (row: FieldRow) =>
  row['experiment.status'] === 'INITIATED' || row['experiment.promote_status'] === 'IN_PROGRESS'

/** `experiments/E:listExperimentAsyncErrors`. */
export function asyncErrors({ source, now }: Asked, id: string): JsonObject {
  const name = `customers/${source.customerId}/experiments/${id}`
  const row = find(
    source.entities('experiment', now),
    (one) => one['experiment.resource_name'] === name,
  )
  if (!row) throw failure(404, 'mutateError', 'RESOURCE_NOT_FOUND', 'Resource was not found.', name)
  const wrong = row['world.failure'] as { code: string; message: string } | undefined
  if (!wrong) return {}
  const errors = [{ errorCode: { experimentError: wrong.code }, message: wrong.message }]
  return {
    errors: [{ code: 3, message: wrong.message, details: [{ '@type': FAILURE_TYPE, errors }] }],
  }
}

function find(rows: Iterable<FieldRow>, keep: (row: FieldRow) => boolean): FieldRow | undefined {
  for (const row of rows) if (keep(row)) return row
  return undefined
}
