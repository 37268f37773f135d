/** What of an error may be written down: neither values of a statement nor whose they are. */

/** Drizzle puts a statement's values behind it: addresses, hashes of sessions, sealed tokens. */
const VALUES = /\nparams:[\s\S]*$/
const EMAIL = /[^\s"'<>(),:;=]+@[^\s"'<>(),:;=]+/g
const HASH = /\b[0-9a-f]{64}\b/g
const KEY = /\bpj_[\w-]+/g
/** PostgreSQL quotes what it could not read (class 22) or found twice (23). */
const QUOTED_VALUE = /: "[\s\S]*$/

export type ErrorWords = {
  type: string
  message: string
  code?: string
  constraint?: string
  stack?: string
  cause?: ErrorWords
}

/** For the log: type, message, code and place, and the same of what caused it. */
export function describeError(error: unknown): ErrorWords {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.constructor.name,
    message: errorText(error),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(frames.length > 0 && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** The message alone, fit to be kept. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = (error as { code?: unknown } | null)?.code
  const ofValues = typeof code === 'string' && /^2[23]/.test(code)
  return scrub(ofValues ? message.replace(QUOTED_VALUE, '') : message)
}

function scrub(text: string): string {
  return text
    .replace(VALUES, '')
    .replace(EMAIL, '[correo]')
    .replace(HASH, '[hash]')
    .replace(KEY, '[clave]')
}
