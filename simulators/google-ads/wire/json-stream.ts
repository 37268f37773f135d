import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { Exchange } from '../http.ts'

export type BatchSink = {
  write(text: string): Promise<void>
  end(): Promise<void>
  /** True once the client hung up or the stream was broken off. */
  readonly closed: boolean
}

const CHUNK = 64 * 1024

/**
 * A JSON answer in pieces: no more than one chunk waits in memory while the client is slow. Compressed only
 * when the client also says gzip in its user agent, as Google demands. `truncated` cuts the socket midway.
 */
export function openStream(
  { request, response, requestId }: Exchange,
  { truncated = false }: { truncated?: boolean },
): BatchSink {
  const gzip =
    /gzip/.test(String(request.headers['accept-encoding'] ?? '')) &&
    /gzip/.test(request.headers['user-agent'] ?? '')
  const target: Writable = gzip ? compressed(response) : response
  let waiting = ''
  const flush = async () => {
    const text = waiting
    waiting = ''
    if (response.destroyed) return
    // Not before the first chunk is ready: an error up to then is still answered as an error.
    if (!response.headersSent) {
      response.writeHead(200, {
        'content-type': 'application/json; charset=UTF-8',
        'request-id': requestId,
        ...(gzip && { 'content-encoding': 'gzip' }),
      })
    }
    if (truncated) return cut(response, text.slice(0, text.length / 2))
    if (!target.write(text)) await drained(target, response)
  }
  return {
    async write(text) {
      waiting += text
      if (waiting.length >= CHUNK) await flush()
    },
    async end() {
      if (waiting !== '') await flush()
      if (!response.destroyed) target.end()
    },
    get closed() {
      return response.destroyed
    },
  }
}

function compressed(response: ServerResponse): Writable {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  gzip.pipe(response)
  response.once('close', () => gzip.destroy())
  return gzip
}

async function cut(response: ServerResponse, lastWords: string): Promise<void> {
  const closed = once(response, 'close')
  response.write(lastWords, () => response.destroy())
  await closed
}

/** Until the client has read enough, or has hung up. */
async function drained(target: Writable, response: ServerResponse): Promise<void> {
  const decided = new AbortController()
  const { signal } = decided
  const either = [once(target, 'drain', { signal }), once(response, 'close', { signal })]
  await Promise.race(either).finally(() => decided.abort())
}
