import { hash64 } from '../statistics/random.ts'

/**
 * Identity of a problem across syncs: rule, entity ids and normalised text; never a date or an
 * amount, so that the same problem keeps its history. 16 hexadecimal digits.
 */
export function fingerprintOf(rule: string, ...parts: string[]): string {
  return hash64([rule, ...parts].join('\u001f'))
    .map((half) => (half >>> 0).toString(16).padStart(8, '0'))
    .join('')
}
