import { join } from 'node:path'
import { buildParts } from '../scripts/build.ts'

const ROOT = join(import.meta.dirname, '..')
let building: Promise<void> | undefined

/** What Node is to run for the program, from the root; built from what stands there as the first of a process asks. */
export async function builtProgram(): Promise<string> {
  building ??= buildParts(ROOT, ['server'])
  await building
  return 'dist/server/serve.js'
}
