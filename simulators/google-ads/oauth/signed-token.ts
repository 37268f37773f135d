import { createHmac, timingSafeEqual } from 'node:crypto'

/** Fixed on purpose: tokens handed out before a restart must stay good after it. It protects nothing real. */
const SECRET = 'google-ads-simulator'

/** `prefix` + payload + signature: the token itself says whom it is for. */
export function signToken(prefix: string, payload: object): string {
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${prefix}${body}.${signature(prefix + body)}`
}

/** The payload, or undefined if the token was not signed here with that prefix. */
export function openToken<T>(prefix: string, token: string): T | undefined {
  const [body, signed] = token.slice(prefix.length).split('.')
  if (!token.startsWith(prefix) || !body || !signed) return undefined
  const expected = Buffer.from(signature(prefix + body))
  const found = Buffer.from(signed)
  if (expected.length !== found.length || !timingSafeEqual(expected, found)) return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as T
}

function signature(text: string): string {
  return createHmac('sha256', SECRET).update(text).digest('base64url')
}
