import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is sent, held in memory: as it is, and where there is more than a packet of it compressed. */
export type Body = { type: string; etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer }

/** Asked again each time (an unchanged one answers 304), so that a new version is seen at once. */
export const ALWAYS_ASK = 'no-cache'

export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  caching = ALWAYS_ASK,
): FastifyReply {
  reply.headers({ 'cache-control': caching, etag: body.etag })
  if (body.br || body.gzip) reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(body.etag)) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const coding = (['br', 'gzip'] as const).find((name) => accepted.includes(name) && body[name])
  if (coding) reply.header('content-encoding', coding)
  return reply.type(body.type).send(coding ? body[coding] : body.plain)
}
