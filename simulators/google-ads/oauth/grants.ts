import { createHash, randomBytes } from 'node:crypto'
import { openToken, signToken } from './signed-token.ts'

/** What the user agreed to on the consent page, until the code is exchanged. */
export type Consent = {
  email: string
  clientId: string
  redirectUri: string
  scope: string
  offline: boolean
  forcedConsent: boolean
  codeChallenge?: string
}

export type GrantState = { revokedAt: Record<string, number>; consented: string[] }

type TokenBody = { email: string; clientId: string; scope: string; issuedAt: number }
type AccessBody = TokenBody & { expiresAt: number }

export type IssuedTokens = {
  accessToken: string
  refreshToken?: string
  expiresInS: number
  scope: string
  email: string
}

const ACCESS = 'ya29.'
const REFRESH = '1//'
const ACCESS_SECONDS = 3599
const CODE_MS = 10 * 60_000
export const ANY_CLIENT = '*'

/** Codes, tokens and revocations. Times are milliseconds of the wall clock, like those of the client's library. */
export class Grants {
  readonly #now: () => number
  readonly #codes = new Map<string, Consent & { expiresAt: number }>()
  #revokedAt: Record<string, number> = {}
  #consented = new Set<string>()
  #lastStamp = 0

  constructor(now: () => number) {
    this.#now = now
  }

  issueCode(consent: Consent): string {
    const code = `4/0A${randomBytes(24).toString('base64url')}`
    this.#codes.set(code, { ...consent, expiresAt: this.#now() + CODE_MS })
    return code
  }

  /** Single use: a second or a wrong exchange of the same code finds nothing. */
  redeemCode(
    code: string,
    given: { clientId: string; redirectUri: string; codeVerifier: string | undefined },
  ): IssuedTokens | undefined {
    const consent = this.#codes.get(code)
    this.#codes.delete(code)
    if (!consent || consent.expiresAt < this.#now()) return undefined
    if (consent.clientId !== given.clientId || consent.redirectUri !== given.redirectUri) return
    if (consent.codeChallenge && consent.codeChallenge !== challengeOf(given.codeVerifier)) return
    const key = grantKey(consent.email, consent.clientId)
    // Google hands out a refresh token on first consent, or when prompt=consent asks again.
    const withRefresh = consent.offline && (consent.forcedConsent || !this.#consented.has(key))
    this.#consented.add(key)
    const { email, clientId, scope } = consent
    const issuedAt = this.#nextStamp()
    const body = { email, clientId, scope, issuedAt }
    return {
      ...this.#access(body),
      ...(withRefresh && { refreshToken: signToken(REFRESH, body) }),
    }
  }

  /** A refresh token without the way over the consent page, for seeded connections. */
  grant(email: string, clientId: string, scope: string): string {
    this.#consented.add(grantKey(email, clientId))
    return signToken(REFRESH, { email, clientId, scope, issuedAt: this.#nextStamp() })
  }

  refresh(refreshToken: string, clientId: string): IssuedTokens | undefined {
    const body = openToken<TokenBody>(REFRESH, refreshToken)
    if (!body || this.#isRevoked(body)) return undefined
    if (body.clientId !== clientId && body.clientId !== ANY_CLIENT) return undefined
    return this.#access(body)
  }

  /** Who calls with an access token; undefined if it is foreign, expired or revoked. */
  caller(accessToken: string): { email: string; scope: string; expiresAt: number } | undefined {
    const body = openToken<AccessBody>(ACCESS, accessToken)
    if (!body || body.expiresAt <= this.#now() || this.#isRevoked(body)) return undefined
    return body
  }

  /** Revoking either token ends the whole grant of that user to that client. False for an unknown token. */
  revokeToken(token: string): boolean {
    const body = openToken<TokenBody>(ACCESS, token) ?? openToken<TokenBody>(REFRESH, token)
    if (!body || this.#isRevoked(body)) return false
    this.#revoke(grantKey(body.email, body.clientId))
    return true
  }

  /** As if the user had removed every app's access in their Google account. */
  revokeUser(email: string): void {
    for (const key of this.#consented) {
      if (key.startsWith(`${email} `)) this.#revoke(key)
    }
    this.#revokedAt[grantKey(email, ANY_CLIENT)] = this.#nextStamp()
  }

  exportState(): GrantState {
    return { revokedAt: { ...this.#revokedAt }, consented: [...this.#consented] }
  }

  importState(state: GrantState): void {
    this.#revokedAt = { ...state.revokedAt }
    this.#consented = new Set(state.consented)
    this.#lastStamp = Math.max(0, ...Object.values(state.revokedAt))
  }

  #revoke(key: string): void {
    this.#revokedAt[key] = this.#nextStamp()
    this.#consented.delete(key)
  }

  /** Never the same twice, so that what was issued in the millisecond of a revocation is told apart. */
  #nextStamp(): number {
    this.#lastStamp = Math.max(this.#now(), this.#lastStamp + 1)
    return this.#lastStamp
  }

  #isRevoked({ email, clientId, issuedAt }: TokenBody): boolean {
    const keys = [grantKey(email, clientId), grantKey(email, ANY_CLIENT)]
    return keys.some((key) => issuedAt <= (this.#revokedAt[key] ?? -1))
  }

  #access(body: TokenBody): IssuedTokens {
    const expiresAt = this.#now() + ACCESS_SECONDS * 1000
    return {
      accessToken: signToken(ACCESS, { ...body, expiresAt }),
      expiresInS: ACCESS_SECONDS,
      scope: body.scope,
      email: body.email,
    }
  }
}

function grantKey(email: string, clientId: string): string {
  return `${email} ${clientId}`
}

function challengeOf(verifier: string | undefined): string {
  return createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url')
}
