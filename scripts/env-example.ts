// Prints `.env.example` from the settings that src/platform/environment.ts knows: `npm run env:example`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { Environment } from '../src/platform/environment.ts'

export const EXAMPLE_FILE = join(import.meta.dirname, '../.env.example')

const HEAD = `# Settings of Pujante, all optional when trying it out: the vendors are then simulated on this machine.
# Printed from src/platform/environment.ts by \`npm run env:example\`. To use it, copy it to .env, take the # off the
# lines you need, and start with: node --env-file=.env scripts/start.mjs
`

/** A setting with a default shows it. */
export function envExample(): string {
  const { properties = {} } = z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' })
  const settings = Object.entries(properties).map(([name, schema]) => {
    const { description, default: value = '', enum: choices } = schema as z.core.JSONSchema.Schema
    const listed = choices && !choices.includes('0') ? ` (${choices.join(', ')})` : ''
    return `# ${description ?? ''}${listed}\n#${name}=${value}\n`
  })
  return [HEAD, ...settings].join('\n')
}

if (import.meta.main) {
  writeFileSync(EXAMPLE_FILE, envExample())
  console.log('.env.example is written')
}
