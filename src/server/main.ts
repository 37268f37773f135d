import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { type AppOptions, buildApp } from './app.ts'
import { startWorker, takeOverFromTheDead } from './jobs.ts'
import { openContext } from './open-context.ts'

export type ServerOptions = AppOptions & { config: Config; clock?: Clock; random?: () => number }

export type Server = {
  app: FastifyInstance
  ctx: Context
  /** `http://host:port` as bound. */
  address: string
  /** Answers what is under way, lets running jobs reach a safe point, closes the database. */
  close: () => Promise<void>
}

const WEB_ROOT = join(import.meta.dirname, '../../dist/web')

/** Opens storage, mounts everything and listens. Throws before listening when anything is wrong. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config } = options
  const { ctx, stop, close: closeStorage } = await openContext(config, options)
  try {
    const app = await buildApp(ctx, { webRoot: WEB_ROOT, ...options })
    await takeOverFromTheDead(ctx)
    const address = await app.listen({ port: config.port, host: config.host })
    const worker = startWorker(ctx)
    const close = async () => {
      stop()
      await app.close()
      await worker.stop()
      await closeStorage()
    }
    return { app, ctx, address, close }
  } catch (error) {
    await closeStorage()
    throw error
  }
}
