import { ownedAccount } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { type EventStream, eventStreams } from '#platform/event-stream.ts'
import { contextOf, type Mount, parseShape, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { personOf } from '#platform/session.ts'
import { requestSync } from './actions/request-sync.ts'
import { FollowSync, type SyncProgress, startSync, syncProgressPath } from './contract.ts'
import { getSyncProgress } from './queries/sync-progress.ts'

/** A notice tells of a change; this is for one that was lost with its line. */
const LOOK_AGAIN_MS = 15_000

export function mountSync(mount: Mount): void {
  // Each reads the whole structure, of the operations that all share.
  const perUser = limitRate({ name: 'syncs asked for', max: 30, perMs: 60_000 })
  serve(mount, startSync, async (ctx, { customerId }) => {
    await perUser.count(ctx, ctx.caller.userId)
    const account = await ownedAccount(ctx, customerId)
    await requestSync(ctx, account)
    return await getSyncProgress(ctx, account.customerId)
  })
  mountProgressStream(mount)
}

/** Server-sent events: a `progress` whenever something changed, until the sync rests. */
function mountProgressStream(mount: Mount): void {
  const openStream = eventStreams(mount)
  const watch = progressWatcher(mount.ctx)
  mount.app.get(syncProgressPath(':customerId'), async (request, reply) => {
    const exchange = { request, reply, origin: mount.originOf(request) }
    const ctx = await contextOf(mount, exchange, { access: 'subscriber', permission: 'see' })
    const { customerId: googleId } = parseShape(FollowSync, request.params)
    // `contextOf` has just refused a missing caller.
    const caller = ctx.caller!
    const { customerId } = await ownedAccount({ ...ctx, caller }, googleId)
    sendProgress(openStream(personOf(caller), request, reply), watch, customerId)
  })
}

function sendProgress(stream: EventStream, watch: Watcher, customerId: number): void {
  let last = ''
  const unwatch = watch(customerId, (progress) => {
    // The head is sent: all that is left is to end; the browser asks again.
    if (!progress) return stream.end()
    const text = JSON.stringify(progress)
    if (text !== last) stream.send('progress', progress)
    last = text
    if (!['queued', 'running'].includes(progress.status)) stream.end()
  })
  if (stream.closed.aborted) unwatch()
  else stream.closed.addEventListener('abort', unwatch)
}

type Heard = (progress: SyncProgress | null) => void
type Watcher = (customerId: number, heard: Heard) => () => void
type Watch = { listeners: Set<Heard>; look: () => void; stop: () => void }

/** However many streams follow an account, it is read once when a notice of it comes. */
function progressWatcher(ctx: Context): Watcher {
  const watches = new Map<number, Watch>()
  return (customerId, heard) => {
    const watch = watches.get(customerId) ?? startWatch(ctx, customerId)
    watches.set(customerId, watch)
    watch.listeners.add(heard)
    watch.look()
    return () => {
      watch.listeners.delete(heard)
      if (watch.listeners.size > 0) return
      watch.stop()
      watches.delete(customerId)
    }
  }
}

function startWatch(ctx: Context, customerId: number): Watch {
  const listeners = new Set<Heard>()
  const tell: Heard = (progress) => {
    for (const heard of [...listeners]) heard(progress)
  }
  const look = oneAtATime(async () => {
    const progress = await getSyncProgress(ctx, customerId).catch((error) => {
      ctx.log.warn({ err: error }, 'progress cannot be read')
      return null
    })
    tell(progress)
  })
  const timer = setInterval(look, LOOK_AGAIN_MS)
  const unlisten = ctx.storage.notices.listen('sync', (key) => {
    if (key === null || key === String(customerId)) look()
  })
  const stop = () => {
    clearInterval(timer)
    unlisten()
  }
  return { listeners, look, stop }
}

/** Asked for while under way, the work is done once more afterwards. */
function oneAtATime(work: () => Promise<void>): () => void {
  let wanted = 0
  return () => {
    wanted += 1
    if (wanted > 1) return
    void (async () => {
      for (let done = 0; done < wanted; ) {
        done = wanted
        await work()
      }
      wanted = 0
    })()
  }
}
