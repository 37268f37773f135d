import { handle, type JobHandler } from '#platform/jobs.ts'
import { lookAtPages } from './actions/look-at-pages.ts'
import { lookAtPages as lookKind } from './contract.ts'

export const landingPageJobs: readonly JobHandler[] = [
  handle(lookKind, (ctx, { customerId }) => lookAtPages(ctx, customerId)),
]
