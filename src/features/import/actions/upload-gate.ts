import { AppError } from '#shared/app-error.ts'

/** A browser sends one at a time; a second tab or two may as well. */
const PER_USER = 3
/** Of one process: each lies on the disk with up to 100 MB until its turn to be read has come. */
const AT_ONCE = 12
const RETRY_AFTER_SECONDS = 10

export type UploadGate = <T>(userId: string, work: () => Promise<T>) => Promise<T>

/** Throws 429 where too many uploads are under way already. */
export function openUploadGate(): UploadGate {
  const open = new Map<string, number>()
  let all = 0
  const change = (userId: string, by: 1 | -1) => {
    all += by
    const left = (open.get(userId) ?? 0) + by
    if (left > 0) open.set(userId, left)
    else open.delete(userId)
  }
  return async (userId, work) => {
    if ((open.get(userId) ?? 0) >= PER_USER || all >= AT_ONCE)
      throw new AppError(
        'too_many_requests',
        'Ya hay varias subidas en marcha. Espera a que acabe alguna y vuelve a intentarlo.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      )
    change(userId, 1)
    try {
      return await work()
    } finally {
      change(userId, -1)
    }
  }
}
