import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { beforeEach, expect, test } from 'vitest'
import { type SmtpSimulator, startSmtpSimulator } from './server.ts'

const clock = { now: () => new Date('2026-11-20T10:00:00Z') }
let folder: string
let smtp: SmtpSimulator

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'smtp-'))
  smtp = await startSmtpSimulator({ clock, statePath: join(folder, 'outbox.json'), slowMs: 60_000 })
  return async () => {
    await smtp.close()
    rmSync(folder, { recursive: true })
  }
})

/** `patienceMs`: how long an answer is waited for. */
const send = (to: string, over: object = {}, patienceMs = 30_000) =>
  createTransport({ url: smtp.url, socketTimeout: patienceMs }).sendMail({
    from: 'Pujante <hola@pujante.test>',
    to,
    subject: '¿Añades algo, Íñigo?',
    text: 'Mira http://a.test/x?y=1 y http://a.test/x?y=1 o https://b.test',
    html: '<p>Mira</p>',
    ...over,
  })

test('a mail is kept as its reader sees it, and over a restart', async () => {
  await send('ana@prueba.test')
  await send('eva@prueba.test')
  const [newest, older] = smtp.outbox()
  expect(newest?.to).toBe('eva@prueba.test')
  expect(older).toMatchObject({
    from: 'hola@pujante.test',
    subject: '¿Añades algo, Íñigo?',
    html: expect.stringContaining('<p>Mira</p>'),
    links: ['http://a.test/x?y=1', 'https://b.test'],
    at: '2026-11-20T10:00:00.000Z',
  })
  const again = await startSmtpSimulator({ clock, statePath: join(folder, 'outbox.json') })
  expect(again.outbox()).toEqual(smtp.outbox())
  await again.close()
})

test.each([
  ['smtp_down', { responseCode: 421 }],
  ['smtp_451', { responseCode: 451 }],
  ['smtp_slow', { code: 'ETIMEDOUT' }],
])('%s strikes as often as armed, then is over', async (fault, failure) => {
  smtp.armFault(fault, 1)
  const patienceMs = fault === 'smtp_slow' ? 500 : undefined
  await expect(send('ana@prueba.test', {}, patienceMs)).rejects.toMatchObject(failure)
  await send('eva@prueba.test')
  expect(smtp.outbox()[0]?.to).toBe('eva@prueba.test')
})

test('an address that bounces is refused for good; an unknown fault names the known ones', async () => {
  const failure = { code: 'EENVELOPE', responseCode: 550 }
  await expect(send('bounce@prueba.test')).rejects.toMatchObject(failure)
  expect(() => smtp.armFault('fuego', 1)).toThrow(/smtp_down, smtp_slow, smtp_451/)
})
