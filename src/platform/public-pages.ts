import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Body, etagOf, sendBody } from './held-body.ts'
import { type LandingFacts, withFacts } from './landing-facts.ts'

/** Addresses that search engines may list. */
export const PUBLIC_PATHS = ['/', '/privacy', '/terms']

/** What the build writes where a page names its own address. */
const ORIGIN_PLACEHOLDER = 'https://origin.invalid'
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/
const HTML = 'text/html; charset=utf-8'
/** Files made at build time for everyone, with the public origin left open. */
const PAGES = [
  { path: '/', file: 'landing.html', type: HTML },
  { path: '/privacy', file: 'privacy.html', type: HTML },
  { path: '/terms', file: 'terms.html', type: HTML },
  { path: '/robots.txt', file: 'robots.txt', type: 'text/plain; charset=utf-8' },
  { path: '/sitemap.xml', file: 'sitemap.xml', type: 'application/xml; charset=utf-8' },
]
const QUALITY = 9

type PublicPageOptions = {
  root: string
  originOf: (request: FastifyRequest) => string
  facts?: LandingFacts
}

const NO_FACTS: LandingFacts = { trialDays: 0, yearlyPlans: [] }

/**
 * Serves the prerendered pages of `root` under their addresses, with the origin the visitor used in canonical links
 * and in the site map, and with what the operator's settings say of trial and years. Returns the names of the files it serves; what the build did not make it leaves alone.
 */
export function servePublicPages(app: FastifyInstance, options: PublicPageOptions): Set<string> {
  const { root, originOf, facts = NO_FACTS } = options
  const pages = PAGES.filter(({ file }) => existsSync(join(root, file))).map((page) => {
    const text = withFacts(readFileSync(join(root, page.file), 'utf8'), facts)
    return { ...page, bodyFor: rememberingLatest((origin) => toBody(page.type, text, origin)) }
  })
  for (const { path, bodyFor } of pages) {
    app.get(path, { schema: { hide: true } as object }, (request, reply) => {
      const origin = originOf(request)
      // A Host header is the caller's own text; it must not become markup.
      return sendBody(request, reply, bodyFor(ORIGIN.test(origin) ? origin : ''))
    })
  }
  return new Set(pages.map(({ file }) => file))
}

// One origin in production; elsewhere callers may send any Host, so only the last one is kept.
function rememberingLatest(make: (origin: string) => Body): (origin: string) => Body {
  let latest: { origin: string; body: Body } | undefined
  return (origin) => {
    if (latest?.origin !== origin) latest = { origin, body: make(origin) }
    return latest.body
  }
}

function toBody(type: string, text: string, origin: string): Body {
  const plain = Buffer.from(text.replaceAll(ORIGIN_PLACEHOLDER, origin))
  return {
    type,
    etag: etagOf(plain),
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    gzip: gzipSync(plain, { level: QUALITY }),
  }
}
