import { handle, type JobHandler } from '#platform/jobs.ts'
import { disconnectAccountsOf } from './actions/disconnect-account.ts'
import { disconnectAccounts } from './contract.ts'

export const accountJobs: readonly JobHandler[] = [handle(disconnectAccounts, disconnectAccountsOf)]
