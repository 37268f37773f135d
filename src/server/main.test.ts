import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { copyEmptyDatabase } from '../../tests/empty-database.ts'
import { startServer } from './main.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  await copyEmptyDatabase(dataDir)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const configFor = (port: number) =>
  readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, PORT: String(port) })

test('it serves until closed, then frees port and data folder for the next one', async () => {
  const first = await startServer({ config: configFor(0) })
  const health = await fetch(`${first.address}/api/health`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', database: 'pglite' }])
  await expect(startServer({ config: configFor(0) })).rejects.toThrow(/DATA_DIR/)
  const port = Number(new URL(first.address).port)
  await first.close()
  await expect(fetch(`${first.address}/api/health`)).rejects.toThrow()
  const second = await startServer({ config: configFor(port) })
  expect((await fetch(`${second.address}/api/health`)).status).toBe(200)
  await second.close()
})

test('without its database it says 503 and why', async () => {
  const server = await startServer({ config: configFor(0) })
  await server.ctx.storage.close()
  const health = await fetch(`${server.address}/api/health`)
  expect([health.status, health.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await health.json()).toMatchObject({ code: 'unavailable' })
  await server.app.close()
})

test('a busy port is told to the caller, and the data folder is free again', async () => {
  const first = await startServer({ config: configFor(0) })
  const port = Number(new URL(first.address).port)
  const other = mkdtempSync(join(tmpdir(), 'server-'))
  await copyEmptyDatabase(other)
  const config = { ...configFor(port), dataDir: other }
  await expect(startServer({ config })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await first.close()
  const again = await startServer({ config })
  await again.close()
  rmSync(other, { recursive: true })
})
