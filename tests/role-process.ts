import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Role } from '../src/server/roles.ts'
import { builtProgram } from './built-program.ts'

/** The real program in one of its roles, beside others on the same server, to be killed at any instant. */
export type RoleProcess = { role: Role; child: ChildProcess; url: string }

export async function startRole(
  role: Role,
  environment: Record<string, string | undefined>,
): Promise<RoleProcess> {
  const child = spawn(process.execPath, [await builtProgram(), '--role', role], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ENCRYPTION_KEY: '0'.repeat(64),
      DATABASE_POOL: '4',
      DEMO_HISTORY: '0',
      ...environment,
    },
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  for (;;) {
    const [, url] = /atiende en (http\S+)\s/.exec(said) ?? []
    if (url) return { role, child, url }
    if (child.exitCode !== null) throw new Error(`${role} did not start: ${said}`)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
}
