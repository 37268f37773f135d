import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/**
 * Stands before Google and loses answers to changes (dry runs pass). 'fail after': Google makes the change and the
 * answer is a 500; 'fail before': a 500 without Google; 'fail, then make': a 500 at once, and Google makes it on `release`;
 * 'swallow': neither Google nor an answer; 'keep answer': made, and the answer held back until `release`.
 */
export type LossyProxy = {
  url: string
  passTo: (base: string) => void
  mode: 'pass' | 'fail after' | 'fail before' | 'fail, then make' | 'swallow' | 'keep answer'
  /** Called before a change is passed on, once. */
  onMutate: (() => void) | null
  /** Changes sent to Google since the mode last left 'pass'. */
  mutations: number
  /** Resolves when Google has made the change whose answer is held back. */
  kept: () => Promise<void>
  release: () => void
}

export async function lossyProxy(): Promise<LossyProxy> {
  let base = ''
  let mode: LossyProxy['mode'] = 'pass'
  const kept = Promise.withResolvers<void>()
  let released = Promise.withResolvers<void>()
  const proxy: LossyProxy = {
    url: '',
    passTo: (to) => {
      base = to
    },
    get mode() {
      return mode
    },
    set mode(next) {
      if (mode === 'pass') {
        proxy.mutations = 0
        released = Promise.withResolvers<void>()
      }
      mode = next
    },
    onMutate: null,
    mutations: 0,
    kept: () => kept.promise,
    release: () => released.resolve(),
  }
  // Google may close an idle connection just as the next call sets out: its caller sees a broken one, as in any network.
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const isChange =
      /:(mutate|apply|dismiss)$/.test(request.url ?? '') && !JSON.parse(body).validateOnly
    const now = isChange ? mode : 'pass'
    if (now === 'fail before') return fail(response)
    if (isChange) {
      proxy.mutations++
      proxy.onMutate?.()
      proxy.onMutate = null
    }
    if (now === 'swallow') return
    if (now === 'fail, then make') {
      fail(response)
      await released.promise
    }
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      ...headers
    } = request.headers
    const reply = await fetch(`${base}${request.url}`, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body && { body }),
    })
    const text = await reply.text()
    if (now === 'fail, then make') return
    if (now === 'fail after') return fail(response)
    if (now === 'keep answer') {
      kept.resolve()
      await released.promise
    }
    response.writeHead(reply.status, {
      'content-type': reply.headers.get('content-type') ?? 'application/json',
      'request-id': reply.headers.get('request-id') ?? '',
    })
    response.end(text)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    released.resolve()
    server.close()
    server.closeAllConnections()
  })
  return proxy
}

function fail(response: ServerResponse): void {
  response.writeHead(500, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { code: 500, message: 'Internal error encountered.' } }))
}
