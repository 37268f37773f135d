import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openOutbox } from './smtp/outbox.ts'

const MAIL = { to: 'ana@ejemplo.test', subject: 'Hola' } as never

test.skipIf(!existsSync('/dev/full'))('a full disk ends no vendor that is played', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'))
  const path = join(folder, 'outbox.json')
  const outbox = openOutbox(path)
  outbox.put(MAIL)
  const before = readFileSync(path, 'utf8')
  symlinkSync('/dev/full', `${path}.new`)
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
  outbox.put(MAIL)
  expect((await warned).message).toContain('ENOSPC')
  expect(outbox.list()).toHaveLength(2)
  expect(readFileSync(path, 'utf8')).toBe(before)
  // With room again all of it is written.
  outbox.put(MAIL)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(3)
  rmSync(folder, { recursive: true })
})
