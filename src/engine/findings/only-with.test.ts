import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../account/context.ts'
import { ruleNamed } from '../rules/rules.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import { sampleFinding } from '../samples/sample-finding.ts'
import { sayIn } from '../words/say.ts'
import { compatible } from './compatible.ts'
import { ownedBy } from './owned-finding.ts'
import type { Finding } from './recommendation.ts'

const snapshot = sampleAccount()
const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))

function finding(name: string, net: number, onlyWith: string[]): Finding {
  return { ...sampleFinding(name, net), onlyWith: onlyWith.map((other) => [other]) }
}

const kept = (...all: Finding[]) => {
  const owned = all.map((one) => ownedBy(ruleNamed('wasted-search-terms')!, one))
  return compatible(owned, snapshot, context)
    .kept.map((one) => one.finding.title)
    .toSorted()
}

test('what earns nothing without others is kept with all of them or not at all', () => {
  const here = finding('here', 50_000_000, ['there'])
  expect(kept(here, finding('there', 40_000_000, ['here']))).toEqual(['here', 'there'])
  expect(kept(here, finding('there', -40_000_000, ['here']))).toEqual([])
  const chain = [finding('there', 40_000_000, ['yonder']), finding('yonder', -40_000_000, [])]
  expect(kept(here, ...chain)).toEqual([])
})
