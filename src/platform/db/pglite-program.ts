// The thread of the embedded database: one statement at a time, those of requests first, a transaction without others in between.
import { setImmediate, setTimeout } from 'node:timers/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { collectGarbage } from '../spare-memory.ts'
import { openFolder } from './pglite-folder.ts'
import {
  type Answered,
  type Asked,
  faultOf,
  hasNoRoomForLog,
  type Listening,
} from './pglite-lines.ts'
import { statementsOf } from './pglite-statements.ts'
import { assertHeld, type Lease } from './under-lease.ts'

type Line = { port: MessagePort; before: boolean }
/** A line to it, to end, or to give back what memory it can. */
export type ToldPglite = 'close' | 'collect' | { line: 'requests' | 'jobs'; port: MessagePort }
export type PgliteOrder = { folder: string; answered: SharedArrayBuffer }

type Waiting = { line: Line; asked: Asked }

/** A request asks several things, one after the other: in between no job begins what would keep it waiting anew. */
const NEXT_QUESTION_MS = 3

const { folder, answered } = workerData as PgliteOrder
/** When it last answered, on any line. */
const answeredAt = new Float64Array(answered)
const database = await openFolder(folder)
const ask = statementsOf(database)
const waiting: Waiting[] = []
/** The transaction under way, which alone is served. */
let open: { line: Line; tx: number } | null = null
let isWorking = false
/** Ends the wait for a request's next question. */
let requestCame = () => {}

parentPort?.on('message', (told: ToldPglite) => {
  if (told === 'close') void database.close().finally(() => process.exit(0))
  else if (told === 'collect') collectGarbage()
  else connect({ port: told.port, before: told.line === 'requests' })
})
parentPort?.postMessage('open')

function connect(line: Line): void {
  line.port.on('message', (asked: Asked | Listening) => {
    if ('listen' in asked) return void listen(line, asked)
    waiting.push({ line, asked })
    if (line.before) requestCame()
    void work()
  })
  // Its thread died, and what it began has no end of its own.
  line.port.on('close', () => {
    for (const one of waiting.filter((other) => other.line === line))
      waiting.splice(waiting.indexOf(one), 1)
    if (open?.line !== line) return
    waiting.push({ line, asked: { id: 0, text: 'rollback', tx: open.tx, last: true } })
    void work()
  })
}

async function listen(line: Line, { listen: channel, id }: Listening): Promise<void> {
  await database.listen(channel, (payload) => tell(line, { channel, payload }))
  tell(line, { id, results: { rows: [], fields: [] } })
}

async function work(): Promise<void> {
  if (isWorking) return
  isWorking = true
  for (let next = takeNext(); next; next = takeNext()) {
    await answer(next)
    // The database computes without ever leaving the microtask queue: hear who asked meanwhile.
    await setImmediate()
    if (next.line.before && !open && waiting.length > 0) await nextQuestion()
  }
  isWorking = false
}

async function nextQuestion(): Promise<void> {
  if (waiting.some(({ line }) => line.before)) return
  const came = Promise.withResolvers<void>()
  requestCame = came.resolve
  await Promise.race([came.promise, setTimeout(NEXT_QUESTION_MS)])
}

function takeNext(): Waiting | undefined {
  const at = open
    ? waiting.findIndex(({ line, asked }) => line === open?.line && asked.tx === open.tx)
    : Math.max(
        0,
        waiting.findIndex(({ line }) => line.before),
      )
  return at < 0 ? undefined : waiting.splice(at, 1)[0]
}

async function answer({ line, asked }: Waiting): Promise<void> {
  try {
    if (asked.first && asked.tx !== undefined) {
      await ask({ id: asked.id, text: 'begin' })
      open = { line, tx: asked.tx }
    }
    const results = await (asked.lease ? askHeld(asked, asked.lease) : ask(asked))
    tell(line, { id: asked.id, results })
  } catch (error) {
    const fault = faultOf(error)
    // The next statement would compute for ever: with its lines closed all that is asked fails, and nothing that was written is lost.
    if (hasNoRoomForLog(fault)) process.exit(1)
    // Before others are served.
    if (asked.lease) await ask({ id: asked.id, text: 'rollback' }).catch(() => {})
    tell(line, { id: asked.id, fault })
  }
  if (asked.last) open = null
  answeredAt[0] = Date.now()
}

/** In one go: each message between threads takes longer than what most of these statements do. */
async function askHeld(asked: Asked, lease: Lease) {
  const own = (text: string, values: unknown[] = []) => ask({ id: asked.id, text, values })
  if (!asked.last) await own('begin')
  const results = asked.last ? undefined : await ask(asked)
  await assertHeld(own, lease)
  const committed = await own('commit')
  return results ?? committed
}

function tell({ port }: Line, answered: Answered): void {
  port.postMessage(answered)
}
