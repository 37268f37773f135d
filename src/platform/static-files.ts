import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LandingFacts } from './landing-facts.ts'
import { servePublicPages } from './public-pages.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'
/** Asked again each time (cheap: an unchanged file answers 304), so that a new version is seen at once. */
const ALWAYS_ASK = 'no-cache'
const NOT_A_PAGE = /^\/(api|__dev|metrics|assets)(\/|$)/
/** Made for who asks, of their own data. */
const FOR_ONE_ONLY = 'private, no-store'
const HTML = 'text/html; charset=utf-8'
const COMPRESSED = /\.(br|gz)$/

type StaticOptions = {
  root: string
  /** What the public pages say of trial and years; without it, that there are none. */
  facts?: LandingFacts
  /** Scheme, host and port under which the browser made the request. */
  originOf: (request: FastifyRequest) => string
  /** The page of this request where it is not index.html as it is; `files`: all that is served. */
  pageFor?: (request: FastifyRequest, files: ReadonlySet<string>) => Promise<string | null>
}

/**
 * Serves the built browser side from `root`, precompressed where the caller accepts it: the public pages, files, and
 * index.html for any other navigation. A missing file and all of /api stay with the not-found handler.
 */
export async function serveStatic(app: FastifyInstance, options: StaticOptions): Promise<void> {
  const { root } = options
  if (!existsSync(join(root, 'index.html'))) {
    app.log.warn({ root }, 'browser side not built: only the API is served')
    return
  }
  // Listed once: only names on the list are ever opened, never a path from the address.
  const files = filesIn(root).difference(servePublicPages(app, options))
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })

  app.get('/*', { schema: { hide: true } as object }, async (request, reply) => {
    const name = decodeURIComponent(pathOf(request).slice(1))
    if (files.has(name)) {
      return reply.header('cache-control', cachingOf(name)).sendFile(name)
    }
    if (isNavigation(request)) {
      const page = await options.pageFor?.(request, files)
      if (page) {
        return reply.header('cache-control', FOR_ONE_ONLY).type(HTML).send(page)
      }
      return reply.header('cache-control', ALWAYS_ASK).sendFile('index.html')
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
