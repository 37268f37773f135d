import { eraseJobs } from '#account-data/erase-tenant.ts'
import { grantJobs } from '#account-data/give-back-grant.ts'
import {
  enqueueOpenChanges,
  openChangeJobs,
  takeOverFromDeadProcesses,
  takeOverOpenChanges,
} from '#changes/open-changes.ts'
import { deleteExpiredAccounts } from '#features/accounts/actions/delete-expired-accounts.ts'
import { endUnusedGrants } from '#features/accounts/actions/end-unused-grants.ts'
import { enqueueDueWalks } from '#features/accounts/actions/enqueue-due-walks.ts'
import { enqueueLostGrants } from '#features/accounts/actions/try-lost-grants.ts'
import { accountJobs } from '#features/accounts/jobs.ts'
import { deleteExpiredAccess } from '#features/auth/actions/delete-expired-access.ts'
import { authJobs } from '#features/auth/jobs.ts'
import { runDueBilling } from '#features/billing/actions/due-billing.ts'
import { billingJobs } from '#features/billing/jobs.ts'
import { deleteOldCopies } from '#features/data-rights/actions/copies.ts'
import { deleteOldTraces, eraseDueUsers } from '#features/data-rights/actions/erasure.ts'
import { dataRightsJobs } from '#features/data-rights/jobs.ts'
import { enqueueDueNotices } from '#features/integrations/actions/due-notices.ts'
import { integrationJobs } from '#features/integrations/jobs.ts'
import { landingPageJobs } from '#features/landing-pages/jobs.ts'
import { keywordChanges } from '#features/performance/actions/keyword-changes.ts'
import { poolRulesWhenDue } from '#features/recommendations/actions/pool-rules.ts'
import { recommendationChanges } from '#features/recommendations/actions/settle-application.ts'
import { recommendationJobs } from '#features/recommendations/jobs.ts'
import { enqueueDueReports } from '#features/reports/actions/due-reports.ts'
import { reportJobs } from '#features/reports/jobs.ts'
import { adviceChanges } from '#features/second-opinion/actions/advice-changes.ts'
import { secondOpinionJobs } from '#features/second-opinion/jobs.ts'
import { enqueueDueSyncs } from '#features/sync/actions/enqueue-due-syncs.ts'
import { syncJobs } from '#features/sync/jobs.ts'
import { enqueueMorningMails } from '#features/watch/actions/morning-mail.ts'
import { watchJobs } from '#features/watch/jobs.ts'
import type { Context } from '#platform/context.ts'
import { eachApart } from '#platform/each-apart.ts'
import { schedulerFailures } from '#platform/figures.ts'
import { forgetOldJobs, freeAbandonedJobs } from '#platform/job-queue.ts'
import { finishDueJobs, type JobHandler } from '#platform/jobs.ts'
import { mailJobs } from '#platform/mail/send-mail.ts'
import { forgetDeadProcesses } from '#platform/process-registry.ts'
import { deleteEndedWindows } from '#platform/rate-limit.ts'
import { demoAheadJobs } from './demo-ahead.ts'
import { sampleJobs } from './demo-books.ts'
import { demoPageJobs } from './demo-pages.ts'

/** Every kind of job the product knows. */
export const jobHandlers: readonly JobHandler[] = [
  ...syncJobs,
  ...landingPageJobs,
  ...recommendationJobs,
  ...watchJobs,
  ...secondOpinionJobs,
  ...openChangeJobs([keywordChanges, recommendationChanges, adviceChanges]),
  ...authJobs,
  ...accountJobs,
  ...billingJobs,
  ...reportJobs,
  ...integrationJobs,
  ...dataRightsJobs,
  ...mailJobs,
  ...eraseJobs,
  ...grantJobs,
  ...demoAheadJobs,
  ...sampleJobs,
  ...demoPageJobs,
]

/** In this order, each by itself: who cannot be erased, say, keeps no report from being sent. */
const STEPS: readonly ((ctx: Context) => Promise<void>)[] = [
  enqueueDueSyncs,
  enqueueDueWalks,
  enqueueLostGrants,
  takeOverFromDeadProcesses,
  enqueueOpenChanges,
  deleteExpiredAccounts,
  endUnusedGrants,
  deleteExpiredAccess,
  deleteOldCopies,
  eraseDueUsers,
  deleteOldTraces,
  deleteEndedWindows,
  forgetOldJobs,
  function forgetDead({ db }) {
    return forgetDeadProcesses(db)
  },
  runDueBilling,
  // After anything that changes a plan.
  enqueueDueReports,
  enqueueDueNotices,
  enqueueMorningMails,
  poolRulesWhenDue,
]

/** What time alone brings about: runs every minute, and whenever the demonstration clock is moved. */
export async function enqueueWhatIsDue(ctx: Context): Promise<void> {
  await eachApart(
    STEPS,
    (step) => step(ctx),
    (error, { name }) => {
      schedulerFailures.inc({ step: name })
      ctx.log.error({ err: error, step: name }, 'step of the scheduler failed')
    },
  )
}

export async function runEverythingDue(ctx: Context): Promise<void> {
  await enqueueWhatIsDue(ctx)
  await finishDueJobs(ctx, jobHandlers)
}

/**
 * Before any request is served: on PGlite, whose folder one process holds alone, what was under way was left by a dead
 * one. On a server others may be alive, and leases must run out.
 */
export async function takeOverFromTheDead(ctx: Context): Promise<void> {
  if (ctx.storage.engine !== 'pglite') return
  await freeAbandonedJobs(ctx)
  await takeOverOpenChanges(ctx)
}
