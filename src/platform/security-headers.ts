import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type SecurityHeaderOptions = {
  /** The public origin is https, so the browser may be told to insist on it. */
  https: boolean
  /** Origins of images shown from elsewhere, `https://host` each. */
  imageOrigins?: readonly string[]
  /** Exact paths that search engines may list; everything else is private. */
  indexablePaths?: readonly string[]
}

const ONE_YEAR_SECONDS = 31_536_000
/** Powerful features a page could ask for; this product needs none. */
const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
/** Search engines need these to draw the pages they may list. */
const INDEXABLE_FILES = /^\/(assets\/|screens\/|og\.jpg$|robots\.txt$|sitemap\.xml$|favicon\.)/

/** Puts the strict header set on every reply: pages, API, files, errors and streams alike. */
export function securityHeaders(app: FastifyInstance, options: SecurityHeaderOptions): void {
  const fixed = Object.entries(headerSet(options))
  const indexable = new Set(options.indexablePaths ?? ['/'])

  const protect = (url: string, response: ServerResponse) => {
    for (const [name, value] of fixed) response.setHeader(name, value)
    const path = url.split('?', 1)[0] ?? '/'
    if (!indexable.has(path) && !INDEXABLE_FILES.test(path)) {
      response.setHeader('x-robots-tag', 'noindex')
    }
    if (path.startsWith('/api/')) response.setHeader('cache-control', 'no-store')
  }
  // On the raw response, so that event streams that write their own head carry them too. What did not come over a
  // socket (`inject`) has not passed the listener below.
  app.addHook('onRequest', async (request, reply) => {
    if (!reply.raw.hasHeader('content-security-policy')) protect(request.url, reply.raw)
  })
  // Fastify answers an address it cannot decode before any hook runs.
  app.server.prependListener('request', (request, response) =>
    protect(request.url ?? '/', response),
  )
}

function headerSet({ https, imageOrigins = [] }: SecurityHeaderOptions): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(https, imageOrigins),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https && {
      'strict-transport-security': `max-age=${2 * ONE_YEAR_SECONDS}; includeSubDomains; preload`,
    }),
  }
}

function contentSecurityPolicy(https: boolean, imageOrigins: readonly string[]): string {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ["img-src 'self' data:", ...imageOrigins].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // No policy can be created, so no code can turn a text into markup or script.
    "trusted-types 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ]
  return directives.join('; ')
}
