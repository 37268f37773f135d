import { expect, test } from 'vitest'
import { testApp } from '../../tests/harness.ts'
import { routesOf } from './api-document.ts'

const t = testApp()

type Operation = {
  summary: string
  'x-access': string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { required: string[] } }> }
  responses: Record<string, unknown>
}

async function openApi(): Promise<Record<string, Record<string, Operation>>> {
  return (await t.app.inject('/api/openapi.json')).json().paths
}

test('the document holds every call with its access, parameters and body', async () => {
  const paths = await openApi()
  const login = paths['/api/auth/login']?.post
  expect(login?.['x-access']).toBe('public')
  expect(login?.requestBody?.content['application/json']?.schema.required.toSorted()).toEqual([
    'email',
    'password',
  ])
  const metrics = paths['/api/account-metrics/{customerId}']?.get
  expect(metrics?.parameters.map((p) => [p.name, p.in, p.required])).toEqual([
    ['customerId', 'path', true],
    ['from', 'query', false],
    ['to', 'query', false],
    ['compare', 'query', false],
  ])
})

test('every route is in the document, but those of the pages and of the simulators', async () => {
  const paths = await openApi()
  const told = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const there = routesOf(t.app)
    .map((route) => route.replace(/:(\w+)/g, '{$1}'))
    .filter((route) => / \/(api|metrics)/.test(route))
  expect(told.toSorted()).toEqual(there.toSorted())
})

test('every documented call exists and, without a session, answers as its access says', async () => {
  for (const [path, operations] of Object.entries(await openApi())) {
    for (const [method, operation] of Object.entries(operations)) {
      const url = path.replace(/\{\w+\}/g, '1234567890')
      const reply = await t.app.inject({
        method: method.toUpperCase() as 'GET',
        url,
        ...(method !== 'get' && { payload: {} }),
      })
      const where = `${method} ${path}`
      expect(reply.statusCode, where).toBeLessThan(500)
      if (!('200' in operation.responses)) expect([302, 401], where).toContain(reply.statusCode)
      else if (operation['x-access'] === 'public') expect(reply.statusCode, where).not.toBe(401)
      else expect([401, 403], where).toContain(reply.statusCode)
    }
  }
})

type Schema = { properties?: Record<string, Schema>; type?: unknown; [keyword: string]: unknown }

/** Every named field of a schema, however deep, with all that is said of it. */
function fieldsOf(schema: unknown): [string, string][] {
  if (typeof schema !== 'object' || schema === null) return []
  const named = Object.entries((schema as Schema).properties ?? {})
  return [
    ...named.map(([name, field]): [string, string] => [name, JSON.stringify(field)]),
    ...Object.values(schema).flatMap(fieldsOf),
  ]
}

const isText = (field: string) => /"type":"string"|"type":\["string"/.test(field)

test('money, percentages and codes that a key may read say their unit', async () => {
  const operations = Object.values(await openApi()).flatMap((path) => Object.values(path))
  const forKeys = operations.filter((operation) => 'x-scope' in operation)
  const fields = forKeys.flatMap(({ responses }) => fieldsOf(responses))
  const numbers = fields.filter(
    ([, text]) => !text.startsWith('{"type":"object"') && text.includes('"number"'),
  )
  const units = numbers.filter(([name]) =>
    /micros$|^(estimate|low|mid|high|ctr|spend|cost|cpc|average_cpc|campaign_status|campaign_type|match_?type)$|rate$|_share$|^hidden/i.test(
      name,
    ),
  )
  expect(units.length).toBeGreaterThan(100)
  expect(units.filter(([, text]) => !text.includes('"description"'))).toEqual([])
  const days = fields.filter(
    ([name, text]) => /^(day|from|to|on)$|[a-z](On|From|To|After)$/.test(name) && isText(text),
  )
  expect(days.length).toBeGreaterThan(40)
  expect(days.filter(([, text]) => !text.includes('"date"'))).toEqual([])
})

test('every instant of every reply is one, but those that Google tells by the clock of the account', async () => {
  const fields = Object.entries(await openApi()).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ responses }) =>
      fieldsOf(responses).map(([name, text]) => [name, text, path] as const),
    ),
  )
  const instants = fields.filter(
    ([name, text]) =>
      /^(at|until|fecha_\w+)$|[a-z](At|_at|Until|Since)$/.test(name) && isText(text),
  )
  expect(instants.length).toBeGreaterThan(100)
  const others = instants.filter(([, text]) => !text.includes('"date-time"'))
  expect(others.map(([name, , path]) => `${name} ${path}`)).toEqual([
    'at /api/account-changes/{customerId}',
  ])
})

test('the page shows the same calls as plain HTML without script', async () => {
  const page = await t.app.inject('/api/docs')
  expect(page.headers['content-type']).toContain('text/html')
  for (const path of Object.keys(await openApi()))
    expect(page.body).toContain(path.replace(/\{(\w+)\}/g, ':$1'))
  expect(page.body).not.toMatch(/<script|style=/)
})
