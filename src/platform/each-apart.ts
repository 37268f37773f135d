import { isDatabaseAway } from './db/failures.ts'

/**
 * Does the work for each, and one that fails keeps none of the others back: it is told to `failed`, and the first of them thrown
 * at the end. A database that is away ends it at once, since all the others would wait for it, too.
 */
export async function eachApart<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
  failed: (error: unknown, one: T) => void = () => {},
): Promise<void> {
  const failures: unknown[] = []
  for (const one of all)
    await work(one).catch((error) => {
      failed(error, one)
      if (isDatabaseAway(error)) throw error
      failures.push(error)
    })
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1)
    throw new Error(`${failures.length} of them failed, the first as told`, { cause: failures[0] })
}
