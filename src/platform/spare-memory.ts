import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 30_000
/** Of a core since the last look: so little is no work. */
const IDLE_SHARE = 0.02
const MS_PER_MICRO = 1 / 1000

let collect: (() => void) | null = null

/** Node collects only when something new wants room: what a thread left behind when it fell idle stays, 40 MB after a start. */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}

/** Calls `giveBack` once each time that the process has fallen idle. Returns what ends the watching. `usedMs`: so far, of a core. */
export function whenIdle(
  giveBack: () => void,
  { everyMs = LOOK_EVERY_MS, usedMs = processorMs } = {},
): () => void {
  let used = usedMs()
  let wasBusy = true
  const timer = setInterval(() => {
    const before = used
    used = usedMs()
    const isBusy = used - before > everyMs * IDLE_SHARE
    if (wasBusy && !isBusy) giveBack()
    wasBusy = isBusy
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) * MS_PER_MICRO
}
