import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { type CaughtMail, openOutbox, readMail } from './outbox.ts'

/** Down: the next connections are sent away. Slow: taken, but late. 451: put off until later. */
export const SMTP_FAULTS = ['smtp_down', 'smtp_slow', 'smtp_451'] as const
type SmtpFault = (typeof SMTP_FAULTS)[number]

export type SmtpSimulator = {
  /** For SMTP_URL. */
  url: string
  outbox: () => readonly CaughtMail[]
  /** Throws with the known names when the fault is unknown. */
  armFault: (fault: string, times: number) => void
  close: () => Promise<void>
}

export type SmtpSimulatorOptions = {
  clock: { now: () => Date }
  /** Where caught mails are kept over restarts; undefined keeps them in memory. */
  statePath?: string
  /** How late a slow answer comes. */
  slowMs?: number
}

/** A mail server on loopback that delivers nothing: every mail is kept to be looked at. */
export async function startSmtpSimulator(options: SmtpSimulatorOptions): Promise<SmtpSimulator> {
  const outbox = openOutbox(options.statePath)
  const armed = new Map<SmtpFault, number>()
  const strikes = (fault: SmtpFault): boolean => {
    const left = armed.get(fault) ?? 0
    armed.set(fault, Math.max(0, left - 1))
    return left > 0
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: 5_000_000,
    logger: false,
    onConnect: (_session, done) =>
      done(strikes('smtp_down') ? refusal(421, 'Service not available') : undefined),
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('bounce@') ? refusal(550, 'No such user') : undefined),
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const take = async () => {
        const raw = await readAll(stream)
        if (strikes('smtp_451')) throw refusal(451, 'Try again later')
        if (strikes('smtp_slow')) await sleep(options.slowMs ?? 15_000, undefined, { ref: false })
        outbox.put(await readMail(raw, recipients, options.clock.now()))
      }
      take().then(() => done(null, 'OK queued'), done)
    },
  })
  // Clients that hang up in the middle are no reason to end.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    outbox: outbox.list,
    armFault: (fault, times) => armed.set(knownFault(fault), times),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

function knownFault(fault: string): SmtpFault {
  const known = SMTP_FAULTS.find((name) => name === fault)
  if (!known) throw new RangeError(`unknown fault ${fault}; known: ${SMTP_FAULTS.join(', ')}`)
  return known
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
