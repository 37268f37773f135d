import { handle, type JobHandler } from '#platform/jobs.ts'
import { analyseAccount } from './actions.ts'
import * as contract from './contract.ts'

export const recommendationJobs: readonly JobHandler[] = [
  handle(contract.analyseAccount, (ctx, { customerId }) => analyseAccount(ctx, customerId)),
]
