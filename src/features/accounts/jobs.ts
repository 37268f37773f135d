import { handle, type JobHandler } from '#platform/jobs.ts'
import { disconnectAccountsOf } from './actions/disconnect-account.ts'
import { findWaysTo, renewWaysOf } from './actions/find-ways.ts'
import { tryLostGrant } from './actions/try-lost-grants.ts'
import { disconnectAccounts, findWays, renewManagers, tryGrant } from './contract.ts'

export const accountJobs: readonly JobHandler[] = [
  handle(disconnectAccounts, disconnectAccountsOf),
  handle(findWays, findWaysTo),
  handle(tryGrant, tryLostGrant),
  handle(renewManagers, async (ctx, { connectionId }) => {
    await renewWaysOf(ctx, connectionId, 'background')
  }),
]
