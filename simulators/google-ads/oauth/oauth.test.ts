import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GoogleAdsSimulator } from '../server.ts'
import {
  apiClient,
  codeOf,
  decide,
  NOW,
  oauthClient,
  REDIRECT,
  SCOPES,
  signIn,
  startTiny,
} from '../test-client.ts'
import { ANA, SHOP } from '../tiny-world.ts'

let simulator: GoogleAdsSimulator
let tokenNow = NOW.getTime()

beforeAll(async () => {
  simulator = await startTiny({ tokenClock: { now: () => new Date(tokenNow) } })
})
afterAll(() => simulator.close())

describe('consent page', () => {
  const url = (params: Record<string, string> = {}) =>
    `${simulator.baseUrl}/o/oauth2/v2/auth?${new URLSearchParams({
      client_id: 'pujante',
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: SCOPES.join(' '),
      state: 'a&b',
      ...params,
    })}`

  it('names the app, the identities and the scopes', async () => {
    const page = await fetch(url({ login_hint: ANA }))
    const html = await page.text()
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(html).toContain('Pujante quiere acceder a tu cuenta de Google')
    expect(html).toContain('Ana &quot;Pruebas&quot;')
    expect(html).toContain(`value="${ANA}" checked`)
    expect(html).toContain('datos de Google Ads')
    expect(html).toMatch(/Cancelar<\/button>[\s\S]*Permitir<\/button>/)
  })

  it('sends back code and state, or access_denied', async () => {
    const allowed = await decide(url(), ANA, 'allow')
    expect(allowed.status).toBe(302)
    expect(allowed.target.origin + allowed.target.pathname).toBe(REDIRECT)
    expect(allowed.target.searchParams.get('state')).toBe('a&b')
    expect(allowed.target.searchParams.get('code')).toMatch(/^4\/0A/)
    const denied = await decide(url(), ANA, 'deny')
    expect(denied.target.searchParams.get('error')).toBe('access_denied')
    expect(denied.target.searchParams.get('code')).toBeNull()
  })

  it.each([
    [{ redirect_uri: 'http://example.com/callback' }, 400, 'redirect_uri_mismatch'],
    [{ redirect_uri: 'javascript:alert(1)' }, 400, 'redirect_uri_mismatch'],
    [{ client_id: '' }, 401, 'invalid_client'],
    [{ response_type: 'token' }, 400, 'invalid_request'],
    [{ code_challenge: 'x', code_challenge_method: 'plain' }, 400, 'invalid_request'],
  ])('refuses %o without a redirect', async (params, status, code) => {
    const page = await fetch(url(params), { redirect: 'manual' })
    expect(page.status).toBe(status)
    expect(await page.text()).toContain(code)
  })
})

describe('tokens, with google-auth-library', () => {
  it('exchanges a code with PKCE, names the user, refreshes', async () => {
    const oauth = oauthClient(simulator.baseUrl)
    const tokens = await signIn(oauth, ANA)
    expect(tokens.access_token).toMatch(/^ya29\./)
    expect(tokens.refresh_token).toMatch(/^1\/\//)
    const claims = JSON.parse(Buffer.from(tokens.id_token!.split('.')[1]!, 'base64url').toString())
    expect(claims).toMatchObject({ email: ANA, email_verified: true, aud: 'pujante' })
    oauth.setCredentials({ refresh_token: tokens.refresh_token! })
    const { token } = await oauth.getAccessToken()
    expect((await oauth.getTokenInfo(token!)).email).toBe(ANA)
  })

  it('takes a code once, with its verifier, within ten minutes', async () => {
    const oauth = oauthClient(simulator.baseUrl)
    const pkce = await oauth.generateCodeVerifierAsync()
    const consent = async () => {
      const challenge = { code_challenge: pkce.codeChallenge!, code_challenge_method: 'S256' }
      const url = oauth.generateAuthUrl({ scope: SCOPES, ...(challenge as object) })
      return (await decide(url, ANA, 'allow')).target.searchParams.get('code')!
    }
    const wrongVerifier = oauth.getToken({ code: await consent(), codeVerifier: 'otro' })
    await expect(wrongVerifier).rejects.toThrow('invalid_grant')
    const code = await consent()
    await oauth.getToken({ code, codeVerifier: pkce.codeVerifier })
    const again = oauth.getToken({ code, codeVerifier: pkce.codeVerifier })
    await expect(again).rejects.toThrow('invalid_grant')
    const late = await consent()
    tokenNow += 10 * 60_000 + 1
    const tooLate = oauth.getToken({ code: late, codeVerifier: pkce.codeVerifier })
    await expect(tooLate).rejects.toThrow('invalid_grant')
  })

  it('gives no second refresh token without prompt=consent', async () => {
    const oauth = oauthClient(simulator.baseUrl)
    await signIn(oauth, ANA)
    const url = oauth.generateAuthUrl({ access_type: 'offline', scope: SCOPES })
    const { target } = await decide(url, ANA, 'allow')
    const { tokens } = await oauth.getToken(target.searchParams.get('code')!)
    expect(tokens.access_token).toBeTruthy()
    expect(tokens.refresh_token).toBeUndefined()
  })

  it('lets access tokens expire, and asks for the scope', async () => {
    const oauth = oauthClient(simulator.baseUrl)
    const { access_token } = await signIn(oauth, ANA)
    const call = apiClient(simulator.baseUrl, access_token!)
    expect((await call('v25/customers:listAccessibleCustomers')).status).toBe(200)
    tokenNow += 3600_000
    const expired = await call('v25/customers:listAccessibleCustomers')
    expect([expired.status, codeOf(expired)]).toEqual([401, 'OAUTH_TOKEN_INVALID'])
    const narrow = await signIn(oauth, ANA, ['openid'])
    const refused = await apiClient(simulator.baseUrl, narrow.access_token!)(
      `v25/customers/${SHOP}/googleAds:search`,
      { query: 'SELECT customer.id FROM customer' },
    )
    expect(refused.status).toBe(403)
  })

  it('answers a revoked grant with invalid_grant, and a new consent works again', async () => {
    const oauth = oauthClient(simulator.baseUrl)
    const tokens = await signIn(oauth, ANA)
    simulator.revokeGrant(ANA)
    oauth.setCredentials({ refresh_token: tokens.refresh_token! })
    await expect(oauth.getAccessToken()).rejects.toMatchObject({
      message: 'invalid_grant',
      response: {
        status: 400,
        data: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
      },
    })
    const call = apiClient(simulator.baseUrl, tokens.access_token!)
    expect((await call('v25/customers:listAccessibleCustomers')).status).toBe(401)
    const fresh = await signIn(oauth, ANA)
    oauth.setCredentials({ refresh_token: fresh.refresh_token! })
    await oauth.getAccessToken()
    await oauth.revokeToken(fresh.refresh_token!)
    const after = oauthClient(simulator.baseUrl)
    after.setCredentials({ refresh_token: fresh.refresh_token! })
    await expect(after.getAccessToken()).rejects.toThrow('invalid_grant')
  })
})

it('grants a seeded identity without the page, for any client', async () => {
  const oauth = oauthClient(simulator.baseUrl)
  oauth.setCredentials({ refresh_token: simulator.grant(ANA) })
  const { token } = await oauth.getAccessToken()
  const call = apiClient(simulator.baseUrl, token!)
  expect((await call('v25/customers:listAccessibleCustomers')).status).toBe(200)
  expect(() => simulator.grant('nadie@example.com')).toThrow(RangeError)
  simulator.revokeGrant(ANA)
  expect((await call('v25/customers:listAccessibleCustomers')).status).toBe(401)
})

describe('restart', () => {
  it('keeps refresh tokens good and revoked ones revoked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ads-state-'))
    const statePath = join(folder, 'deep/state.json')
    try {
      const first = await startTiny({ statePath })
      const oauth = oauthClient(first.baseUrl)
      const kept = await signIn(oauth, ANA)
      await first.close()
      const second = await startTiny({ statePath })
      const later = oauthClient(second.baseUrl)
      later.setCredentials({ refresh_token: kept.refresh_token! })
      expect((await later.getAccessToken()).token).toMatch(/^ya29\./)
      second.revokeGrant(ANA)
      await second.close()
      const third = await startTiny({ statePath })
      const last = oauthClient(third.baseUrl)
      last.setCredentials({ refresh_token: kept.refresh_token! })
      await expect(last.getAccessToken()).rejects.toThrow('invalid_grant')
      await third.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
