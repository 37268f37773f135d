import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'
import { serveStatic } from './static-files.ts'

let root = ''
let app: FastifyInstance
let origin = ''

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'headers-'))
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Pujante</title>')
  writeFileSync(join(root, 'assets/main-1a2b.js'), 'export {}')
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

async function start(options: { https: boolean; imageOrigins?: string[] }): Promise<void> {
  app = Fastify()
  securityHeaders(app, options)
  await app.register(cookie)
  app.setErrorHandler((_error, _request, reply) => reply.code(500).send({ code: 'internal' }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'not_found' }))
  app.get('/api/session', (_request, reply) =>
    reply
      .setCookie('__Host-sid', 'x', { path: '/', secure: true, httpOnly: true, sameSite: 'lax' })
      .send({ ok: true }),
  )
  app.get('/api/broken', () => {
    throw new Error('broken')
  })
  app.get('/api/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.end('data: 1\n\n')
  })
  serveStatic(app, { root, originOf: () => 'https://example.test' })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
}

const REPLIES: [what: string, path: string, status: number][] = [
  ['landing page', '/', 200],
  ['page of the app', '/dashboard?from=2026-01-01', 200],
  ['API reply', '/api/session', 200],
  ['asset', '/assets/main-1a2b.js', 200],
  ['missing asset', '/assets/other.js', 404],
  ['missing API path', '/api/nothing', 404],
  ['error', '/api/broken', 500],
  ['event stream', '/api/stream', 200],
  ['address that cannot be decoded', '/%E0%A4%A', 400],
]

describe.each(REPLIES)('%s', (_what, path, status) => {
  test('carries the strict set and earns 130 points, 135 with a cookie', async () => {
    await start({ https: true })
    const reply = await fetch(origin + path)
    expect(reply.status).toBe(status)
    const scores = observatoryScores(reply.headers)
    const hasCookie = path === '/api/session'
    expect(scores).toEqual({
      'content-security-policy': 10,
      cookies: hasCookie ? 5 : 0,
      'cross-origin-resource-policy': 10,
      'cross-origin-resource-sharing': 0,
      'referrer-policy': 5,
      'strict-transport-security': 0,
      'x-content-type-options': 0,
      'x-frame-options': 5,
    })
    const total = 100 + Object.values(scores).reduce((sum, score) => sum + score, 0)
    expect(total).toBe(hasCookie ? 135 : 130)
    expect(reply.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(reply.headers.get('permissions-policy')).toContain('camera=()')
    expect(reply.headers.get('x-frame-options')).toBe('DENY')
  })
})

test('the policy runs our scripts only and turns no text into markup', async () => {
  await start({ https: true, imageOrigins: ['https://tpc.example'] })
  const policy = directivesOf((await fetch(origin)).headers)
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'connect-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'https://tpc.example'],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    'upgrade-insecure-requests': [],
  })
})

test('plain http is not told to insist on https', async () => {
  await start({ https: false })
  const { headers } = await fetch(origin)
  expect(headers.has('strict-transport-security')).toBe(false)
  expect(directivesOf(headers).has('upgrade-insecure-requests')).toBe(false)
})

test('search engines may list the landing page only, and the API is never cached', async () => {
  await start({ https: true })
  const robots = async (path: string) => (await fetch(origin + path)).headers.get('x-robots-tag')
  expect(await robots('/')).toBeNull()
  expect(await robots('/?utm_source=x')).toBeNull()
  expect(await robots('/assets/main-1a2b.js')).toBeNull()
  expect(await robots('/dashboard')).toBe('noindex')
  expect(await robots('/api/session')).toBe('noindex')
  const session = await fetch(`${origin}/api/session`)
  expect(session.headers.get('cache-control')).toBe('no-store')
})

/** The header tests of MDN's HTTP Observatory with its points (src/grader/charts.js); 100 is the start, A+ from 100. */
function observatoryScores(headers: Headers): Record<string, number> {
  const policy = directivesOf(headers)
  const resourcePolicy = headers.get('cross-origin-resource-policy') ?? ''
  const maxAge = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])
  return {
    'content-security-policy': scoreOfPolicy(policy),
    cookies: scoreOfCookies(headers.getSetCookie()),
    'cross-origin-resource-policy': /^same-(origin|site)$/.test(resourcePolicy) ? 10 : 0,
    'cross-origin-resource-sharing': headers.has('access-control-allow-origin') ? -50 : 0,
    'referrer-policy':
      /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
        headers.get('referrer-policy') ?? '',
      )
        ? 5
        : -5,
    'strict-transport-security': maxAge >= 15_768_000 ? 0 : -20,
    'x-content-type-options': headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': policy.get('frame-ancestors')?.join() === "'none'" ? 5 : -20,
  }
}

function scoreOfPolicy(policy: Map<string, string[]>): number {
  if (policy.size === 0) return -25
  const fallback = policy.get('default-src') ?? ['*']
  const sourcesOf = (name: string) => policy.get(name) ?? fallback
  const broad = /^(ftp:|https?:|\*|https?:\/\/\*(\.\*)?)$/
  const inline = /^('unsafe-inline'|data:)$/
  if (sourcesOf('script-src').some((s) => broad.test(s) || inline.test(s))) return -20
  if (sourcesOf('object-src').some((s) => broad.test(s))) return -20
  if ([...policy.values()].flat().some((s) => /^(http|ftp):/.test(s))) return -20
  if (['script-src', 'style-src'].flatMap(sourcesOf).includes("'unsafe-eval'")) return -10
  if (sourcesOf('style-src').some((s) => broad.test(s) || inline.test(s))) return 0
  return fallback.join() === "'none'" ? 10 : 5
}

function scoreOfCookies(cookies: string[]): number {
  if (cookies.length === 0) return 0
  const isStrict = (text: string) =>
    /; *Secure/i.test(text) && /; *HttpOnly/i.test(text) && /; *SameSite=(Lax|Strict)/i.test(text)
  return cookies.every(isStrict) ? 5 : -40
}

function directivesOf(headers: Headers): Map<string, string[]> {
  const directives = (headers.get('content-security-policy') ?? '').split(';').filter(Boolean)
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
}
