import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** As browsers ask. */
export const ENCODINGS = 'gzip, deflate, br, zstd'

export type BareClient = {
  /** Throws unless the whole answer came with 200. */
  ask: (url: string, cookie: string) => Promise<void>
  close: () => void
}

/**
 * A client that reads what comes and does nothing with it: `fetch` takes as long to unpack and decode an answer as the
 * server to make it, and is no part of what is measured.
 */
export function bareClient(connections: number): BareClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    ask: async (url, cookie) => {
      const request = get(url, { agent, headers: { cookie, 'accept-encoding': ENCODINGS } })
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      await buffer(answer)
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
    },
    close: () => agent.destroy(),
  }
}
