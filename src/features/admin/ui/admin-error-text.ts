import { ApiError } from '#kit/api-error.ts'

/** The server's own words, with `prefix` before them; `fallback` where it has none. */
export function adminErrorText(error: unknown, fallback: string, prefix = ''): string {
  if (!(error instanceof ApiError)) return fallback
  if (['network', 'offline', 'timeout'].includes(error.code)) {
    return 'Error al contactar con el servidor.'
  }
  return error.code === 'bad_reply' || !error.message ? fallback : prefix + error.message
}
