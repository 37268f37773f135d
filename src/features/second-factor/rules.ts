const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const CODE_BYTES = 16
const GROUP = /.{1,5}/g

export const RECOVERY_CODES = 10

/** 16 random bytes as people copy them: 'ABCDE-FGHIJ-…'. */
export function recoveryCodeText(bytes: Uint8Array): string {
  const bits = [...bytes.subarray(0, CODE_BYTES)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const letters = bits
    .match(/.{1,5}/g)!
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
  return letters.join('').match(GROUP)!.join('-')
}

/** What was typed as it is compared: without the reader's spaces and hyphens. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}

export function isAppCode(plain: string): boolean {
  return /^\d{6}$/.test(plain)
}

/** A copied key would count on beside the real one; synchronised ones always say 0. */
export function isReplayed(storedCounter: number, newCounter: number): boolean {
  return storedCounter > 0 && newCounter <= storedCounter
}
