import { hashKey } from '@tanstack/react-query'

/** Whether a reading was of the same list as `asked`; what was searched in it does not matter. */
export function isOfList(queryKey: readonly unknown[] | undefined, asked: object): boolean {
  const input = queryKey?.[1]
  if (typeof input !== 'object' || input === null) return false
  return hashKey([{ ...input, q: undefined }]) === hashKey([{ ...asked, q: undefined }])
}
