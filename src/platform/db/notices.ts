import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import type { PgliteClient } from './pglite-client.ts'

/** What has changed, told over one LISTEN per process; `key` says of whom, and is no secret. */
export type Topic = 'jobs' | 'sync' | 'visit'

export type Notices = {
  /** `key` is null after the line was cut: anything may have happened meanwhile. Returns the end of listening. */
  listen: (topic: Topic, heard: (key: string | null) => void) => () => void
  close: () => Promise<void>
}

const CHANNEL = 'pujante'
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

/** Part of a statement: the notice goes out when its transaction is committed, the same one once. */
export function notice(topic: Topic, key: string | SQL): SQL {
  return sql`pg_notify(${CHANNEL}, ${`${topic}:`}::text || ${key}::text)`
}

export async function pgliteNotices(client: PgliteClient): Promise<Notices> {
  const heard = new EventEmitter().setMaxListeners(0)
  await client.listen(CHANNEL, (payload) => pass(heard, payload))
  return { listen: listenTo(heard), close: async () => {} }
}

/** Throws when the server cannot be reached now; later it connects again by itself. */
export async function postgresNotices(databaseUrl: string): Promise<Notices> {
  const heard = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  let client = await open()
  void holdLine()
  return {
    listen: listenTo(heard),
    close: async () => {
      closing.abort()
      await client.end().catch(() => {})
    },
  }

  async function open(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    // Its end is what is waited for; unheard, the error would end the process.
    fresh.on('error', () => {})
    fresh.on('notification', ({ payload }) => pass(heard, payload ?? ''))
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    return fresh
  }

  async function holdLine(): Promise<void> {
    while (!closing.signal.aborted) {
      await new Promise((done) => client.once('end', done))
      for (let waitMs = FIRST_WAIT_MS; !closing.signal.aborted; waitMs *= 2) {
        const wait = Math.min(waitMs, LONGEST_WAIT_MS)
        await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => {})
        const fresh = await open().catch(() => null)
        if (!fresh) continue
        client = fresh
        for (const topic of heard.eventNames()) heard.emit(topic, null)
        break
      }
    }
    await client.end().catch(() => {})
  }
}

function listenTo(heard: EventEmitter): Notices['listen'] {
  return (topic, listener) => {
    heard.on(topic, listener)
    return () => heard.off(topic, listener)
  }
}

function pass(heard: EventEmitter, payload: string): void {
  const cut = payload.indexOf(':')
  heard.emit(payload.slice(0, cut), payload.slice(cut + 1))
}
