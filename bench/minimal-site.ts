import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const GROUPS = Array.from({ length: 10 }, (_, at) => ({
  name: `Grupo ${at}`,
  impressions: at * 1_000,
  clicks: at * 10,
}))

/** The minimal page and its ad groups: what browser and machine allow at best. */
export async function startMinimalSite(): Promise<{ origin: string; close: () => void }> {
  const page = readFileSync(join(import.meta.dirname, 'minimal-page.html'))
  const server = createServer((request, response) => {
    const isPage = request.url === '/'
    response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json')
    response.end(isPage ? page : JSON.stringify(GROUPS))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
