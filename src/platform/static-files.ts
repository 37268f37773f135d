import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SIMULATED } from '#shared/simulated.ts'
import { ALWAYS_ASK, type Body, etagOf, sendBody } from './held-body.ts'
import type { LandingFacts } from './landing-facts.ts'
import { servePublicPages } from './public-pages.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const INDEX = 'index.html'
const ONE_HOUR = 'public, max-age=3600'
const NOT_A_PAGE = /^\/(api|__dev|metrics|assets)(\/|$)/
/** Made for who asks, of their own data. */
const FOR_ONE_ONLY = 'private, no-store'
const HTML = 'text/html; charset=utf-8'
const COMPRESSED = /\.(br|gz)$/
const TYPES: Record<string, string> = {
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

type StaticOptions = {
  root: string
  /** What the public pages say of trial and years; without it, that there are none. */
  facts?: LandingFacts
  /** Scheme, host and port under which the browser made the request. */
  originOf: (request: FastifyRequest) => string
  /** Vendors are simulated, as the program has to say on every page from its first drawing. */
  isSimulated?: boolean
  /** The page of this request where it is not index.html as it is; `files`: all that is served. */
  pageFor?: (request: FastifyRequest, files: ReadonlySet<string>) => Promise<string | null>
}

/**
 * Serves the built browser side from `root`, precompressed where the caller accepts it: the public pages, files, and
 * index.html for any other navigation. A missing file and all of /api stay with the not-found handler.
 */
export function serveStatic(app: FastifyInstance, options: StaticOptions): void {
  const { root } = options
  if (!existsSync(join(root, INDEX))) {
    app.log.warn({ root }, 'browser side not built: only the API is served')
    return
  }
  const names = filesIn(root).difference(servePublicPages(app, options))
  // Read once, all of it: another build in its place would have pages of one and scripts of the other. And no path from an
  // address is ever opened.
  const files = new Map([...names].map((name) => [name, read(root, name)]))
  if (options.isSimulated) files.set(INDEX, simulated(files.get(INDEX)!))

  app.get('/*', { schema: { hide: true } as object }, async (request, reply) => {
    const name = decodeURIComponent(pathOf(request).slice(1))
    const file = files.get(name)
    if (file) return sendBody(request, reply, file, cachingOf(name))
    if (isNavigation(request)) {
      const page = await options.pageFor?.(request, names)
      if (page) {
        return reply.header('cache-control', FOR_ONE_ONLY).type(HTML).send(page)
      }
      return sendBody(request, reply, files.get(INDEX)!)
    }
    return reply.callNotFound()
  })
}

function filesIn(root: string): Set<string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, sep).length))
  return new Set(names.map((name) => name.split(sep).join('/')))
}

function read(root: string, name: string): Body {
  const path = join(root, name)
  const plain = readFileSync(path)
  const [br, gzip] = ['.br', '.gz'].map((ending) =>
    existsSync(path + ending) ? readFileSync(path + ending) : undefined,
  )
  const type = TYPES[extname(name)] ?? 'application/octet-stream'
  return { type, etag: etagOf(plain), plain, ...(br && { br }), ...(gzip && { gzip }) }
}

/** What it says is known before the program has asked for anything. */
function simulated({ type, plain }: Body): Body {
  const text = plain.toString().replace('<html lang="es"', `<html lang="es" ${SIMULATED}`)
  const marked = Buffer.from(text)
  return { type, etag: etagOf(marked), plain: marked }
}

function cachingOf(name: string): string {
  if (name.startsWith('assets/')) return IMMUTABLE
  return name.endsWith('.html') ? ALWAYS_ASK : ONE_HOUR
}

/** A person opening a page: no file extension, not under /api, and HTML is welcome. */
function isNavigation(request: FastifyRequest): boolean {
  const path = pathOf(request)
  const accept = request.headers.accept ?? '*/*'
  const lastPart = path.slice(path.lastIndexOf('/') + 1)
  return !NOT_A_PAGE.test(path) && !lastPart.includes('.') && /text\/html|\*\/\*/.test(accept)
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}
