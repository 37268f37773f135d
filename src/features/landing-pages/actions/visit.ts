import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context.ts'
import { type Got, getPublic } from '#platform/outbound-get.ts'
import { pageText } from '#platform/page-text.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { AppError } from '#shared/app-error.ts'
import type { KnownPage } from '../rules/due-pages.ts'
import { type Allowed, allowedBy } from '../rules/robots.ts'

type Seen = Omit<KnownPage, 'lookedAt' | 'brokenSince'>

/** One round over pages, in which a host is asked one thing at a time. */
export type Visit = {
  /** False where the site's robots.txt forbids it, or the site wants to be left alone for now. */
  mayOpen: (address: string) => Promise<boolean>
  open: (address: string) => Promise<Seen>
}

/** After an answer, and between what all processes ask of a host. */
const PAUSE_MS = 1_000
const perHost = limitRate({ name: 'page-host', max: 1, perMs: PAUSE_MS })
/** A host that is too slow so often is not asked again in this round. */
const MOST_SLOW = 2

export function openVisit(ctx: Context): Visit {
  const robots = new Map<string, Allowed>()
  const slow = new Map<string, number>()
  const alone = new Set<string>()
  const ask = async (address: string, types: readonly string[]): Promise<Got> => {
    const { host } = new URL(address)
    await turnAt(ctx, host)
    const got = await get(ctx, address, types)
    if (got.failure === 'time') slow.set(host, (slow.get(host) ?? 0) + 1)
    if (got.status === 429 || slow.get(host) === MOST_SLOW) alone.add(host)
    return got
  }
  return {
    mayOpen: async (address) => {
      const { origin, host } = new URL(address)
      if (!robots.has(origin) && !alone.has(host)) {
        const { body } = await ask(`${origin}/robots.txt`, ['text/plain'])
        // Where it cannot be read nothing is forbidden: the page itself will answer alike.
        robots.set(origin, allowedBy(body.toString('utf8')))
      }
      return !alone.has(host) && robots.get(origin)!(address)
    },
    open: async (address) => {
      const { body, contentType, status, endedAt, failure } = await ask(address, HTML)
      return { address, status, endedAt, failure, ...pageText(body, contentType) }
    },
  }
}

const HTML = ['text/html', 'application/xhtml+xml']

async function get(ctx: Context, address: string, types: readonly string[]): Promise<Got> {
  const { config, stopping } = ctx
  const product = config.appOrigin ? ` (+${config.appOrigin}/privacy)` : ''
  return await getPublic(address, {
    // Also beside simulators: who is played there is asked for by name.
    allowPrivate: false,
    playedBy: config.advertiserWeb?.playedBy,
    types,
    userAgent: `Pujante/1.0${product}`,
    signal: stopping,
  })
}

/** Waits until the host may be asked, by any process; what is played on this machine needs no rest. */
async function turnAt(ctx: Context, host: string): Promise<void> {
  if (ctx.config.advertiserWeb?.playedBy) return
  await sleep(PAUSE_MS, undefined, { signal: ctx.stopping })
  for (;;)
    try {
      await perHost.count(ctx, host)
      return
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error
      await sleep(PAUSE_MS, undefined, { signal: ctx.stopping })
    }
}
