// People who read and write over two web processes: a thread of its own, so that the simulators' work is in no wait.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import type { Outcome } from './killed-world.ts'

export type LoadOrder = {
  people: { id: string; cookie: string }[]
  /** Of Google's id, which all of them have. */
  account: string
  campaignId: number
}
/** Where the web processes answer now; null ends it. */
export type ToldLoad = [string, string] | null
export type LoadReport = {
  /** Milliseconds, of what was answered; changes are made at Google, and what that takes is in them. */
  waits: { reads: number[]; writes: number[]; changes: number[] }
  written: Record<'note' | 'negative' | 'mail', Outcome[]>
  /** With what no process should answer. */
  odd: string[]
  /** Reads that neither process answered: who hung up on them, and when. */
  unanswered: { path: string; hungUp: HangUp[] }[]
}
export type HangUp = { url: string; at: number }

const READERS = 6
const READ_EVERY_MS = 100
const WRITE_EVERY_MS = 400
const KINDS = ['note', 'negative', 'note', 'mail'] as const
type Kind = (typeof KINDS)[number] | 'sync'
/** Of the writes of one person: a sync and what follows it take a worker some seconds. */
const SYNC_EVERY = 40
type Answer = { status: number; text: string } | HangUp

const { people, account, campaignId } = workerData as LoadOrder
const report: LoadReport = {
  waits: { reads: [], writes: [], changes: [] },
  written: { note: [], negative: [], mail: [] },
  odd: [],
  unanswered: [],
}
let webs: ToldLoad = null
/** Also of what is asked again when it is over. */
let lastWebs: [string, string] = ['', '']
const begun = Promise.withResolvers<void>()
parentPort?.on('message', (told: ToldLoad) => {
  webs = told
  begun.resolve()
})
await begun.promise
await Promise.all([...Array.from({ length: READERS }, (_, i) => read(i)), ...people.map(write)])
parentPort?.postMessage(report)
parentPort?.close()

async function read(reader: number): Promise<void> {
  const today = dayInZone(new Date(), 'Europe/Madrid')
  for (let i = reader; webs; i++) {
    const { cookie } = people[i % people.length]!
    const view = ['account-metrics', 'campaign-metrics', 'account-notes'][i % 3]
    const path = `/api/${view}/${account}?from=${addDays(today, -7 - (i % 20))}&to=${today}`
    const began = performance.now()
    // As the proxy does: what only reads is asked of the other where the first hangs up.
    const first = await ask(i, path, { headers: { cookie } })
    const answer = 'at' in first ? await ask(i + 1, path, { headers: { cookie } }) : first
    if ('at' in answer) report.unanswered.push({ path, hungUp: [first, answer] as HangUp[] })
    else if (answer.status === 200) report.waits.reads.push(performance.now() - began)
    else report.odd.push(`${path} ${JSON.stringify(answer)}`)
    await sleep(READ_EVERY_MS)
  }
}

async function write({ id, cookie }: LoadOrder['people'][number]): Promise<void> {
  for (let i = 0; webs; i++) {
    const kind = i % SYNC_EVERY === 0 ? 'sync' : KINDS[i % KINDS.length]!
    const name = `turno ${i} ${id.slice(0, 8)}`
    const text = kind === 'mail' ? `${name.replaceAll(' ', '.')}@ejemplo.es` : name
    const { path, body } = requestOf(kind, text)
    const headers = {
      cookie,
      'content-type': 'application/json',
      // Each from another: a limit of one address is no fault.
      'x-forwarded-for': `10.${people.findIndex((one) => one.id === id)}.${i >> 8}.${i & 255}`,
    }
    const began = performance.now()
    const answer = await ask(i, path, { method: 'POST', headers, body: JSON.stringify(body) })
    const acknowledged = 'status' in answer && answer.status === 200
    const { writes, changes } = report.waits
    if (acknowledged) (kind === 'negative' ? changes : writes).push(performance.now() - began)
    else if ('status' in answer && ![502, 503].includes(answer.status))
      report.odd.push(`${kind} ${JSON.stringify(answer)}`)
    if (kind !== 'sync') report.written[kind].push({ text, acknowledged })
    await sleep(WRITE_EVERY_MS)
  }
}

function requestOf(kind: Kind, text: string): { path: string; body: object } {
  const day = dayInZone(new Date(), 'Europe/Madrid')
  return {
    note: { path: `/api/account-notes/${account}`, body: { day, text } },
    negative: {
      path: `/api/campaigns/${campaignId}/negative-keywords`,
      body: { level: 'campaign', text, matchType: 'EXACT' },
    },
    sync: { path: `/api/google-accounts/${account}/sync`, body: {} },
    mail: { path: '/api/auth/register-start', body: { email: text } },
  }[kind]
}

/** Where the process hung up that tells nothing of what it did. */
async function ask(turn: number, path: string, init: RequestInit): Promise<Answer> {
  lastWebs = webs ?? lastWebs
  const url = lastWebs[turn % 2]!
  try {
    const answer = await fetch(url + path, init)
    return { status: answer.status, text: await answer.text() }
  } catch {
    return { url, at: Date.now() }
  }
}
