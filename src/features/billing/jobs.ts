import { handle, type JobHandler } from '#platform/jobs.ts'
import { syncFromStripe } from './actions/sync-from-stripe.ts'
import { reconcileBilling, syncBilling } from './contract.ts'

export const billingJobs: readonly JobHandler[] = [
  handle(syncBilling, syncFromStripe),
  handle(reconcileBilling, syncFromStripe),
]
