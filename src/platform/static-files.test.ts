import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveStatic } from './static-files.ts'

const SCRIPT = 'export const greeting = "hola"\n'.repeat(50)
const originOf = (request: { host: string }) => `http://${request.host}`
const PAGE = '<!doctype html><title>Pujante</title>'
const DRAWN = '<!doctype html><title>Mía</title>'
let folder = ''
let app: FastifyInstance
let origin: URL

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-'))
  const root = join(folder, 'web')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(root, 'index.html'), PAGE)
  writeFileSync(join(root, 'robots.txt'), 'User-agent: *\n')
  writeFileSync(join(root, 'assets/main-1a2b.js'), SCRIPT)
  writeFileSync(join(root, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(root, 'assets/main-1a2b.js.gz'), gzipSync(SCRIPT))
  app = Fastify()
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'not_found' }))
  app.get('/api/health', () => ({ ok: true }))
  const pageFor = async ({ headers }: { headers: { cookie?: string } }) =>
    headers.cookie ? DRAWN : null
  serveStatic(app, { root, originOf, pageFor })
  origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: InjectOptions['headers'] = {}) =>
  app.inject({ method: 'GET', url, headers })

test('an asset comes precompressed, for ever', async () => {
  const brotli = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotli.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(brotli.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(String(brotli.headers.vary).toLowerCase()).toContain('accept-encoding')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)

  const gzip = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
  expect((await get('/assets/main-1a2b.js')).body).toBe(SCRIPT)
})

test('beside simulators the page says so before the program runs', async () => {
  const root = join(folder, 'simulated')
  mkdirSync(root)
  writeFileSync(join(root, 'index.html'), '<!doctype html><html lang="es"><title>P</title></html>')
  const page = async (isSimulated: boolean) => {
    const app = Fastify()
    serveStatic(app, { root, originOf, isSimulated })
    return (await app.inject({ url: '/dashboard', headers: { 'accept-encoding': 'br' } })).body
  }
  expect(await page(true)).toContain('<html lang="es" data-simulated>')
  expect(await page(false)).not.toContain('data-simulated')
})

describe('pages', () => {
  test.each(['/', '/dashboard', '/dashboard/accounts/123?from=2026-01-01', '/index.html'])(
    '%s is the app, asked for again each time',
    async (url) => {
      const reply = await get(url, { accept: 'text/html,application/xhtml+xml' })
      expect(reply).toMatchObject({ statusCode: 200, body: PAGE })
      expect(reply.headers['content-type']).toContain('text/html')
      expect(reply.headers['cache-control']).toBe('no-cache')
    },
  )

  test('an unchanged page answers 304', async () => {
    const { etag } = (await get('/dashboard')).headers
    expect((await get('/dashboard', { 'if-none-match': String(etag) })).statusCode).toBe(304)
  })

  test('HEAD answers like GET without a body', async () => {
    const reply = await app.inject({ method: 'HEAD', url: '/dashboard' })
    expect(reply).toMatchObject({ statusCode: 200, body: '' })
  })
})

test('robots.txt is the file, not the app', async () => {
  expect(await get('/robots.txt')).toMatchObject({ statusCode: 200, body: 'User-agent: *\n' })
})

describe('what does not exist', () => {
  test.each([
    '/assets/main-0000.js',
    '/assets/other',
    '/sitemap.xml',
    '/assets/main-1a2b.js.br',
    '/api/nothing',
    '/api',
    '/__dev/nothing',
    '/metrics',
  ])('%s is a real 404', async (url) => {
    expect(await get(url, { accept: 'text/html' })).toMatchObject({ statusCode: 404 })
  })

  test('a page asked for as JSON, or by POST, is a 404', async () => {
    expect(await get('/dashboard', { accept: 'application/json' })).toMatchObject({
      statusCode: 404,
    })
    expect(await app.inject({ method: 'POST', url: '/dashboard' })).toMatchObject({
      statusCode: 404,
    })
  })
})

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e/secret.txt',
])('%s does not leave the folder', async (path) => {
  const body = await rawGet(path)
  expect(body).not.toContain('secret')
})

test('without a build the API still answers', async () => {
  const bare = Fastify()
  serveStatic(bare, { root: join(folder, 'nowhere'), originOf })
  expect((await bare.inject('/')).statusCode).toBe(404)
})

/** fetch() would tidy the path before it is sent. */
function rawGet(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: origin.hostname, port: origin.port, path }, (reply) => {
      let body = ''
      reply.on('data', (text) => {
        body += text
      })
      reply.on('end', () => resolve(body))
    })
      .on('error', reject)
      .end()
  })
}

test('a page made for who asks is kept by no cache', async () => {
  const html = { accept: 'text/html' }
  const cookie = { ...html, cookie: 'sid=x' }
  const mine = await get('/dashboard', cookie)
  expect(mine.body).toBe(DRAWN)
  expect(mine.headers['cache-control']).toBe('private, no-store')
  expect(mine.headers).not.toHaveProperty('etag')
  expect((await get('/dashboard', html)).body).toBe(PAGE)
})

test('another build in the place of its own leaves it whole: its pages, and the files that they name', async () => {
  const root = join(folder, 'rebuilt')
  mkdirSync(join(root, 'assets'), { recursive: true })
  const build = (name: string) => {
    const page = `<script src="/assets/${name}.js"></script>`
    for (const file of ['index.html', 'landing.html', 'privacy.html'])
      writeFileSync(join(root, file), page)
    writeFileSync(join(root, `assets/${name}.js`), name)
  }
  build('old')
  const running = Fastify()
  serveStatic(running, { root, originOf })
  await running.inject('/')
  rmSync(join(root, 'assets/old.js'))
  build('new')
  for (const url of ['/', '/privacy', '/dashboard'])
    expect((await running.inject({ url, headers: { accept: 'text/html' } })).body).toContain('old')
  const script = await running.inject('/assets/old.js')
  expect(script).toMatchObject({ statusCode: 200, body: 'old' })
})
