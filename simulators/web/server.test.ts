import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebSimulator, type WebSimulator } from './server.ts'

let web: WebSimulator
beforeAll(async () => {
  web = await startWebSimulator()
})
afterAll(() => web.close())

/** fetch() sends no Host of its own choice; the product's client does. */
async function ask(address: string) {
  const { host, pathname } = new URL(address)
  return await new Promise<{ status: number; text: string; location: string | undefined }>(
    (done) => {
      request(web.baseUrl + pathname, { headers: { host }, agent: false }, (response) => {
        let text = ''
        response.on('data', (part) => {
          text += part
        })
        response.on('end', () =>
          done({ status: response.statusCode!, text, location: response.headers.location }),
        )
      }).end()
    },
  )
}

const SHOES = 'https://www.zapateriaalameda.test'

test('every product has its page and its offer, but for the one that is gone', async () => {
  const women = await ask(`${SHOES}/mujer`)
  expect(women).toMatchObject({ status: 200, text: expect.stringContaining('<h1>Zapatos mujer') })
  expect((await ask(`${SHOES}/mujer/promo`)).status).toBe(200)
  expect((await ask(`${SHOES}/running`)).status).toBe(200)
  expect((await ask(`${SHOES}/running/promo`)).status).toBe(404)
  expect((await ask('https://otra.test/')).status).toBe(404)
})

test('one page tells of something else', async () => {
  const { text } = await ask(`${SHOES}/novia`)
  expect(text).not.toContain('novia')
  expect(text).toContain('<title>Nueva temporada</title>')
})

test('pages change, move and forbid on asking, and what was asked is known', async () => {
  web.put('https://nueva.test/a', { location: '/b' })
  web.put('https://nueva.test/', { robots: 'User-agent: *' })
  expect(await ask('https://nueva.test/a')).toMatchObject({ status: 302, location: '/b' })
  expect(await ask('https://nueva.test/robots.txt')).toMatchObject({ text: 'User-agent: *' })
  expect(web.requests().slice(-2)).toEqual([
    'https://nueva.test/a',
    'https://nueva.test/robots.txt',
  ])
})
