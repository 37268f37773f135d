import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../account/context.ts'
import { ruleNamed } from '../rules/rules.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import { sampleFinding } from '../samples/sample-finding.ts'
import { sayIn } from '../words/say.ts'
import type { OwnedFinding } from './owned-finding.ts'
import { rank } from './ranking.ts'

// What is shown stays while it is nearly as good as what would take its place.

function finding(name: string, net: number, act: string): OwnedFinding {
  return {
    ...sampleFinding(name, net),
    fingerprint: name,
    rule: ruleNamed('idle-keywords')!,
    category: 'keywords',
    acts: [act],
  }
}

function names(findings: readonly OwnedFinding[], shown: readonly string[]): string[] {
  const snapshot = sampleAccount({ shown })
  const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))
  return rank(findings, snapshot, context).recommendations.map(({ fingerprint }) => fingerprint)
}

test('of two that act on the same thing the one that is shown stays until the other is worth a quarter more', () => {
  const [one, little, much] = [100e6, 115e6, 130e6].map((net, i) =>
    finding(['one', 'little', 'much'][i]!, net, 'campaign:1:device'),
  )
  expect(names([one!, little!], [])).toEqual(['little'])
  expect(names([one!, little!], ['one'])).toEqual(['one'])
  expect(names([one!, much!], ['one'])).toEqual(['much'])
})

test('what is shown stays until it is worth half of what a card must be worth', () => {
  const snapshot = sampleAccount()
  const { sums, monthFactor } = contextOf(snapshot, sayIn('EUR', spanishNumbers))
  const least = 0.0005 * (sums.costMicros ?? 0) * monthFactor
  const at = (share: number) => [finding('one', share * least, 'campaign:1:device')]
  expect(names(at(0.8), [])).toEqual([])
  expect(names(at(0.8), ['one'])).toEqual(['one'])
  expect(names(at(0.4), ['one'])).toEqual([])
})

test('what is shown stays until others claim a good deal more than half of what it counts on', () => {
  const claimed = (name: string, net: number, costs: readonly [string, number][]) => ({
    ...finding(name, net, `campaign:1:${name}`),
    claims: costs.map(([key, costMicros]) => ({ key, costMicros })),
  })
  const other = (share: number) => claimed('other', 90e6, [['1/2/3', share * 100e6]])
  const one = (share: number) =>
    claimed('one', 60e6, [
      ['1/2/3', share * 100e6],
      ['1/2/4', (1 - share) * 100e6],
    ])
  const beside = (share: number, shown: string[]) => names([other(share), one(share)], shown)
  expect(beside(0.6, [])).toEqual(['other'])
  expect(beside(0.6, ['one'])).toEqual(['other', 'one'])
  expect(beside(0.7, ['one'])).toEqual(['other'])
})
