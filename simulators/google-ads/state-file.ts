import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { World } from './account-source.ts'
import type { GrantState, Grants } from './oauth/grants.ts'

type Saved = { grants: GrantState; world: unknown }

/** Puts back what an earlier process saved; without a file nothing happens. */
export function restoreState(path: string | undefined, grants: Grants, world: World): void {
  if (!path || !existsSync(path)) return
  const saved: Saved = JSON.parse(readFileSync(path, 'utf8'))
  grants.importState(saved.grants)
  world.importState(saved.world)
}

/** Writes aside and renames, so that a crash leaves either the old or the new file. */
export function saveState(path: string | undefined, grants: Grants, world: World): void {
  if (!path) return
  mkdirSync(dirname(path), { recursive: true })
  const saved: Saved = { grants: grants.exportState(), world: world.exportState() }
  writeFileSync(`${path}.new`, JSON.stringify(saved))
  renameSync(`${path}.new`, path)
}
