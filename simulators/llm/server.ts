import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BEHAVIOURS, type Behaviour, replyOf } from './behaviours.ts'
import type { Turn } from './turn.ts'
import { ANTHROPIC, type Json, OPENAI } from './wire.ts'

export type LlmSimulator = {
  /** For LLM_BASE_URL, of either provider. */
  url: string
  /** From now on. Throws with the known names for another. */
  behave: (behaviour: string) => void
  /** What it was asked so far, oldest first. */
  turns: () => readonly Turn[]
  close: () => Promise<void>
}

export type LlmSimulatorOptions = {
  behaviour?: Behaviour
  /** How late a slow answer comes. */
  slowMs?: number
}

/** A language model on loopback that knows only a few turns, in OpenAI's and Anthropic's wire formats. */
export async function startLlmSimulator(options: LlmSimulatorOptions = {}): Promise<LlmSimulator> {
  let behaviour: Behaviour = options.behaviour ?? 'honest'
  const turns: Turn[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const wire = [OPENAI, ANTHROPIC].find(({ path }) => request.url?.endsWith(path))
    if (!wire || request.method !== 'POST')
      return send(response, 404, { error: { message: 'Not found' } })
    const body = JSON.parse(await readAll(request)) as Json
    const turn = wire.readTurn(body)
    turns.push(turn)
    if (behaviour === '529') return send(response, 529, OVERLOADED, { 'retry-after': '0' })
    if (behaviour === 'slow') await sleep(options.slowMs ?? 60_000, undefined, { ref: false })
    send(response, 200, wire.writeReply(replyOf(behaviour, turn), String(body.model)))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      send(response, 500, { error: { message: String(error) } }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    behave: (name) => {
      behaviour = knownBehaviour(name)
    },
    turns: () => turns,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const OVERLOADED = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }

function knownBehaviour(name: string): Behaviour {
  const known = BEHAVIOURS.find((one) => one === name)
  if (!known) throw new RangeError(`unknown behaviour ${name}; known: ${BEHAVIOURS.join(', ')}`)
  return known
}

function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
