import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { builtProgram } from './built-program.ts'

/** The real program in a process of its own, which a test may kill at any instant and start again. */
export type KillableProgram = {
  url: string
  /** SIGKILL: nothing is tidied up, nothing is said good-bye to. Resolves when the process is gone. */
  kill: () => Promise<void>
  isRunning: () => boolean
}

const ROOT = join(import.meta.dirname, '..')
const START_TIMEOUT_MS = 60_000

export async function startProgram(
  environment: Record<string, string | undefined>,
): Promise<KillableProgram> {
  const child = spawn(process.execPath, [await builtProgram()], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'warn',
      DEMO_HISTORY: '0',
      ...environment,
    },
    // With the channel the program ends by itself should this process be killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const kill = async () => {
    if (!isRunning()) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  try {
    return { url: await untilServing(child), kill, isRunning }
  } catch (error) {
    await kill()
    throw error
  }
}

async function untilServing(child: ChildProcess): Promise<string> {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      said += text
    })
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const [, url] = /atiende en (http\S+)\s/.exec(said) ?? []
    if (url) return url
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`the program did not start:\n${said}`)
}
