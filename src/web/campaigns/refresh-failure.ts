import { errorText } from '#kit/error-text.ts'

/** A sync that came to rest without new data. */
export class SyncFailed extends Error {
  problem: string | null

  constructor(problem: string | null) {
    super('the sync failed')
    this.problem = problem
  }
}

/** In how many accounts nothing was refreshed, and each reason once; null where all were. */
export function refreshFailure(runs: readonly PromiseSettledResult<void>[]) {
  const reasons = runs.flatMap((run) => (run.status === 'rejected' ? [textOf(run.reason)] : []))
  if (reasons.length === 0) return null
  const title =
    runs.length === 1
      ? 'Could not refresh the data'
      : `Could not refresh the data of ${reasons.length} of ${runs.length} accounts`
  return { title, description: [...new Set(reasons)].join(' ') }
}

function textOf(reason: unknown): string {
  return (reason instanceof SyncFailed && reason.problem) || errorText(reason)
}
