import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** A secret to hand out (cookie, mail link): 32 random bytes. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export type Vault = {
  seal: (plain: string) => string
  /** Throws for what was sealed with a key that is not here. */
  open: (sealed: string) => string
  /** Sealed with the key that seals now; false for that of an older one. */
  isCurrent: (sealed: string) => boolean
  /** Names of the keys that open, the one that seals first. */
  keyIds: readonly string[]
}

type VaultConfig = Pick<Config, 'encryptionKey' | 'dataDir'> &
  Partial<Pick<Config, 'olderEncryptionKeys'>>

/**
 * AES-256-GCM. A sealed text is `v1.<key id>.<iv>.<tag>.<cipher>`: the first key seals, older ones still open, so that
 * keys can be changed while processes run.
 */
export function openVault(config: VaultConfig): Vault {
  const current = config.encryptionKey ?? keptKey(config.dataDir)
  const keys = new Map(
    [current, ...(config.olderEncryptionKeys ?? [])].map((hex) => {
      const key = Buffer.from(hex, 'hex')
      return [createHash('sha256').update(key).digest('hex').slice(0, 8), key] as const
    }),
  )
  const [[keyId, key]] = [...keys] as [[string, Buffer]]
  return {
    keyIds: [...keys.keys()],
    isCurrent: (sealed) => sealed.split('.')[1] === keyId,
    seal: (plain) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        'v1',
        keyId,
        ...[iv, cipher.getAuthTag(), body].map((b) => b.toString('base64url')),
      ].join('.')
    },
    open: (sealed) => {
      const [version, id, iv, tag, body] = sealed.split('.')
      const key = keys.get(id ?? '')
      if (version !== 'v1' || !key || !iv || !tag || body === undefined)
        throw new Error('sealed with another key')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([
        decipher.update(Buffer.from(body, 'base64url')),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}

/** Without ENCRYPTION_KEY (never in production) a key is made once and kept beside the data. */
function keptKey(dataDir: string): string {
  const path = join(dataDir, 'encryption-key')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(path, 'utf8').trim()
}
