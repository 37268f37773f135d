import { handle, type JobHandler } from '#platform/jobs.ts'
import { measureAutomaticChanges } from './actions/measure-automatic-changes.ts'
import * as contract from './contract.ts'

export const secondOpinionJobs: readonly JobHandler[] = [
  handle(contract.measureAutomaticChanges, (ctx, { customerId }) =>
    measureAutomaticChanges(ctx, customerId),
  ),
]
