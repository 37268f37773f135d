import { eraseJobs } from '#account-data/erase-tenant.ts'
import { enqueueOpenChanges, openChangeJobs, takeOverOpenChanges } from '#changes/open-changes.ts'
import { deleteExpiredAccounts } from '#features/accounts/actions/delete-expired-accounts.ts'
import { accountJobs } from '#features/accounts/jobs.ts'
import { deleteExpiredAccess } from '#features/auth/actions/delete-expired-access.ts'
import { authJobs } from '#features/auth/jobs.ts'
import { runDueBilling } from '#features/billing/actions/due-billing.ts'
import { billingJobs } from '#features/billing/jobs.ts'
import { enqueueDueNotices } from '#features/integrations/actions/due-notices.ts'
import { integrationJobs } from '#features/integrations/jobs.ts'
import { keywordChanges } from '#features/performance/actions/keyword-changes.ts'
import { poolRulesWhenDue } from '#features/recommendations/actions/pool-rules.ts'
import { recommendationChanges } from '#features/recommendations/actions/settle-application.ts'
import { recommendationJobs } from '#features/recommendations/jobs.ts'
import { enqueueDueReports } from '#features/reports/actions/due-reports.ts'
import { reportJobs } from '#features/reports/jobs.ts'
import { adviceChanges } from '#features/second-opinion/actions/advice-changes.ts'
import { secondOpinionJobs } from '#features/second-opinion/jobs.ts'
import { enqueueDueSyncs, syncJobs } from '#features/sync/jobs.ts'
import type { Context } from '#platform/context.ts'
import { finishDueJobs, freeAbandonedJobs, type JobHandler, runNextJob } from '#platform/jobs.ts'
import { mailJobs } from '#platform/mail/send-mail.ts'
import { sampleJobs } from './demo-books.ts'

/** Every kind of job the product knows. */
export const jobHandlers: readonly JobHandler[] = [
  ...syncJobs,
  ...recommendationJobs,
  ...secondOpinionJobs,
  ...openChangeJobs([keywordChanges, recommendationChanges, adviceChanges]),
  ...authJobs,
  ...accountJobs,
  ...billingJobs,
  ...reportJobs,
  ...integrationJobs,
  ...mailJobs,
  ...eraseJobs,
  ...sampleJobs,
]

const POLL_MS = 500
const TICK_MS = 60_000
/** PGlite has one connection; on a server a few vendors' answers can be awaited side by side. */
const WORKERS = { pglite: 3, postgres: 4 } as const
/** What the first worker does: a mail must not wait for another user's year of history. */
const promptHandlers = jobHandlers.filter(({ kind }) => !kind.background)

/** What time alone brings about: runs every minute, and whenever the demonstration clock is moved. */
export async function enqueueWhatIsDue(ctx: Context): Promise<void> {
  await enqueueDueSyncs(ctx)
  await enqueueOpenChanges(ctx)
  await deleteExpiredAccounts(ctx)
  await deleteExpiredAccess(ctx)
  await runDueBilling(ctx)
  // After anything that changes a plan.
  await enqueueDueReports(ctx)
  await enqueueDueNotices(ctx)
  await poolRulesWhenDue(ctx)
}

export async function runEverythingDue(ctx: Context): Promise<void> {
  await enqueueWhatIsDue(ctx)
  await finishDueJobs(ctx, jobHandlers)
}

export type Worker = { stop: () => Promise<void> }

/**
 * Before any request is served: on PGlite, whose folder one process holds alone, what was under way was left by a dead
 * one. On a server others may be alive, and leases must run out.
 */
export async function takeOverFromTheDead(ctx: Context): Promise<void> {
  if (ctx.storage.engine !== 'pglite') return
  await freeAbandonedJobs(ctx)
  await takeOverOpenChanges(ctx)
}

/** Works through the queue until stopped; `stop` waits for the jobs under way. */
export function startWorker(ctx: Context): Worker {
  const stopping = new AbortController()
  const tick = setInterval(() => void attempt(ctx, enqueueWhatIsDue), TICK_MS)
  const loops = Array.from({ length: WORKERS[ctx.storage.engine] }, (_, index) =>
    workLoop(ctx, stopping.signal, index === 0 ? promptHandlers : jobHandlers),
  )
  void attempt(ctx, enqueueWhatIsDue)
  return {
    stop: async () => {
      clearInterval(tick)
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function workLoop(
  ctx: Context,
  stopping: AbortSignal,
  handlers: readonly JobHandler[],
): Promise<void> {
  while (!stopping.aborted) {
    const worked = await attempt(ctx, () => runNextJob({ ...ctx, stopping }, handlers))
    if (!worked) await pause(POLL_MS, stopping)
  }
}

/** The database may be away for a moment: say so and go on. */
async function attempt<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work(ctx)
  } catch (error) {
    ctx.log.error({ err: error }, 'worker failure')
    return undefined
  }
}

function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    stopping.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        done()
      },
      { once: true },
    )
  })
}
