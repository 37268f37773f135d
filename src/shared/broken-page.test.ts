import { expect, test } from 'vitest'
import { type BrokenWay, brokenWay, type PageLook } from './broken-page.ts'

const ADDRESS = 'https://www.lumbre.es/zapatos'
const look = (seen: Partial<PageLook>): PageLook => ({
  address: ADDRESS,
  status: 200,
  endedAt: ADDRESS,
  failure: null,
  ...seen,
})

test.each<[Partial<PageLook>, BrokenWay]>([
  [{ status: 404 }, 'missing'],
  [{ status: 410 }, 'missing'],
  [{ status: 500 }, 'server'],
  [{ status: 503 }, 'server'],
  [{ status: null, failure: 'name' }, 'name'],
  [{ status: null, failure: 'connection' }, 'connection'],
  [{ status: null, failure: 'tls' }, 'tls'],
  [{ endedAt: 'https://www.lumbre.es/' }, 'home'],
  [{ endedAt: 'https://lumbre.es/es-es/index.html?x=1' }, 'home'],
  [{ endedAt: 'https://www.parking.com/lumbre' }, 'domain'],
])('%o is broken: %s', (seen, way) => {
  expect(brokenWay(look(seen))).toBe(way)
})

test.each<Partial<PageLook>>([
  {},
  { endedAt: 'https://www.lumbre.es/zapatos/mujer' },
  { endedAt: 'https://tienda.lumbre.es/zapatos' },
  { address: 'https://www.lumbre.es/', endedAt: 'https://www.lumbre.es/es/' },
  { status: 401 },
  { status: 403 },
  { status: 429 },
  { status: 304 },
  { status: null, failure: 'time' },
  { status: null, failure: 'chain' },
  { status: 302, failure: 'redirects' },
  { status: null, failure: 'refused' },
])('%o does not say that visitors meet nothing', (seen) => {
  expect(brokenWay(look(seen))).toBeNull()
})
