import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Environment } from '../src/platform/environment.ts'
import { EXAMPLE_FILE, envExample } from './env-example.ts'

test('.env.example is what the settings say (else: npm run env:example)', () => {
  expect(readFileSync(EXAMPLE_FILE, 'utf8')).toBe(envExample())
})

test('it shows every setting once, each with what it is for, and all of its defaults', () => {
  const shown = [...envExample().matchAll(/^# (.+)\n#([A-Z0-9_]+)=(.*)$/gm)]
  expect(shown.map(([, , name]) => name)).toEqual(Object.keys(Environment.shape))
  for (const [, description, name] of shown) expect(description?.length, name).toBeGreaterThan(5)
  const values = Object.fromEntries(
    shown.flatMap(([, , name, value]) => (value ? [[name, value]] : [])),
  )
  expect(Environment.parse(values)).toEqual(Environment.parse({}))
})
