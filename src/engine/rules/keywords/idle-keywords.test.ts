import { expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import type { KeywordFacts } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { coreKeywords } from './core-keywords.ts'

const base = sampleAccount()
const paused = (...keywords: KeywordFacts<Column>[]) =>
  analyseAccount(sampleAccount({ keywords: [...base.keywords, ...keywords] }))
    .recommendations.filter(({ rule }) => rule === 'idle-keywords')
    .map(({ title }) => title)

test('a keyword whose words bring the account its conversions is never paused', () => {
  const idle = keyword('tacones boda', sums(420, 0))
  expect(paused(idle)).toHaveLength(1)
  const seller = keyword('tacones altos para boda', sums(600, 45))
  expect(paused(idle, seller)).toEqual([])
  const small = keyword('tacones altos para boda', sums(80, 6))
  expect(paused(idle, small)).toHaveLength(1)
})

test('core is a matter of words, not of spelling', () => {
  const isCore = coreKeywords([
    keyword('zapatos de tacón', sums(100, 30)),
    keyword('botas', sums(100, 270)),
  ])
  expect(isCore({ text: 'Tacones' })).toBe(true)
  expect(isCore({ text: 'tacón rojo' })).toBe(false)
  expect(isCore({ text: '👠' })).toBe(false)
  expect(coreKeywords([])({ text: 'botas' })).toBe(false)
})
