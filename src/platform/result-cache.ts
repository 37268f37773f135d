import { keepReplyOf } from './kept-replies.ts'

/**
 * Results of reads, by a key that names account, sync version and question. Data changes only with a sync, which
 * raises the version, so nothing ever has to be thrown out for being stale: old versions age out by size.
 */
export type ResultCache = {
  /** The kept result, or `read()`'s, kept from then on and not to be changed; a failure is not kept. */
  remember: <T>(key: string, read: () => Promise<T>) => Promise<T>
}

export function openResultCache(maxEntries = 500): ResultCache {
  // A Map keeps insertion order: the first key is the one used longest ago.
  const kept = new Map<string, Promise<unknown>>()
  return {
    remember: <T>(key: string, read: () => Promise<T>) => {
      const known = kept.get(key) as Promise<T> | undefined
      kept.delete(key)
      const result = known ?? read()
      kept.set(key, result)
      if (!known) result.then(keepReplyOf, () => kept.delete(key))
      if (kept.size > maxEntries) kept.delete(kept.keys().next().value!)
      return result
    },
  }
}
