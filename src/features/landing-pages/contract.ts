import * as z from 'zod/mini'
import { jobKind } from '#shared/job-kind.ts'

/** Opens the pages of an account's ads that are due; `customerId` is ours. */
export const lookAtPages = jobKind('look-at-pages', {
  payload: z.object({ customerId: z.number() }),
  maxAttempts: 3,
  lane: 'nightly',
})

/** At most one open look after a sync, and one that looks again at what was broken. */
export const pagesKey = (customerId: number) => `${lookAtPages.name}:${customerId}`
export const pagesAgainKey = (customerId: number) => `${lookAtPages.name}-again:${customerId}`
