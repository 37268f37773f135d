import { AppError } from '#shared/app-error.ts'

/** Counts in memory, per process: enough for one machine, and forgotten at a restart. */
const MAX_KEYS = 10_000

/** What is left of a window after a call. */
export type RateLeft = { limit: number; remaining: number; resetSeconds: number }

/**
 * At most `max` calls per key in a fixed window of `perMs`. Returns the check, which tells what is left and throws
 * 429 with the seconds to wait.
 */
export function limitRate(limit: {
  max: number
  perMs: number
}): (key: string, now: Date) => RateLeft {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return (key, now) => {
    const at = now.getTime()
    const current = windows.get(key)
    if (!current || current.endsAt <= at) {
      if (windows.size >= MAX_KEYS) forgetEnded(windows, at)
      windows.set(key, { count: 1, endsAt: at + limit.perMs })
      return left(limit.max - 1, limit.perMs)
    }
    current.count += 1
    if (current.count > limit.max) {
      const retryAfterSeconds = Math.ceil((current.endsAt - at) / 1000)
      throw new AppError(
        'too_many_requests',
        `Demasiados intentos. Vuelve a probar dentro de ${retryAfterSeconds} segundos.`,
        { retryAfterSeconds },
      )
    }
    return left(limit.max - current.count, current.endsAt - at)
  }

  function left(remaining: number, ms: number): RateLeft {
    return { limit: limit.max, remaining, resetSeconds: Math.ceil(ms / 1000) }
  }
}

function forgetEnded(windows: Map<string, { endsAt: number }>, at: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= at) windows.delete(key)
  // Under a flood of fresh keys forget the oldest rather than grow without bound.
  for (const key of windows.keys()) {
    if (windows.size < MAX_KEYS) break
    windows.delete(key)
  }
}
