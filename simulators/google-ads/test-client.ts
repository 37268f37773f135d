import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import {
  type GoogleAdsSimulator,
  type SimulatorOptions,
  startGoogleAdsSimulator,
} from './server.ts'
import { tinyWorld } from './tiny-world.ts'

export const REDIRECT = 'http://127.0.0.1:9/callback'
export const SCOPES = ['https://www.googleapis.com/auth/adwords', 'openid', 'email']
/** Noon in Madrid. */
export const NOW = new Date('2026-11-21T11:00:00Z')

export async function startTiny(
  options: Partial<SimulatorOptions> = {},
): Promise<GoogleAdsSimulator> {
  return startGoogleAdsSimulator({ world: tinyWorld(), clock: { now: () => NOW }, ...options })
}

export function oauthClient(baseUrl: string): OAuth2Client {
  return new OAuth2Client({
    clientId: 'pujante',
    clientSecret: 'secreto',
    redirectUri: REDIRECT,
    endpoints: {
      oauth2AuthBaseUrl: `${baseUrl}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${baseUrl}/token`,
      oauth2RevokeUrl: `${baseUrl}/revoke`,
      tokenInfoUrl: `${baseUrl}/tokeninfo`,
    },
  })
}

/** Presses a button of the consent page; answers where the browser is sent. */
export async function decide(authUrl: string, email: string, decision: 'allow' | 'deny') {
  const answer = await fetch(authUrl, {
    method: 'POST',
    body: new URLSearchParams({ email, decision }),
    redirect: 'manual',
  })
  return { status: answer.status, target: new URL(answer.headers.get('location') ?? 'about:blank') }
}

/** The whole way from consent to tokens, with Google's own library. */
export async function signIn(oauth: OAuth2Client, email: string, scope: string[] = SCOPES) {
  const pkce = await oauth.generateCodeVerifierAsync()
  const url = oauth.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope,
    state: 'estado 1',
    code_challenge_method: CodeChallengeMethod.S256,
    code_challenge: pkce.codeChallenge,
  })
  const { target } = await decide(url, email, 'allow')
  const code = target.searchParams.get('code')!
  const { tokens } = await oauth.getToken({ code, codeVerifier: pkce.codeVerifier })
  return tokens
}

/** Enough of an answer for the tests to look into; the shapes are what they assert. */
export type Json = { [key: string]: Json } & Json[]
export type Answer = { status: number; requestId: string | null; json: Json }

/** A caller of the API with one access token. */
export function apiClient(baseUrl: string, accessToken: string) {
  return async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: body ? JSON.stringify(body) : null,
    })
    const json = (await response.json().catch(() => null)) as Json
    return { status: response.status, requestId: response.headers.get('request-id'), json }
  }
}
export type ApiClient = ReturnType<typeof apiClient>

/** The first error code of an answer, bare or wrapped in an array. */
export function codeOf({ json }: Answer): string | undefined {
  const { error } = (Array.isArray(json) ? json[0] : json) as Json
  return Object.values(error?.details?.[0]?.errors?.[0]?.errorCode ?? {})[0] as unknown as
    | string
    | undefined
}
