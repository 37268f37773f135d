import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageProblem } from './outbound-address.ts'
import { type GetOptions, getPublic } from './outbound-get.ts'

// Servers of this machine play the web; what must not be reached is asked for without `allowPrivate`.

/** No authority vouches for it; made for this test alone. */
const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFly5IQGkreZd7/G+
stG2wZySMDLsb7rld9O7p7lbFRehRANCAATtmZGTN+xFrWq9eYdr2hnOk4V927bK
MMRnXRfQYELrqwAjXG+Ethqcl6jC+T1okbxm3j/MHGTMIfDOy/Rl/IIv
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBgzCCASmgAwIBAgIUROuXD9kiBfUOR+NF51UcTnh/M7EwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLdGllbmRhLnRlc3QwIBcNMjYxMTI3MDQwNzQzWhgPMjEyNjEx
MDMwNDA3NDNaMBYxFDASBgNVBAMMC3RpZW5kYS50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE7ZmRkzfsRa1qvXmHa9oZzpOFfdu2yjDEZ10X0GBC66sAI1xv
hLYanJeowvk9aJG8Zt4/zBxkzCHwzsv0ZfyCL6NTMFEwHQYDVR0OBBYEFKs3cNia
4JU7sbWjwR65+2eph1n6MB8GA1UdIwQYMBaAFKs3cNia4JU7sbWjwR65+2eph1n6
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgPqzF97viSoBp+Ufz
ii3vuKVOcT9a4MuWpKEPn1RbDY4CIQDZYv5QhcuzopkDdXNKznzGeo2E0uTrL1yw
bJmJWp0yQQ==
-----END CERTIFICATE-----`,
}

const HEADERS: unknown[] = []
const web: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://web')
  HEADERS.push(request.headers)
  const html = { 'content-type': 'text/html; charset=utf-8' }
  if (pathname === '/page') return response.writeHead(200, html).end('<title>Hola</title>')
  if (pathname === '/to')
    return response.writeHead(302, { location: searchParams.get('url')! }).end()
  if (pathname === '/round') return response.writeHead(301, { location: '/round' }).end()
  if (pathname === '/endless') {
    response.writeHead(200, html)
    const more = setInterval(() => response.write('a'.repeat(64 * 1024)), 1)
    return response.on('close', () => clearInterval(more))
  }
  if (pathname === '/slow') return
  if (pathname === '/hangs-up') return request.socket.destroy()
  if (pathname === '/picture')
    return response.writeHead(200, { 'content-type': 'image/png' }).end('PNG')
  return response.writeHead(404, html).end('<title>No está</title>')
}
const server = createServer(web)
const tls = createTlsServer(SELF_SIGNED, web)
let base: string

beforeAll(async () => {
  for (const one of [server, tls])
    await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const one of [server, tls]) one.close()
  server.closeAllConnections()
})

const OPTIONS: GetOptions = { allowPrivate: true, types: ['text/html'], userAgent: 'Prueba/1.0' }
const get = (address: string, options: Partial<GetOptions> = {}) =>
  getPublic(address, { ...OPTIONS, ...options })

test('a page is read, by somebody with a name and without cookies', async () => {
  HEADERS.length = 0
  const got = await get(`${base}/page#fragment`)
  expect(got).toMatchObject({ status: 200, failure: null })
  expect(got.body.toString()).toBe('<title>Hola</title>')
  expect(HEADERS).toEqual([expect.objectContaining({ 'user-agent': 'Prueba/1.0' })])
  expect(HEADERS[0]).not.toHaveProperty('cookie')
})

test('redirects are followed to the end, five of them', async () => {
  const moved = await get(`${base}/to?url=/to%3Furl=/page`)
  expect(moved).toMatchObject({ status: 200, endedAt: `${base}/page`, failure: null })
  HEADERS.length = 0
  expect(await get(`${base}/round`)).toMatchObject({ failure: 'redirects' })
  expect(HEADERS).toHaveLength(6)
})

test('of an answer that is not wanted only the state is known', async () => {
  const empty = Buffer.alloc(0)
  expect(await get(`${base}/picture`)).toMatchObject({ status: 200, body: empty })
  expect(await get(`${base}/none`)).toMatchObject({ status: 404, failure: null, body: empty })
})

test('no more is read than half a megabyte', async () => {
  expect((await get(`${base}/endless`)).body.length).toBe(512 * 1024)
})

test.each([
  ['http://127.0.0.1:1/', 'connection'],
  ['/hangs-up', 'connection'],
  ['/to?url=ftp://example.com/', 'refused'],
  ['/to?url=http://ana:clave@127.0.0.1/', 'refused'],
  ['not an address', 'refused'],
])('%s fails as %s', async (address, failure) => {
  const got = await get(address.startsWith('/') ? base + address : address)
  expect(got).toMatchObject({ status: null, failure })
})

test('what takes too long is not waited for', async () => {
  expect(await get(`${base}/slow`, { timeoutMs: 200 })).toMatchObject({ failure: 'time' })
})

test('whoever asked may end it', async () => {
  const ended = AbortSignal.abort(new Error('stopping'))
  await expect(get(`${base}/page`, { signal: ended })).rejects.toThrow('stopping')
})

test('a certificate that no browser takes', async () => {
  const { port } = tls.address() as AddressInfo
  expect(await get(`https://127.0.0.1:${port}/page`)).toMatchObject({ failure: 'tls' })
})

const resolving =
  (...addresses: string[]): GetOptions['resolve'] =>
  (_name, _options, found) =>
    found(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )

test('names that do not exist, that cannot be asked, and that lead into our own network', async () => {
  const failing =
    (code: string): GetOptions['resolve'] =>
    (_name, _options, found) =>
      found(Object.assign(new Error(code), { code }), [])
  const asked = async (resolve: GetOptions['resolve']) =>
    (await get('http://tienda.test/', { allowPrivate: false, resolve: resolve! })).failure
  expect(await asked(failing('ENOTFOUND'))).toBe('name')
  expect(await asked(failing('EAI_AGAIN'))).toBe('time')
  expect(await asked(resolving('127.0.0.1'))).toBe('refused')
  expect(await asked(resolving('8.8.8.8', '10.0.0.1'))).toBe('refused')
})

test.each([
  'http://localhost/',
  'http://127.0.0.1/',
  'https://0x7f.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data',
  'http://router.local/',
  'https://tienda.test:8443/',
  'file:///etc/passwd',
])('%s is nobody’s page', async (address) => {
  expect(pageProblem(new URL(address), false)).not.toBeNull()
  expect(await get(address, { allowPrivate: false })).toMatchObject({ failure: 'refused' })
})

test('both schemes of the web pass', () => {
  expect(pageProblem(new URL('http://tienda.test/'), false)).toBeNull()
  expect(pageProblem(new URL('https://8.8.8.8/'), false)).toBeNull()
})

test('beside simulators one server plays all hosts', async () => {
  HEADERS.length = 0
  const got = await get('https://tienda.example/page', { allowPrivate: false, playedBy: base })
  expect(got).toMatchObject({ status: 200, endedAt: 'https://tienda.example/page' })
  expect(HEADERS).toEqual([expect.objectContaining({ host: 'tienda.example' })])
})
