import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { warnOfPrices } from '#features/billing/queries/prices-at-stripe.ts'
import type { Clock } from '#platform/clock.ts'
import { type Config, ConfigFault } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { collectGarbage, whenIdle } from '#platform/spare-memory.ts'
import type { DrawFirstView } from '#shared/first-view.ts'
import { type AppOptions, buildApp } from './app.ts'
import { startJobThread } from './job-thread.ts'
import { jobHandlers, takeOverFromTheDead } from './jobs.ts'
import { openContext } from './open-context.ts'
import { type Role, schedules, serves, works } from './roles.ts'
import { startScheduler } from './scheduler.ts'
import { startWorker, type Worker } from './worker.ts'

export type ServerOptions = AppOptions & {
  config: Config
  clock?: Clock
  random?: () => number
  /** `all` unless said otherwise. */
  role?: Role
  /** What a thread for jobs runs, where requests are answered beside them; without it they share one. */
  jobThread?: URL
}

export type Server = {
  app: FastifyInstance
  ctx: Context
  /** `http://host:port` as bound; a process without requests answers health and figures there. */
  address: string
  /** Answers what is under way, lets running jobs reach a safe point, closes the database. */
  close: () => Promise<void>
}

/** Two tries of Google's answer to a user who waits; a supervisor should wait a little longer. */
const FINISH_WITHIN_MS = 25_000

const DIST = join(import.meta.dirname, '../../dist')
const WEB_ROOT = join(DIST, 'web')
const FIRST_VIEW = join(DIST, 'first-view/first-view.js')

const loadFirstView = async () =>
  (await import(pathToFileURL(FIRST_VIEW).href)) as { drawFirstView: DrawFirstView }

/** Opens storage, mounts what its role needs and listens. Throws before listening when anything is wrong. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, role = 'all' } = options
  if (role !== 'all' && !config.databaseUrl)
    throw new ConfigFault([
      `--role ${role}: hace falta DATABASE_URL; la base de datos integrada solo admite un proceso`,
    ])
  const { ctx, stop, close: closeStorage } = await openContext(config, options)
  const hasFirstView = serves(role) && existsSync(FIRST_VIEW)
  try {
    const app = await buildApp(ctx, {
      webRoot: WEB_ROOT,
      drawFirstView: hasFirstView
        ? async (asked) => (await loadFirstView()).drawFirstView(asked)
        : undefined,
      ...options,
      idle: !serves(role),
    })
    await takeOverFromTheDead(ctx)
    const address = await app.listen({ port: config.port, host: config.host })
    const workers = works(role) ? startWorkers(ctx, options) : []
    const scheduler = schedules(role) ? startScheduler(ctx) : undefined
    if (serves(role)) void warnOfPrices(ctx)
    // As old as all else that it answers; what is wrong with it is told as it is drawn.
    if (hasFirstView) void loadFirstView().catch(() => {})
    const stopWatching = whenIdle(() => {
      collectGarbage()
      ctx.storage.giveBackMemory()
    })
    const close = async () => {
      stopWatching()
      const served = app.close()
      const finished = Promise.all([served, ...workers.map((one) => one.stop()), scheduler?.stop()])
      await Promise.race([finished, sleep(FINISH_WITHIN_MS, undefined, { ref: false })])
      // What still waits for a vendor now is told to give up.
      stop()
      await finished
      await closeStorage()
    }
    return { app, ctx, address, close }
  } catch (error) {
    await closeStorage()
    throw error
  }
}

/** Mail and billing are light and shall go out at once: beside the requests, where all else has a thread. */
function startWorkers(ctx: Context, { role = 'all', jobThread }: ServerOptions): Worker[] {
  if (role !== 'all' || !jobThread) return [startWorker(ctx)]
  const loops = ['urgent', 'urgent'] as const
  return [startWorker(ctx, jobHandlers, { loops }), startJobThread(ctx, jobThread)]
}
