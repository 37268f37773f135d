import * as fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { users } from '../src/platform/db/schema/access.ts'
import { rateWindows } from '../src/platform/db/schema/work.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import { newOwner, newPerson, type Owner, type Person } from './access-owner.ts'
import { anyOfSchema, objectOf, type Schema } from './fuzz-values.ts'
import { startTestApp } from './harness.ts'

/**
 * Every route of the API document, with what its shapes allow and what they do not, as visitor, owner, stranger and
 * administrator: never a 5xx, never a word of English, never anything of the inside. `npm run test:fuzz -- --rounds 500`.
 */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 6)
const SEED = Number(process.env.TEST_SEED ?? 20_261)

type Operation = {
  parameters: { name: string; in: 'path' | 'query'; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Route = { method: string; path: string; operation: Operation }

const t = await startTestApp()
afterAll(() => t.close())

const { paths } = (await t.app.inject('/api/openapi.json')).json() as {
  paths: Record<string, Record<string, Operation>>
}
const routes: Route[] = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
)

const ENGLISH =
  /\b(the|invalid|expected|received|required|must|failed|should|cannot|unknown|missing|string|undefined|not found|too (big|small|many|large))\b/i
const INSIDE =
  /\.ts:\d|node_modules|drizzle|select .* from|insert into|violates|\bat \w+ \(|postgres(ql)?:|ECONN|prototype/i

let people: { owner: Owner; stranger: Person; admin: Person } | undefined

async function newPeople() {
  const owner = await newOwner(t)
  const passwordHash = await hashPassword('camino-largo-de-piedra')
  await t.ctx.db.update(users).set({ passwordHash })
  const stranger = await newPerson(t, { passwordHash })
  return { owner, stranger, admin: await newPerson(t, { passwordHash, role: 'admin' }) }
}

test.each(routes)(
  '$method $path bears anything',
  async ({ method, path, operation }) => {
    people ??= await newPeople()
    await fc.assert(
      fc.asyncProperty(requestOf({ method, path, operation }, people.owner), async (request) => {
        await t.ctx.db.delete(rateWindows)
        const answer = await t.app.inject(request)
        const what = `${request.method} ${request.url} ${String(request.payload).slice(0, 300)} → ${answer.statusCode} ${answer.body.slice(0, 300)}`
        expect(answer.statusCode, what).toBeLessThan(500)
        if (answer.statusCode >= 400) expectOurWords(answer.json(), what)
      }),
      { numRuns: ROUNDS, seed: SEED, endOnFailure: true },
    )
    // Who logged out, was deleted or demoted is no use to the next route.
    const me = await t.app.inject({ url: '/api/auth/me', headers: { cookie: people.owner.cookie } })
    if (me.statusCode !== 200 || method === 'delete') people = undefined
  },
  10_000 * ROUNDS,
)

function expectOurWords(error: Record<string, unknown>, what: string): void {
  const { code, ...texts } = error
  expect(code, what).toEqual(expect.any(String))
  expect(texts.message, what).toEqual(expect.any(String))
  const { fields, ...words } = texts as { fields?: Record<string, string> }
  const said = [...Object.values(words), ...Object.values(fields ?? {})].join('\n')
  expect(said, what).not.toMatch(ENGLISH)
  expect(said, what).not.toMatch(INSIDE)
}

function requestOf({ method, path, operation }: Route, owner: Owner): fc.Arbitrary<InjectOptions> {
  const known = fc.constantFrom(
    owner.googleCustomerId,
    owner.id,
    ...Object.values(owner.ids).map(String),
  )
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  const inQuery = operation.parameters.filter((one) => one.in === 'query')
  const place = fc.record(
    Object.fromEntries(inPath.map(({ name, schema = {} }) => [name, anyOfSchema(schema, known)])),
  )
  const query = objectOf(
    { properties: Object.fromEntries(inQuery.map(({ name, schema = {} }) => [name, schema])) },
    known,
  )
  const [[type, { schema }] = ['', { schema: {} as Schema }]] = Object.entries(
    operation.requestBody?.content ?? {},
  )
  const body = fc.oneof(
    { weight: 8, arbitrary: objectOf(schema, known).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '[]', '7', '"a"', '{"a":', '\u0000') },
  )
  const cookie = fc.constantFrom(
    people!.owner.cookie,
    people!.owner.cookie,
    people!.stranger.cookie,
    people!.admin.cookie,
    'sid=%00',
    '',
  )
  return fc
    .record({ place, query, body, cookie, ip: fc.ipV4() })
    .map(({ place, query, body, cookie, ip }) => ({
      method: method.toUpperCase() as 'GET',
      url: addressOf(path, place as Record<string, unknown>, query as Record<string, unknown>),
      headers: {
        cookie,
        ...(type && { 'content-type': type.replace(/^multipart.*/, '$&; boundary=b') }),
      },
      remoteAddress: ip,
      ...(type && { payload: body }),
    }))
}

function addressOf(
  path: string,
  place: Record<string, unknown>,
  query: Record<string, unknown>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encode(place[name]) || '0')
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  return asked.length > 0 ? `${filled}?${asked.join('&')}` : filled
}

/** Lone halves of a character have no form in an address. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent((text ?? '').toWellFormed()).slice(0, 4_000)
}
