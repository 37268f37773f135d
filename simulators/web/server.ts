import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { advertisersSites, type SitePage } from './sites.ts'

export type WebSimulator = {
  /** For ADVERTISER_WEB_BASE: the host asked for is the one of the request's head. */
  baseUrl: string
  /** From now on; `robots` instead of a page is the text of a robots.txt. */
  put: (address: string, page: SitePage | { robots: string }) => void
  /** Addresses that were asked for, oldest first. */
  requests: () => readonly string[]
  close: () => Promise<void>
}

/** Plays the web of the simulated advertisers: every host on one loopback port. */
export async function startWebSimulator(): Promise<WebSimulator> {
  const sites = advertisersSites()
  const robots = new Map<string, string>()
  const requests: string[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host ?? ''
    const { pathname, search } = new URL(request.url ?? '/', 'http://any')
    requests.push(`https://${host}${pathname}${search}`)
    const rules = robots.get(host)
    if (pathname === '/robots.txt' && rules !== undefined)
      return response.writeHead(200, { 'content-type': 'text/plain' }).end(rules)
    return send(response, sites.get(host)?.get(pathname) ?? { status: 404 })
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    put: (address, page) => {
      const { host, pathname } = new URL(address)
      if ('robots' in page) robots.set(host, page.robots)
      else {
        if (!sites.has(host)) sites.set(host, new Map())
        sites.get(host)!.set(pathname, page)
      }
    },
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function send(response: ServerResponse, page: SitePage): void {
  if ('location' in page) return void response.writeHead(302, { location: page.location }).end()
  if ('status' in page) return void response.writeHead(page.status, HTML).end(document(NOT_FOUND))
  response.writeHead(200, HTML).end(document(page))
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const NOT_FOUND = { title: 'Página no encontrada', headings: ['No hemos encontrado esa página'] }

function document({ title, headings: [first = '', ...rest] }: typeof NOT_FOUND | Page): string {
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body><h1>${escaped(first)}</h1>${rest.map((text) => `<h2>${escaped(text)}</h2>`).join('')}</body></html>`
}

type Page = Extract<SitePage, { title: string }>

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
