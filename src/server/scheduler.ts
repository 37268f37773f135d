import { wakeAccounts } from '#features/sync/actions/enqueue-due-syncs.ts'
import type { Context } from '#platform/context.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { enqueueWhatIsDue } from './jobs.ts'

const TICK_MS = 60_000
/** A little shorter than a tick, so that a process that is a moment early does not leave one out. */
const turns = limitRate({ name: 'scheduler', max: 1, perMs: TICK_MS - 5_000 })

/** Enqueues what time alone brings about, at once and every minute; of several processes one does it. */
export function startScheduler(ctx: Context): { stop: () => Promise<void> } {
  const underWay = new Set<Promise<void>>()
  const begin = (work: () => Promise<void>) => {
    const one = tick(ctx, work).finally(() => underWay.delete(one))
    underWay.add(one)
  }
  begin(() => enqueueWhatIsDue(ctx))
  const timer = setInterval(() => {
    begin(async () => {
      if (await isOurTurn(ctx)) await enqueueWhatIsDue(ctx)
    })
  }, TICK_MS)
  // What rested is to be read before the next minute.
  const unlisten = ctx.storage.notices.listen('visit', (personId) => {
    if (personId !== null) begin(() => wakeAccounts(ctx, personId))
  })
  return {
    stop: async () => {
      unlisten()
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

async function isOurTurn(ctx: Context): Promise<boolean> {
  if (ctx.storage.engine === 'pglite') return true
  return await turns.count(ctx, 'tick').then(
    () => true,
    () => false,
  )
}

/** The database may be away for a moment: say so and go on. */
async function tick(ctx: Context, work: () => Promise<void>): Promise<void> {
  await work().catch((error) => ctx.log.error({ err: error }, 'scheduler failure'))
}
