import { hash, verify } from '@node-rs/argon2'

/** OWASP's argon2id minimum: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS)
}

let dummy: Promise<string> | undefined

/** With no hash (unknown address) it takes as long as with one, so that the answer's time tells nothing. */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  dummy ??= hashPassword('no account has this password')
  const matches = await verify(passwordHash ?? (await dummy), password)
  return passwordHash !== undefined && matches
}

const TODAYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

/** Made with other parameters than today's; only who has the password can make it anew. */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(TODAYS)
}
