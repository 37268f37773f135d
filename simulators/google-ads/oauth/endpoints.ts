import { createHash } from 'node:crypto'
import type { GoogleUser } from '../account-source.ts'
import { type Exchange, readBody, redirect, sendHtml, sendJson } from '../http.ts'
import {
  type AuthorizationRequest,
  isProblem,
  readAuthorizationRequest,
} from './authorization-request.ts'
import { consentPage, problemPage } from './consent-page.ts'
import type { Grants, IssuedTokens } from './grants.ts'

export type OAuthOptions = {
  grants: Grants
  users: readonly GoogleUser[]
  appName: string
  /** Checked only if given. */
  client?: { id: string; secret: string }
  /** Milliseconds of the wall clock. */
  now(): number
  /** Called after a grant was given or taken away. */
  changed(): void
}

/** Answers the four OAuth paths; false for any other. */
export async function handleOAuth(exchange: Exchange, options: OAuthOptions): Promise<boolean> {
  const method = exchange.request.method ?? 'GET'
  switch (`${method} ${exchange.url.pathname}`) {
    case 'GET /o/oauth2/v2/auth':
      showConsent(exchange, options)
      return true
    case 'POST /o/oauth2/v2/auth':
      await decide(exchange, options)
      return true
    case 'POST /token':
      await token(exchange, options)
      return true
    case 'POST /revoke':
      await revoke(exchange, options)
      return true
    case 'GET /tokeninfo':
    case 'POST /tokeninfo':
      await tokenInfo(exchange, options)
      return true
    default:
      return false
  }
}

function showConsent(exchange: Exchange, options: OAuthOptions): void {
  const read = readAuthorizationRequest(exchange.url.searchParams, options.client?.id)
  if (isProblem(read)) sendHtml(exchange, read.httpStatus, problemPage(read))
  else sendHtml(exchange, 200, consentPage(options.appName, read, options.users))
}

async function decide(exchange: Exchange, options: OAuthOptions): Promise<void> {
  const form = new URLSearchParams(await readBody(exchange.request))
  const read = readAuthorizationRequest(exchange.url.searchParams, options.client?.id)
  if (isProblem(read)) return sendHtml(exchange, read.httpStatus, problemPage(read))
  const user = options.users.find((candidate) => candidate.email === form.get('email'))
  if (form.get('decision') !== 'allow') {
    return redirect(exchange, callback(read, { error: 'access_denied' }))
  }
  if (!user) return showConsent(exchange, options)
  // Google's page has a box for each scope; what is not ticked is not granted.
  const withheld = form.getAll('withheld')
  const scope = read.scope
    .split(' ')
    .filter((one) => !withheld.includes(one))
    .join(' ')
  const code = options.grants.issueCode({ ...read, scope, email: user.email })
  redirect(exchange, callback(read, { code, scope, authuser: '0', prompt: 'consent' }))
}

function callback(request: AuthorizationRequest, values: Record<string, string>): string {
  const target = new URL(request.redirectUri)
  if (request.state !== undefined) target.searchParams.set('state', request.state)
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value)
  return target.href
}

async function token(exchange: Exchange, options: OAuthOptions): Promise<void> {
  const form = new URLSearchParams(await readBody(exchange.request))
  const clientId = form.get('client_id') ?? ''
  const { client } = options
  const known = client
    ? clientId === client.id && form.get('client_secret') === client.secret
    : clientId !== ''
  if (!known) {
    return sendJson(exchange, 401, {
      error: 'invalid_client',
      error_description: 'The OAuth client was not found.',
    })
  }
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const issued = options.grants.redeemCode(form.get('code') ?? '', {
        clientId,
        redirectUri: form.get('redirect_uri') ?? '',
        codeVerifier: form.get('code_verifier') ?? undefined,
      })
      if (!issued) return invalidGrant(exchange, 'Malformed auth code.')
      options.changed()
      return sendTokens(exchange, options, issued, clientId)
    }
    case 'refresh_token': {
      const issued = options.grants.refresh(form.get('refresh_token') ?? '', clientId)
      if (!issued) return invalidGrant(exchange)
      return sendTokens(exchange, options, issued, clientId)
    }
    default:
      sendJson(exchange, 400, {
        error: 'unsupported_grant_type',
        error_description: `Invalid grant_type: ${form.get('grant_type') ?? ''}`,
      })
  }
}

export function invalidGrant(
  exchange: Exchange,
  description = 'Token has been expired or revoked.',
): void {
  sendJson(exchange, 400, { error: 'invalid_grant', error_description: description })
}

function sendTokens(
  exchange: Exchange,
  options: OAuthOptions,
  issued: IssuedTokens,
  clientId: string,
): void {
  sendJson(exchange, 200, {
    access_token: issued.accessToken,
    expires_in: issued.expiresInS,
    ...(issued.refreshToken && { refresh_token: issued.refreshToken }),
    scope: issued.scope,
    token_type: 'Bearer',
    ...(issued.scope.split(' ').includes('openid') && {
      id_token: idToken(options, issued, clientId),
    }),
  })
}

/** Shaped like Google's, but not signed. */
function idToken(options: OAuthOptions, { email, scope }: IssuedTokens, clientId: string): string {
  const issuedS = Math.floor(options.now() / 1000)
  const claims = {
    iss: 'https://accounts.google.com',
    azp: clientId,
    aud: clientId,
    sub: subjectOf(email),
    ...(scope.split(' ').includes('email') && { email, email_verified: true }),
    iat: issuedS,
    exp: issuedS + 3600,
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'RS256', kid: 'simulator', typ: 'JWT' })}.${encode(claims)}.c2ltdWxhdG9y`
}

/** A stable number per identity, as long as Google's. */
function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email).digest('hex')
  return BigInt(`0x${hash.slice(0, 17)}`)
    .toString()
    .padStart(21, '1')
}

async function revoke(exchange: Exchange, options: OAuthOptions): Promise<void> {
  const form = new URLSearchParams(await readBody(exchange.request))
  const given = form.get('token') ?? exchange.url.searchParams.get('token') ?? ''
  if (!options.grants.revokeToken(given)) {
    return sendJson(exchange, 400, {
      error: 'invalid_token',
      error_description: 'Token expired or revoked',
    })
  }
  options.changed()
  sendJson(exchange, 200, {})
}

async function tokenInfo(exchange: Exchange, options: OAuthOptions): Promise<void> {
  const form = new URLSearchParams(await readBody(exchange.request))
  const header = exchange.request.headers.authorization?.replace(/^Bearer /i, '')
  const given = form.get('access_token') ?? exchange.url.searchParams.get('access_token') ?? header
  const caller = options.grants.caller(given ?? '')
  if (!caller) {
    return sendJson(exchange, 400, {
      error: 'invalid_token',
      error_description: 'Invalid Value',
    })
  }
  sendJson(exchange, 200, {
    scope: caller.scope,
    email: caller.email,
    expires_in: String(Math.round((caller.expiresAt - options.now()) / 1000)),
    access_type: 'offline',
  })
}
