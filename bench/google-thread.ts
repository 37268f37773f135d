// Body of the simulators' thread. A front before the Ads API keeps answers, so that a second sync
// measures this product alone and not how long the simulator thinks.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { startSimulators } from '../simulators/start.ts'
import type { Front } from './google-side.ts'

const { email, allAs, delayMs = 0 } = workerData as Front
const simulators = await startSimulators({ clock: { now: () => new Date() }, seed: 20_261 })
const kept = new Map<string, Buffer[]>()
const front = createServer((request, response) => void forward(request, response))
// The server under test may be busy writing for longer than Node's five seconds between two questions.
front.keepAliveTimeout = 120_000
front.listen(0, '127.0.0.1')
await once(front, 'listening')

parentPort?.postMessage({
  environment: simulators.environment,
  recordedEnvironment: {
    ...simulators.environment,
    GOOGLE_ADS_API_BASE: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
  },
  refreshToken: simulators.grantGoogle(email),
})

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await wholeBody(request)
  const path = allAs ? request.url?.replace(/customers\/\d+/, `customers/${allAs}`) : request.url
  const question = `${request.method} ${path} ${body}`
  if (delayMs > 0) await sleep(delayMs)
  const chunks = kept.get(question)
  response.setHeader('content-type', 'application/json; charset=UTF-8')
  if (chunks) {
    for (const chunk of chunks) if (!response.write(chunk)) await once(response, 'drain')
    response.end()
    return
  }
  const answer = await fetch(`${simulators.environment.GOOGLE_ADS_API_BASE}${path}`, {
    method: request.method ?? 'GET',
    headers: passedOn(request),
    ...(body.length > 0 && { body }),
  })
  response.statusCode = answer.status
  const heard: Buffer[] = []
  for await (const chunk of answer.body ?? []) {
    heard.push(Buffer.from(chunk))
    if (!response.write(chunk)) await once(response, 'drain')
  }
  response.end()
  if (answer.ok) kept.set(question, heard)
}

async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function passedOn(request: IncomingMessage): Record<string, string> {
  const names = ['authorization', 'content-type', 'developer-token', 'login-customer-id']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
