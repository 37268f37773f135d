import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import type { Config } from '../config.ts'
import { GoogleAdsError, GrantRevoked, NotSent, TokenSilence } from './errors.ts'

export const ADWORDS_SCOPE = 'https://www.googleapis.com/auth/adwords'
const TOKEN_TIMEOUT_MS = 20_000

export type Consent = { url: string; codeVerifier: string }

/**
 * Google's consent page for `state`: 'consent' makes it give a refresh token every time, 'select_account' ask as whom, or a
 * browser with one Google user would go on as that one, also where another is to be chosen.
 */
export async function prepareConsent(
  config: Config,
  redirectUri: string,
  state: string,
): Promise<Consent> {
  const oauth = oauthClient(config, redirectUri)
  const { codeVerifier, codeChallenge } = await oauth.generateCodeVerifierAsync()
  const url = oauth.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent select_account',
    scope: [ADWORDS_SCOPE, 'openid', 'email'],
    state,
    include_granted_scopes: true,
    code_challenge_method: CodeChallengeMethod.S256,
    ...(codeChallenge && { code_challenge: codeChallenge }),
  })
  return { url, codeVerifier }
}

export type Grant = { refreshToken: string; email: string | null; scopes: readonly string[] }

/** Trades the code of the callback for a grant. Throws GrantRevoked for a code that is no good. */
export async function exchangeCode(
  config: Config,
  redirectUri: string,
  given: { code: string; codeVerifier: string },
): Promise<Grant> {
  const { tokens } = await oauthClient(config, redirectUri).getToken(given).catch(rethrow)
  if (!tokens.refresh_token) throw new GrantRevoked('Google gave no refresh token')
  return {
    refreshToken: tokens.refresh_token,
    email: emailOf(tokens.id_token),
    scopes: tokens.scope?.split(' ') ?? [],
  }
}

export type AccessTokens = {
  /** The present one, asked for when there is none or it is about to expire. Throws GrantRevoked. */
  current: () => Promise<string>
  /** Google does not take the present one: the next is asked for anew. */
  forget: () => void
}

export function accessTokens(config: Config, refreshToken: string): AccessTokens {
  const oauth = oauthClient(config)
  const forget = () => oauth.setCredentials({ refresh_token: refreshToken })
  forget()
  return {
    current: async () => {
      const { token } = await oauth.getAccessToken().catch(rethrow)
      if (!token) throw new NotSent('Google gave no access token')
      return token
    },
    forget,
  }
}

/** Ends the grant at Google; a grant that is dead already counts as ended. */
export async function revokeGrant(config: Config, refreshToken: string): Promise<void> {
  try {
    await oauthClient(config).revokeToken(refreshToken).catch(rethrow)
  } catch (error) {
    const deadAlready =
      error instanceof GrantRevoked || (error instanceof GoogleAdsError && error.httpStatus === 400)
    if (!deadAlready) throw error
  }
}

function oauthClient({ googleAds }: Config, redirectUri?: string): OAuth2Client {
  const base = googleAds.oauthBase
  const client = new OAuth2Client({
    clientId: googleAds.clientId,
    clientSecret: googleAds.clientSecret,
    transporterOptions: { timeout: TOKEN_TIMEOUT_MS },
    ...(redirectUri && { redirectUri }),
    ...(base && {
      endpoints: {
        oauth2AuthBaseUrl: `${base}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${base}/token`,
        oauth2RevokeUrl: `${base}/revoke`,
        tokenInfoUrl: `${base}/tokeninfo`,
      },
    }),
  })
  // It tries three times more by itself, which outlasts who waits before the screen: how often is for the caller to say.
  client.transporter.interceptors.request.add({
    resolved: async (asked) => {
      delete asked.retryConfig
      return Object.assign(asked, { retry: false })
    },
  })
  return client
}

type TokenFailure = { code?: string; response?: { status?: number; data?: { error?: string } } }

function rethrow(error: unknown): never {
  const { response, code } = error as TokenFailure
  // No cause is kept: the library's error carries the client's secret and the refresh token.
  if (response?.data?.error === 'invalid_grant') throw new GrantRevoked('invalid_grant')
  if (code === 'TimeoutError') throw new TokenSilence('token endpoint: silent')
  const status = response?.status ?? 500
  if (status >= 500) throw new NotSent(`token endpoint: ${response?.status ?? 'no answer'}`)
  throw new GoogleAdsError(`token endpoint: ${response?.data?.error ?? status}`, {
    httpStatus: status,
  })
}

/** The token came straight from Google's token endpoint, so its claims need no signature check. */
function emailOf(idToken: string | null | undefined): string | null {
  const payload = idToken?.split('.')[1]
  if (!payload) return null
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { email?: string }
  return claims.email?.toLowerCase() ?? null
}
