import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestContext } from '../../../tests/database.ts'
import type { Context } from '../context.ts'
import { errorText } from '../error-text.ts'
import { GiveUp, RetryLater, runDueJobs } from '../jobs.ts'
import { enqueueMail, mailJobs, sendNow } from './send-mail.ts'

let it: Awaited<ReturnType<typeof openTestContext>>
const servers: SMTPServer[] = []

beforeAll(async () => {
  it = await openTestContext()
})
afterAll(async () => {
  for (const server of servers) await new Promise<void>((closed) => server.close(closed))
  await it.close()
})

/** Sends one mail to a server that does so. */
async function sendTo(
  options: SMTPServerOptions,
  over: Partial<Context> = {},
  patience?: { stopAfterMs: number },
): Promise<void> {
  const config = { ...it.ctx.config, smtpUrl: await serveMail(options) }
  const mail = { subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' }
  const outgoing = { ...mail, to: 'ana@prueba.test', replyTo: null, messageKey: 'one' }
  await sendNow({ ...it.ctx, config, ...over }, outgoing, patience)
}

async function serveMail(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], disableReverseLookup: true },
    onData: (stream, _session, done) => stream.on('end', () => done()).resume(),
    ...options,
  })
  servers.push(server)
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return `smtp://127.0.0.1:${port}`
}

/** Each line of its text a line of the answer. */
const refusal = (responseCode: number, text: string) =>
  Object.assign(new Error(), { responseCode, message: text.split('\n') })

describe('what is refused', () => {
  const ofData = (error: Error): SMTPServerOptions => ({
    onData: (stream, _session, done) => stream.on('end', () => done(error)).resume(),
  })
  test.each<[string, SMTPServerOptions, boolean]>([
    [
      'an address that does not exist',
      { onRcptTo: (_to, _session, done) => done(refusal(550, 'No such user')) },
      true,
    ],
    ...[
      '5.1.1 The email account that you tried to reach is over',
      '5.1.10 Null MX',
      '5.4.1 Recipient address rejected: Access denied. [DB5EUR.outlook.test]',
      '5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
      '5.1.1 Recipient address rejected: User unknown in relay recipient table',
    ].map((text): [string, SMTPServerOptions, boolean] => [
      text,
      { onRcptTo: (_to, _session, done) => done(refusal(550, text)) },
      true,
    ]),
    ...[
      '5.4.5 Daily user sending limit exceeded',
      'relay not permitted',
      '5.2.1 The mailbox receives mail too fast',
      'User sending limit exceeded',
      '5.4.1 Relay access denied',
      '5.5.0 Requested action not taken',
      'Verification failed for <x@y.test>\nResponse: 550 No Such User Here\nSender verify failed',
      'Sender address rejected: user unknown',
      'relay not permitted, account not found for authentication',
      '5.1.1 <x@y.test>: Sender address rejected',
      '5.1.1 <Hola@Pujante.test>: user unknown',
      'Response of its server for hola@pujante.test: user unknown',
    ].map((text): [string, SMTPServerOptions, boolean] => [
      text,
      { onRcptTo: (_to, _session, done) => done(refusal(550, text)) },
      false,
    ]),
    [
      'a sender that is not ours, told of the address',
      { onRcptTo: (_to, _session, done) => done(refusal(553, '5.7.1 Sender not owned by user')) },
      false,
    ],
    [
      'a sender',
      { onMailFrom: (_from, _session, done) => done(refusal(553, 'Sender rejected')) },
      false,
    ],
    ['a domain that is not verified', ofData(refusal(554, 'Address is not verified')), false],
    ['more than a day may have', ofData(refusal(550, 'Daily limit exceeded')), false],
  ])('%s: given up at once only where no try can help', async (_what, options, isGivenUp) => {
    const failure = await sendTo(options).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure instanceof GiveUp).toBe(isGivenUp)
  })
})

test('what the server said is kept, without the address', async () => {
  const text = '5.1.1 <ana@prueba.test>: unknown in the virtual table'
  const failure = await sendTo({
    onRcptTo: (_to, _session, done) => done(refusal(550, text)),
  }).catch((error: unknown) => error)
  expect(errorText(failure)).toContain('5.1.1 <[correo]>: unknown in the virtual table')
})

describe('a server that takes its time', () => {
  const LONG_MS = 11_000
  test('gets its mail, and once, before it greets and before it says that it has it', async () => {
    let taken = 0
    const slowToTake: SMTPServerOptions = {
      onData: (stream, _session, done) => {
        stream.on('end', () => {
          taken += 1
          void sleep(LONG_MS).then(() => done())
        })
        stream.resume()
      },
    }
    const slowToGreet: SMTPServerOptions = {
      onConnect: (_session, done) => void sleep(LONG_MS).then(() => done()),
    }
    await Promise.all([sendTo(slowToTake), sendTo(slowToGreet)])
    expect(taken).toBe(1)
  }, 30_000)

  test('that can be ended says so to mail programs', async () => {
    const raw: Buffer[] = []
    const keeps: SMTPServerOptions = {
      onData: (stream, _session, done) =>
        stream.on('data', (part: Buffer) => raw.push(part)).on('end', () => done()),
    }
    const letter = { subject: 'Hoy', greeting: 'Hola:', lead: 'Nada.', paragraphs: [] }
    const quietLink = { label: 'Dejar de recibir este correo', url: 'https://x.test/fin' }
    await enqueueMail(it.ctx, 'ana@x.test', { ...letter, quietLink })
    const config = { ...it.ctx.config, smtpUrl: await serveMail(keeps) }
    await runDueJobs({ ...it.ctx, config }, mailJobs)
    expect(Buffer.concat(raw).toString()).toMatch(/^List-Unsubscribe: <https:\/\/x\.test\/fin>/m)
  })

  test('has the time of a stop to say that it has its mail', async () => {
    const stopping = new AbortController()
    let taken = 0
    const slow: SMTPServerOptions = {
      onData: (stream, _session, done) => {
        stream.on('end', () => {
          taken += 1
          stopping.abort()
          void sleep(500).then(() => done())
        })
        stream.resume()
      },
    }
    await sendTo(slow, { stopping: stopping.signal })
    expect(taken).toBe(1)
  })

  test('is left in the end by a process that stops, for the next to try at once', async () => {
    const stopping = new AbortController()
    const never: SMTPServerOptions = {
      onData: (stream) => {
        stream.on('end', () => stopping.abort()).resume()
      },
    }
    const sending = sendTo(never, { stopping: stopping.signal }, { stopAfterMs: 200 })
    const failure = await sending.catch((error) => error)
    expect(failure).toBeInstanceOf(RetryLater)
    expect(failure).toMatchObject({ afterMs: 0 })
  })
})
