import type { Consent } from './grants.ts'

export type AuthorizationRequest = Omit<Consent, 'email'> & { state?: string; loginHint?: string }

export type AuthorizationProblem = { httpStatus: number; code: string; explanation: string }

/** Reads and judges the query of `/o/oauth2/v2/auth` the way Google's page does, before any redirect. */
export function readAuthorizationRequest(
  params: URLSearchParams,
  expectedClientId: string | undefined,
): AuthorizationRequest | AuthorizationProblem {
  const clientId = params.get('client_id') ?? ''
  const redirectUri = params.get('redirect_uri') ?? ''
  const scope = params.get('scope')?.trim() ?? ''
  if (clientId === '' || (expectedClientId !== undefined && clientId !== expectedClientId)) {
    return problem(401, 'invalid_client', 'No se ha encontrado el cliente de OAuth.')
  }
  if (!isAllowedRedirect(redirectUri)) {
    return problem(
      400,
      'redirect_uri_mismatch',
      'La URI de redirección de la solicitud no está autorizada para este cliente.',
    )
  }
  if (params.get('response_type') !== 'code' || scope === '') {
    return problem(400, 'invalid_request', 'Falta un parámetro obligatorio: response_type o scope.')
  }
  const method = params.get('code_challenge_method') ?? 'plain'
  const codeChallenge = params.get('code_challenge') ?? undefined
  if (codeChallenge && method !== 'S256') {
    return problem(400, 'invalid_request', 'Solo se admite code_challenge_method=S256.')
  }
  return {
    clientId,
    redirectUri,
    scope,
    codeChallenge,
    state: params.get('state') ?? undefined,
    loginHint: params.get('login_hint') ?? undefined,
    offline: params.get('access_type') === 'offline',
    forcedConsent: (params.get('prompt') ?? '').split(' ').includes('consent'),
  }
}

export function isProblem(
  read: AuthorizationRequest | AuthorizationProblem,
): read is AuthorizationProblem {
  return 'httpStatus' in read
}

/** Google takes https, and plain http only on the user's own machine; no fragment. */
function isAllowedRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, hash } = new URL(uri)
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return hash === '' && (protocol === 'https:' || (protocol === 'http:' && loopback))
}

function problem(httpStatus: number, code: string, explanation: string): AuthorizationProblem {
  return { httpStatus, code, explanation }
}
