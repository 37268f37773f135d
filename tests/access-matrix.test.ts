import { randomInt } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import {
  MEMBER_ROLES,
  type Permission,
  ROLES_OF,
  TEAM_ROLES,
  type TeamRole,
} from '../src/shared/permissions.ts'
import { INPUTS } from './access-inputs.ts'
import { newOwner, newPerson, type Owner, type Person } from './access-owner.ts'
import { accessReaders } from './access-readers.ts'
import { startTestApp } from './harness.ts'

/**
 * Every route of the API document × anonymous, inactive, another tenant, user, admin. A new route is in here by
 * itself; one that needs input to be served needs a line in `access-inputs.ts`, or its owner's 400 fails the test.
 */
const t = await startTestApp()
const { ownerFor, personFor, memberFor } = accessReaders(t)
const document = (await t.app.inject('/api/openapi.json')).json() as {
  paths: Record<
    string,
    Record<
      string,
      {
        'x-access': Access
        'x-permission'?: Permission
        responses: Record<string, { content?: object }>
      }
    >
  >
}
type Access = 'public' | 'user' | 'subscriber' | 'admin'
type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: Access
  permission?: Permission
}

const routes: Route[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, { responses }]) => hasContract(responses))
    .map(([method, operation]) => ({
      method: method.toUpperCase() as Route['method'],
      path,
      access: operation['x-access'],
      ...(operation['x-permission'] && { permission: operation['x-permission'] }),
    })),
)

/** Pages the browser opens itself, uploads and event streams have none, and are asked further down. */
function hasContract(responses: Record<string, { content?: object }>): boolean {
  const json = (responses[200]?.content as Record<string, { schema?: object }> | undefined)?.[
    'application/json'
  ]
  return json?.schema !== undefined
}

/** Refused on purpose: there is no such link, password, account or card in this world, nor at Google or Stripe. */
const NEEDS_MORE = new Set([
  'POST /api/auth/register-complete',
  'POST /api/auth/reset-password',
  'POST /api/auth/confirm-email',
  'PUT /api/auth/change-password',
  'POST /api/data/erasure',
  'POST /api/team/invitations/{invitationId}/resend',
  'DELETE /api/team/invitations/{invitationId}',
  'PUT /api/team/members/{memberId}',
  'DELETE /api/team/members/{memberId}',
  'DELETE /api/team/memberships/{ownerId}',
  'POST /api/team/memberships/{ownerId}/handover',
  'DELETE /api/team/memberships/{ownerId}/handover',
  'POST /api/auth/second-step/code',
  'POST /api/auth/passkey',
  'POST /api/auth/confirm',
  'POST /api/auth/confirm/passkey',
  'PUT /api/auth/second-factor/app',
  'POST /api/auth/second-factor/passkeys',
  'DELETE /api/auth/second-factor/passkeys/{passkeyId}',
  'POST /api/reports/confirm-recipient',
  'POST /api/reports/unsubscribe',
  'POST /api/correo-de-hoy/baja',
  'POST /api/correo-de-resultados/baja',
  'POST /api/google-ads/connections/{connectionId}/accounts',
  'POST /api/campaigns/{campaignId}/keywords',
  'POST /api/campaigns/{campaignId}/negative-keywords',
  'POST /api/segunda-opinion/{customerId}/{recommendationId}/aplicar',
  'POST /api/segunda-opinion/{customerId}/{recommendationId}/descartar',
  'POST /api/google-accounts/{customerId}/valores/deshacer',
  'POST /api/recomendaciones/{id}/segunda-mitad',
  'DELETE /api/recomendaciones/{id}/segunda-mitad',
  'POST /api/recomendaciones/{id}/experimento/promocion',
  'DELETE /api/recomendaciones/{id}/experimento',
  'POST /api/billing/payment-methods/{paymentMethodId}/default',
  'DELETE /api/billing/payment-methods/{paymentMethodId}',
])

afterAll(t.close)

test('the document names routes of every access', () => {
  expect(new Set(routes.map(({ access }) => access)).size).toBe(4)
  expect(routes.length).toBeGreaterThan(35)
})

test.each(routes)('$method $path is for: $access', async (route) => {
  const owner = await ownerFor(route)
  const inactive = await personFor(route, 'inactive', { isActive: false })
  const stranger = await personFor(route, 'stranger', {})
  const refusals = {
    anonymous: await refusalOf(route, owner, null),
    inactive: await refusalOf(route, owner, inactive),
    stranger: await refusalOf(route, owner, stranger),
    admin: await refusalOf(route, owner, await newPerson(t, { role: 'admin' })),
  }
  expect(refusals).toEqual(EXPECTED[route.access])
})

test.each(routes)('$method $path shows a stranger nothing of another tenant', async (route) => {
  const owner = await ownerFor(route)
  const stranger = await personFor(route, 'stranger', {})
  const answer = await ask(route, owner, stranger)
  for (const secret of [owner.secret, owner.googleCustomerId, owner.email, owner.sessionId])
    expect(answer.body).not.toContain(secret)
  if (route.access === 'admin' || route.access === 'public' || !route.path.includes('{')) return
  expect(answer.statusCode).toBe(404)
  const own = await ask(route, owner, owner)
  const name = `${route.method} ${route.path}`
  if (!NEEDS_MORE.has(name)) expect(own.statusCode, own.body).toBe(200)
})

test.each(routes.filter(({ path }) => !path.includes('{')))(
  '$method $path serves whom it is for',
  async (route) => {
    const owner = await ownerFor(route)
    const who = route.access === 'admin' ? await newPerson(t, { role: 'admin' }) : owner
    const answer = await ask(route, owner, who)
    const name = `${route.method} ${route.path}`
    const allowed = NEEDS_MORE.has(name) ? [400] : (OTHER_ANSWERS[name] ?? [200])
    expect(allowed, answer.body).toContain(answer.statusCode)
  },
)

/** Without a contract: pages the browser opens itself, uploads and event streams. */
test.each([
  ['GET', '/api/google-ads/oauth/start', 302],
  ['GET', '/api/google-ads/oauth/callback', 302],
  ['POST', '/api/import/reports', 401],
  ['GET', '/api/google-accounts/{customerId}/sync', 401],
  ['GET', '/api/billing/invoices/{invoiceId}/pdf', 401],
  ['GET', '/api/reports/runs/{runId}/pdf', 401],
  ['GET', '/api/reports/file.pdf', 401],
  ['GET', '/api/reports/file.xlsx', 401],
  ['GET', '/api/reports/branding/logo', 401],
  ['GET', '/api/data/copy/file', 401],
] as const)('%s %s keeps visitors out', async (method, path, status) => {
  const owner = await newOwner(t)
  const answer = await ask({ method, path, access: 'subscriber' }, owner, null)
  expect(answer.statusCode).toBe(status)
  if (status === 302) expect(answer.headers.location).toBe('/login')
  if (!path.includes('{')) return
  const stranger = await newPerson(t, {})
  expect((await ask({ method, path, access: 'subscriber' }, owner, stranger)).statusCode).toBe(404)
})

/** What the browser opens itself has no contract, and so no shape to be found by. */
const RAW: Route[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(
      ([, { responses, 'x-access': access }]) => !hasContract(responses) && access !== 'public',
    )
    .map(([method, operation]) => ({
      method: method.toUpperCase() as Route['method'],
      path,
      access: operation['x-access'],
      ...(operation['x-permission'] && { permission: operation['x-permission'] }),
    })),
)

test('every route says what a member of a team needs for it', () => {
  const silent = [...routes, ...RAW].filter(({ permission }) => !permission)
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

const table: string[] = []
afterAll(() => process.stdout.write(`${table.join('\n')}\n`))

test.each([...routes, ...RAW])(
  '$method $path is for the roles its permission names',
  async (route) => {
    const owner = await ownerFor(route)
    const allowed: TeamRole[] = []
    if (!(await isRefused(route, owner, owner))) allowed.push('owner')
    for (const role of MEMBER_ROLES)
      if (!(await isRefused(route, owner, await memberFor(route, owner, role)))) allowed.push(role)
    const of = (role: TeamRole) => (allowed.includes(role) ? role : '-').padEnd(8)
    table.push(`${TEAM_ROLES.map(of).join('')}${route.method.padEnd(7)}${route.path}`)
    // None of them is an administrator of the product.
    const expected = route.access === 'admin' ? [] : ROLES_OF[route.permission ?? 'self']
    expect(allowed).toEqual([...expected])
  },
)

async function isRefused(route: Route, owner: Owner, who: Person): Promise<boolean> {
  const answer = await ask(route, owner, who)
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  return (
    answer.statusCode === 403 ||
    ['read_only', 'not_allowed'].some(
      (why) => answer.headers.location === `/dashboard?connect_error=${why}`,
    )
  )
}

const NONE = null
const EXPECTED: Record<Access, Record<string, string | null>> = {
  public: { anonymous: NONE, inactive: NONE, stranger: NONE, admin: NONE },
  user: { anonymous: 'not_logged_in', inactive: NONE, stranger: NONE, admin: NONE },
  subscriber: {
    anonymous: 'not_logged_in',
    inactive: 'subscription_required',
    stranger: NONE,
    admin: NONE,
  },
  admin: {
    anonymous: 'not_logged_in',
    inactive: 'subscription_required',
    stranger: 'forbidden',
    admin: NONE,
  },
}
/**
 * Right answers that are not 200: that password is no user's, a logged-in user has no need of the demo, and who never
 * subscribed has no subscription to change.
 */
const OTHER_ANSWERS: Record<string, number[]> = {
  'POST /api/auth/login': [401],
  'POST /api/demo/session': [409],
  'POST /api/data/copy/open': [404],
  'POST /api/team/invitations/read': [404],
  'POST /api/team/invitations/accept': [404],
  'POST /api/team/handover': [404],
  'DELETE /api/team/handover': [404],
  'DELETE /api/auth/second-factor/app': [404],
  'POST /api/auth/second-factor/recovery-codes': [409],
  'POST /api/auth/activate-subscription': [409],
  'POST /api/billing/plan': [409],
  'POST /api/billing/plan/preview': [409],
  'DELETE /api/billing/plan/pending': [409],
  'POST /api/billing/cancel': [409],
  'POST /api/billing/resume': [409],
  'POST /api/billing/pay': [409],
  'POST /api/billing/portal': [409],
}
const ACCESS_CODES = ['not_logged_in', 'subscription_required', 'forbidden', 'bad_origin']

/** The code with which access is refused, or null when the request got past it. */
async function refusalOf(route: Route, owner: Owner, who: Person | null): Promise<string | null> {
  const answer = await ask(route, owner, who)
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  const { code } = answer.headers['content-type']?.toString().includes('json')
    ? (answer.json() ?? {})
    : {}
  return ACCESS_CODES.includes(code) ? code : null
}

async function ask({ method, path }: Route, owner: Owner, who: Person | null) {
  const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = owner.ids[name]
    if (!value) throw new Error(`what does {${name}} stand for in ${path}?`)
    return value
  })
  const input = INPUTS[`${method} ${path}`]?.(owner)
  const query = method === 'GET' && input ? `?${new URLSearchParams(input as never)}` : ''
  return await t.app.inject({
    method,
    url: url + query,
    headers: who ? { cookie: who.cookie } : {},
    // A caller of its own each time: the limits of rate have their own tests.
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    ...(method !== 'GET' && { payload: input ?? {} }),
  })
}
