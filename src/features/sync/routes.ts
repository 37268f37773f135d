import type { ServerResponse } from 'node:http'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { contextOf, type Mount, serve } from '#platform/http.ts'
import { CustomerId } from '#shared/wire.ts'
import { requestSync } from './actions/request-sync.ts'
import { startSync, syncProgressPath } from './contract.ts'
import { getSyncProgress } from './queries.ts'

const POLL_MS = 500
const HEARTBEAT_EVERY_POLLS = 30

export function mountSync(mount: Mount): void {
  serve(mount, startSync, async (ctx, { customerId }) => {
    const account = await ownedAccount(ctx, customerId)
    await requestSync(ctx, account)
    return await getSyncProgress(ctx, account.customerId)
  })
  mountProgressStream(mount)
}

/** Server-sent events: a `progress` whenever something changed, until the sync rests. */
function mountProgressStream(mount: Mount): void {
  const open = new Set<AbortController>()
  mount.app.addHook('preClose', async () => {
    for (const stream of open) stream.abort()
  })
  mount.app.get<{ Params: { customerId: string } }>(
    syncProgressPath(':customerId'),
    async (request, reply) => {
      const exchange = { request, reply, origin: mount.originOf(request) }
      const ctx = await contextOf(mount, exchange, 'subscriber')
      const googleId = CustomerId.parse(request.params.customerId)
      // `contextOf` has just refused a missing caller.
      const account = await ownedAccount({ ...ctx, caller: ctx.caller! }, googleId)
      reply.hijack()
      const stream = new AbortController()
      open.add(stream)
      reply.raw.once('close', () => stream.abort())
      await sendProgress(ctx, account.customerId, reply.raw, stream.signal)
      open.delete(stream)
    },
  )
}

async function sendProgress(
  ctx: Context,
  customerId: number,
  response: ServerResponse,
  closed: AbortSignal,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  let last = ''
  try {
    for (let polls = 0; !closed.aborted; polls++) {
      const progress = await getSyncProgress(ctx, customerId)
      const text = JSON.stringify(progress)
      if (text !== last) response.write(`event: progress\ndata: ${text}\n\n`)
      else if (polls % HEARTBEAT_EVERY_POLLS === 0) response.write(': sigue\n\n')
      last = text
      if (!['queued', 'running'].includes(progress.status)) break
      await pause(POLL_MS, closed)
    }
  } catch (error) {
    // The head is sent: all that is left is to end; the browser asks again.
    ctx.log.warn({ err: error }, 'progress stream ended')
  }
  response.end()
}

function pause(ms: number, closed: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    closed.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        done()
      },
      { once: true },
    )
  })
}
