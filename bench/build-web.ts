import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The browser side as `npm start` builds it; nothing to do when it is up to date. */
export function buildWeb(): void {
  const root = join(import.meta.dirname, '..')
  execFileSync(process.execPath, ['scripts/build.ts', '--only=web'], { cwd: root, stdio: 'ignore' })
}
