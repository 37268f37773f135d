import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAPER, PAPER_IN_THE_DARK, type PaperColor } from '../src/shared/paper-colors.ts'

const theme = readFileSync(new URL('../src/kit/theme.css', import.meta.url), 'utf8')
const NAMES = Object.keys(PAPER) as PaperColor[]

test.each(NAMES)('%s is the one of the screens, light and dark', (name) => {
  expect(theme).toContain(
    `--color-${name}: light-dark(${PAPER[name]}, ${PAPER_IN_THE_DARK[name]});`,
  )
})
