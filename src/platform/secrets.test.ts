import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashToken, newToken, openVault } from './secrets.ts'

const vault = openVault({ encryptionKey: 'ab'.repeat(32), dataDir: '' })

test('a sealed text opens again and does not show its content', () => {
  const sealed = vault.seal('1//refresh-ñ')
  expect(sealed).not.toContain('refresh')
  expect(vault.open(sealed)).toBe('1//refresh-ñ')
  expect(vault.seal('1//refresh-ñ')).not.toBe(sealed)
})

test('a changed byte or another key is refused', () => {
  const sealed = vault.seal('secreto')
  const parts = sealed.split('.')
  parts[4] = Buffer.from('otra cosa').toString('base64url')
  expect(() => vault.open(parts.join('.'))).toThrow()
  expect(() => openVault({ encryptionKey: 'cd'.repeat(32), dataDir: '' }).open(sealed)).toThrow()
})

test('without a configured key one is kept beside the data', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vault-'))
  const sealed = openVault({ encryptionKey: undefined, dataDir }).seal('hola')
  expect(openVault({ encryptionKey: undefined, dataDir }).open(sealed)).toBe('hola')
  rmSync(dataDir, { recursive: true })
})

test('tokens are long and only their hash is comparable', () => {
  const token = newToken()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/)
})
