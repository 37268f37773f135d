import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { builtProgram } from './built-program.ts'
import { startPair } from './postgres-pair.ts'

/** The database's primary is killed and its standby takes over while people write: what was acknowledged is there. */
const ROOT = join(import.meta.dirname, '..')
/** `npm run test:faults -- --rounds 50` writes for longer before and after. */
const WRITES = 20 * Number(process.env.TEST_ROUNDS ?? 1)
const WRITERS = 4

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a database that fails over loses nothing that was acknowledged',
  async () => {
    const pair = await startPair()
    if (!pair) throw new Error('there is a server, but no programs of it')
    const web = await serve(pair.url)
    const seen = { acknowledged: [] as string[], refused: [] as number[] }
    try {
      const over = { isOver: false }
      const writers = Array.from({ length: WRITERS }, (_, i) => writeUntil(web.url, i, over, seen))
      await untilMore(seen.acknowledged, WRITES)
      await pair.failOver()
      await untilMore(seen.acknowledged, WRITES)
      over.isOver = true
      await Promise.all(writers)
      const kept = new Set(await keptMails(pair.url))
      expect(seen.acknowledged.filter((email) => !kept.has(email))).toEqual([])
      // Away means 503, or a line that was cut under an answer; never a fault of ours.
      expect(seen.refused.length).toBeGreaterThan(0)
      expect(seen.refused.filter((status) => status !== 503)).toEqual([])
    } finally {
      web.kill()
      await pair.stop()
    }
  },
  300_000,
)

async function serve(databaseUrl: string) {
  const child = spawn(process.execPath, [await builtProgram(), '--role', 'web'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
      ENCRYPTION_KEY: '0'.repeat(64),
      DATABASE_URL: databaseUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      TRUST_PROXY: '1',
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  while (!/atiende en (\S+)/.test(said)) {
    if (child.exitCode !== null) throw new Error(said)
    await sleep(50)
  }
  return { url: /atiende en (\S+)/.exec(said)![1]!, kill: () => child.kill('SIGKILL') }
}

/** Registrations of people at other addresses each, each of which is acknowledged once its mail is enqueued. */
async function writeUntil(
  url: string,
  writer: number,
  over: { isOver: boolean },
  seen: { acknowledged: string[]; refused: number[] },
): Promise<void> {
  for (let i = 0; !over.isOver; i++) {
    const email = `relevo.${writer}.${i}@ejemplo.es`
    const answer = await fetch(`${url}/api/auth/register-start`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        'x-forwarded-for': `10.${writer}.${Math.floor(i / 250)}.${i % 250}`,
      },
      body: JSON.stringify({ email }),
    })
    await answer.text()
    if (answer.ok) seen.acknowledged.push(email)
    else seen.refused.push(answer.status)
    if (!answer.ok) await sleep(50)
  }
}

async function untilMore(list: readonly string[], more: number): Promise<void> {
  const wanted = list.length + more
  while (list.length < wanted) await sleep(20)
}

async function keptMails(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `select payload ->> 'email' as email from jobs where kind = 'writeRegistrationMail'`,
  )
  await client.end()
  return rows.map(({ email }) => String(email))
}
