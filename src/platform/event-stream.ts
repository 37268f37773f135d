import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import type { Mount } from './http.ts'

/** A browser opens two at a time and reconnects; more than this is a script. */
const STREAMS_PER_USER = 12
const HEARTBEAT_MS = 15_000
/** Then the browser asks again, and whether it still may is looked at anew. */
const LONGEST_MS = 5 * 60_000

const streams = new WeakSet<object>()

/** Open as long as there is something to follow, which says nothing about how fast an answer is. */
export function isEventStream(reply: FastifyReply): boolean {
  return streams.has(reply.raw)
}

export type EventStream = {
  send: (event: string, body: unknown) => void
  end: () => void
  /** Aborted when either side closes. */
  closed: AbortSignal
}

/** Opens server-sent events on hijacked replies: few per user, ended when the server closes. */
export function eventStreams({ app }: Pick<Mount, 'app'>) {
  const open = new Map<string, Set<AbortController>>()
  app.addHook('preClose', async () => {
    for (const ofUser of open.values()) for (const stream of ofUser) stream.abort()
  })
  /** Throws 429 when the user has too many open. */
  return (userId: string, request: FastifyRequest, reply: FastifyReply): EventStream => {
    const ofUser = open.get(userId) ?? new Set()
    if (ofUser.size >= STREAMS_PER_USER)
      throw new AppError(
        'too_many_requests',
        'Hay demasiadas ventanas abiertas con este usuario. Cierra alguna y vuelve a probar.',
        { retryAfterSeconds: HEARTBEAT_MS / 1000 },
      )
    const closing = new AbortController()
    open.set(userId, ofUser.add(closing))
    closing.signal.addEventListener('abort', () => {
      ofUser.delete(closing)
      if (ofUser.size === 0) open.delete(userId)
    })
    return start(request, reply, closing)
  }
}

function start(
  request: FastifyRequest,
  reply: FastifyReply,
  closing: AbortController,
): EventStream {
  const { raw } = reply
  reply.hijack()
  streams.add(raw)
  raw.once('close', () => closing.abort())
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  })
  const heartbeat = setInterval(() => raw.write(': sigue\n\n'), HEARTBEAT_MS)
  const longest = setTimeout(() => closing.abort(), LONGEST_MS)
  closing.signal.addEventListener('abort', () => {
    clearInterval(heartbeat)
    clearTimeout(longest)
    raw.end()
  })
  return {
    send: (event, body) => void raw.write(`event: ${event}\ndata: ${JSON.stringify(body)}\n\n`),
    end: () => closing.abort(),
    closed: closing.signal,
  }
}
