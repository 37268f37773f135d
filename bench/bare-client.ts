import { connect, type Socket } from 'node:net'

/** As browsers ask. */
export const ENCODINGS = 'gzip, deflate, br, zstd'

export type BareClient = {
  /** Throws unless the whole answer came with 200. */
  ask: (url: string, cookie: string) => Promise<void>
  close: () => void
}

/**
 * A client that counts the bytes that come and does nothing with them. It shares the cores with the server it asks:
 * Node's own takes a quarter as long for an answer as the server, `fetch` as long, and neither is what is measured.
 */
export function bareClient(connections: number): BareClient {
  const all: Line[] = []
  const free: Line[] = []
  const waiting: ((line: Line) => void)[] = []
  const take = (origin: URL) => {
    const known = free.pop()
    if (known) return known
    if (all.length >= connections) return new Promise<Line>((resolve) => waiting.push(resolve))
    const line = new Line(origin)
    all.push(line)
    return line
  }
  return {
    ask: async (address, cookie) => {
      const url = new URL(address)
      const line = await take(url)
      const status = await line.ask(url, cookie)
      const next = waiting.shift()
      if (next) next(line)
      else free.push(line)
      if (status !== 200) throw new Error(`${address} answered ${status}`)
    },
    close: () => {
      for (const line of all) line.end()
    },
  }
}

/** One connection, which asks one thing after the other. */
class Line {
  readonly #socket: Socket
  #answer = Promise.withResolvers<number>()
  #got: Buffer[] = []
  /** Bytes of the answer that must still come, at least. */
  #left = 0

  constructor({ hostname, port }: URL) {
    this.#socket = connect(Number(port), hostname)
    this.#socket.on('data', (bytes) => this.#hear(bytes))
    this.#socket.on('error', (error) => this.#answer.reject(error))
    this.#socket.on('close', () => this.#answer.reject(new Error('the server hung up')))
  }

  async ask({ host, pathname, search }: URL, cookie: string): Promise<number> {
    this.#answer = Promise.withResolvers<number>()
    this.#socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\naccept-encoding: ${ENCODINGS}\r\n\r\n`,
    )
    return await this.#answer.promise
  }

  end(): void {
    this.#answer.promise.catch(() => {})
    this.#socket.destroy()
  }

  #hear(bytes: Buffer): void {
    this.#got.push(bytes)
    this.#left -= bytes.length
    if (this.#left > 0) return
    const got = Buffer.concat(this.#got)
    const headEnd = got.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = got.toString('latin1', 0, headEnd)
    this.#left = missing(head, got)
    if (this.#left > 0) return
    this.#got = []
    this.#answer.resolve(Number(head.slice(9, 12)))
  }
}

/** So many bytes at least. */
function missing(head: string, got: Buffer): number {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (length !== undefined) return head.length + 4 + Number(length) - got.length
  // In pieces, of which the last is empty.
  return got.toString('latin1', got.length - 7) === '\r\n0\r\n\r\n' ? 0 : 1
}
