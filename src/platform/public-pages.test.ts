import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveStatic } from './static-files.ts'

const LANDING =
  '<!doctype html><link rel="canonical" href="https://origin.invalid/"><h1>Landing</h1>'
let folder = ''
let app: FastifyInstance

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'public-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><div id="root"></div>')
  writeFileSync(join(folder, 'landing.html'), LANDING)
  writeFileSync(join(folder, 'robots.txt'), 'Sitemap: https://origin.invalid/sitemap.xml\n')
  writeFileSync(join(folder, 'sitemap.xml'), '<loc>https://origin.invalid/</loc>')
  app = Fastify()
  app.setNotFoundHandler((_request, reply) => reply.code(404).send())
  serveStatic(app, {
    root: folder,
    originOf: (request) => `https://${request.headers.host}`,
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'pujante.example', accept: 'text/html', ...headers } })

test('/ is the landing page with the origin of the visitor, not the app', async () => {
  const reply = await get('/?utm_source=x')
  expect(reply.body).toBe(LANDING.replace('https://origin.invalid', 'https://pujante.example'))
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect((await get('/', { host: 'other.example' })).body).toContain('https://other.example/')
})

test('the site map and robots.txt name the origin; a page that was not built is the app', async () => {
  expect((await get('/sitemap.xml')).body).toBe('<loc>https://pujante.example/</loc>')
  expect((await get('/robots.txt')).body).toBe('Sitemap: https://pujante.example/sitemap.xml\n')
  expect((await get('/terms')).body).toContain('id="root"')
})

test('it comes compressed where that is accepted, and unchanged answers 304', async () => {
  const brotli = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain('<h1>Landing</h1>')
  const gzip = await get('/', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzip.rawPayload).toString()).toContain('<h1>Landing</h1>')
  const again = await get('/', { 'if-none-match': String(gzip.headers.etag) })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
})

test('a Host that is no host does not become markup', async () => {
  const { body } = await get('/', { host: 'x"><script>alert(1)</script>' })
  expect(body).not.toContain('alert')
  expect(body).toContain('href="/"')
})

test('the file under its own name, with the origin still open, is not offered', async () => {
  expect((await get('/landing.html')).statusCode).toBe(404)
})
