import { handle, type JobHandler } from '#platform/jobs.ts'
import { disconnectAccountsOf } from './actions/disconnect-account.ts'
import { findWaysTo } from './actions/find-ways.ts'
import { disconnectAccounts, findWays } from './contract.ts'

export const accountJobs: readonly JobHandler[] = [
  handle(disconnectAccounts, disconnectAccountsOf),
  handle(findWays, findWaysTo),
]
