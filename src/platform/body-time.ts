import { Transform } from 'node:stream'
import type { FastifyInstance } from 'fastify'

const BODY_MS = 15_000

/**
 * A body that trickles in holds a connection for little: 408 after a while. Uploads of files, read as they come, have
 * the server's longer time for a whole request.
 */
export function limitBodyTime(app: FastifyInstance, bodyMs = BODY_MS): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { headers } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding']
    if (!hasBody || headers['content-type']?.startsWith('multipart/')) return payload
    const timed = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) })
    const timer = setTimeout(() => {
      reply.header('connection', 'close')
      timed.destroy(Object.assign(new Error('the body came too slowly'), { statusCode: 408 }))
    }, bodyMs)
    // A reply may be sent before anything reads the body: then no one hears of its end.
    timed.on('error', () => {})
    for (const end of ['end', 'close', 'error']) payload.once(end, () => clearTimeout(timer))
    payload.once('error', (error) => timed.destroy(error))
    return Object.assign(payload.pipe(timed), { receivedEncodedLength: 0 })
  })
}
