import { hash } from 'node:crypto'

/**
 * Most files name things and give no ids: ours are 53 bits of a hash of the account and the names, so that the
 * same thing has the same id in every file of the account. Case is kept: Google tells names by it.
 */
export function entityId(customerId: number, ...names: string[]): number {
  const key = [String(customerId), ...names.map(plainName)].join('\n')
  // At once: an object for each of hundreds of thousands would wait for its finaliser.
  return Number(hash('sha256', key, 'buffer').readBigUInt64BE() >> 11n) || 1
}

/** As PostgreSQL can store it, and alike however the file was saved. */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\s\0]+/g, ' ')
    .trim()
  // The very text that the row holds: hundreds of thousands of copies would be held beside it.
  return plain === name ? name : plain
}
