import { existsSync, readFileSync } from 'node:fs'
import { saveFile } from '../save-file.ts'
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

export function saveState(path: string | undefined, grants: Grants, world: World): void {
  if (!path) return
  const saved: Saved = { grants: grants.exportState(), world: world.exportState() }
  saveFile(path, JSON.stringify(saved))
}
