import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const ROWS = Array.from({ length: 10 }, (_, at) => ({
  name: `Grupo ${at}`,
  impressions: at * 1_000,
  clicks: at * 10,
}))
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

/** The minimal page of React, router, query and table, built and compressed as the product is. */
export async function startReactSite(): Promise<{ origin: string; close: () => void }> {
  const root = join(import.meta.dirname, 'react-page')
  const outDir = join(import.meta.dirname, '../node_modules/.cache/react-page')
  await build({ root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    const [type, body] = replyTo(outDir, path)
    response.writeHead(body === null ? 404 : 200, {
      'content-type': TYPES[type] ?? 'text/plain',
      'content-encoding': 'br',
    })
    response.end(brotliCompressSync(body ?? 'not found'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

function replyTo(folder: string, path: string): [type: string, body: Buffer | string | null] {
  if (path === '/rows') return ['.json', JSON.stringify(ROWS)]
  if (path === '/') return ['.html', readFileSync(join(folder, 'index.html'))]
  if (!/^\/assets\/[\w.-]+$/.test(path)) return ['.txt', null]
  return [extname(path), readFileSync(join(folder, path))]
}
