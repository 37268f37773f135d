// Loaded before the server by benches (`node --import`): tells over IPC how late its event loop came.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export type LateLoop = { p50: number; p99: number; max: number; n: number }

const EVERY_MS = 10
const NS_PER_MS = 1e6

const delays = monitorEventLoopDelay({ resolution: EVERY_MS })
delays.enable()
process.on('message', () => {
  // What is recorded is the time from one turn to the next.
  const late = (ns: number) => Math.max(0, ns / NS_PER_MS - EVERY_MS)
  const [p50, p99] = [late(delays.percentile(50)), late(delays.percentile(99))]
  process.send?.({ p50, p99, max: late(delays.max), n: delays.count } satisfies LateLoop)
  delays.reset()
})
process.channel?.unref()
