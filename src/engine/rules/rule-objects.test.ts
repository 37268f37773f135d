import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RULES } from './rules.ts'

const FILES = readdirSync(import.meta.dirname, { recursive: true }).map(String)

test('every rule has a name of its own, and is found in the file of that name with its words beside it', () => {
  expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length)
  for (const { name } of RULES) {
    const [file] = FILES.filter((one) => one.endsWith(`/${name}.ts`))
    expect(file, name).toBeDefined()
    const words = file!.replace(/\.ts$/, '-words.ts')
    expect(existsSync(`${import.meta.dirname}/${words}`), words).toBe(true)
  }
})

test('what a rule can be silent with is a sentence', () => {
  const texts = RULES.flatMap(({ words }) => Object.entries(words))
  const silences = texts.filter(([key, text]) => /^[A-Z_]+$/.test(key) && typeof text === 'string')
  expect(silences.length).toBeGreaterThan(40)
  // STOPPED begins a doubt of a card.
  expect(
    silences.filter(([key, text]) => key !== 'STOPPED' && !/^[A-ZÁÉÍÓÚ].*\.$/.test(String(text))),
  ).toEqual([])
})

test('parts that a rule needs are called by a name', () => {
  const unnamed = RULES.filter(({ needs }) => (needs.all || needs.any) && !needs.called)
  expect(unnamed).toEqual([])
})
