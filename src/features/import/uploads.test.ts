import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from '#platform/http.ts'
import { testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'
import { receiveUpload } from './actions/receive-upload.ts'
import { forgetLeftFolders } from './actions/temporary-folder.ts'

const opened = testApp()
const FILE: [string, string] = ['palabras.csv', 'no es un informe']

test('who has three uploads under way waits for one to end; others do not', async () => {
  const [busy, other] = [await opened.signIn(), await opened.signIn()]
  await opened.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = opened.app.server.address() as AddressInfo
  const begun = Array.from({ length: 4 }, () => {
    const headers = { cookie: busy.cookie, 'content-type': 'multipart/form-data; boundary=x' }
    const path = '/api/import/reports'
    const upload = request({ host: '127.0.0.1', port, path, method: 'POST', headers })
    upload.on('error', () => {})
    upload.write('--x\r\ncontent-disposition: form-data; name="files"; filename="a.csv"\r\n\r\nPal')
    return upload
  })
  const statusOf = async ({ cookie }: { cookie: string }) =>
    (await uploadFiles(opened, cookie, [FILE])).status
  try {
    const [refused] = await Promise.race(begun.map((upload) => once(upload, 'response')))
    expect(refused.statusCode).toBe(429)
    expect(await statusOf(other)).toBe(422)
  } finally {
    for (const upload of begun) upload.destroy()
  }
  await expect.poll(() => statusOf(busy), { timeout: 20_000 }).toBe(422)
})

test('a disk that is full is our fault, and said so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'))
  symlinkSync('/dev/full', join(folder, '0'))
  const app = Fastify()
  handleErrors(app)
  await app.register(multipart)
  app.post('/api/import/reports', (asked) => receiveUpload(asked, folder))
  const { status, body } = await uploadFiles({ app } as never, '', [FILE])
  expect([status, body.message]).toEqual([503, expect.stringContaining('no podemos guardar')])
  await app.close()
  rmSync(folder, { recursive: true })
})

test('what a killed process left of its imports is taken away after a day', async () => {
  const left = (name: string) => {
    const path = join(tmpdir(), `pujante-import-${process.pid}-${name}`)
    mkdirSync(path)
    return path
  }
  const [old, fresh] = [left('old'), left('fresh')]
  const yesterday = Date.now() / 1000 - 90_000
  utimesSync(old, yesterday, yesterday)
  await forgetLeftFolders(opened.ctx.log)
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true])
  rmSync(fresh, { recursive: true })
})
