import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../account/context.ts'
import { ruleNamed } from '../rules/rules.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import { sayIn } from '../words/say.ts'
import { groupedCards } from './grouped-cards.ts'
import type { OwnedFinding } from './owned-finding.ts'
import { rank } from './ranking.ts'
import type { FindingGroup } from './recommendation.ts'
import { simulate } from './simulated-finding.ts'

const CARD: OwnedFinding['card'] = {
  figures: [],
  table: { columns: [], rows: [] },
  test: { name: '', sentence: '', numbers: [] },
  counterEvidence: [],
  change: null,
}

/** `identities` of its groups, the narrowest first. */
function finding(title: string, net: number, identities: readonly string[]): OwnedFinding {
  const group = identities.reduceRight<FindingGroup | undefined>(
    (wider, identity) => ({
      identity: [identity],
      texts: (parts) => {
        const joined = parts.map((part) => part.title).join(' + ')
        return { ...CARD, title: joined, description: '', whyNow: '', before: '', after: '' }
      },
      ...(wider && { wider }),
    }),
    undefined,
  )
  return {
    fingerprint: title,
    identity: [title],
    rule: ruleNamed('wasted-search-terms')!,
    category: 'keywords',
    object: { type: 'campaign', id: '1' },
    campaignId: '1',
    adGroupId: null,
    title,
    description: '',
    whyNow: '',
    probability: 1,
    claims: [],
    drawMonthlyNet: () => net,
    kpi: 'cost',
    impact: () => '',
    card: CARD,
    group: group!,
  }
}

/** Titles of the cards, where 10 are enough for one. */
function cards(...findings: OwnedFinding[]): string[] {
  const isWorthwhile = ({ cautious }: { cautious: number }) => cautious >= 10
  return groupedCards(findings.map(simulate), isWorthwhile)
    .filter(isWorthwhile)
    .map((one) => one.finding.title)
}

const ofWord = (net: number) => finding('of a word', net, ['word', 'campaign 1', 'account'])
const ofCampaign = (title: string, net: number, id: string) =>
  finding(title, net, [`campaign ${id}`, 'account'])

test('what is too little for a card of its own joins the narrowest group in which it is enough', () => {
  const enough = ofCampaign('enough', 20, '2')
  const beside = ofCampaign('beside', 7, '1')
  expect(cards(enough, beside, ofWord(6))).toEqual(['enough', 'beside + of a word'])
  expect(cards(enough, beside, ofWord(15))).toEqual(['enough', 'of a word'])
  const elsewhere = ofCampaign('elsewhere', 8, '3')
  expect(cards(enough, elsewhere, ofWord(6))).toEqual(['enough', 'elsewhere + of a word'])
  expect(cards(enough, ofWord(6))).toEqual(['enough'])
})

test('two that are too little in their campaigns are one card of the account', () => {
  const [one, other] = [ofCampaign('one', 6, '1'), ofCampaign('other', 7, '2')]
  expect(cards(one, other)).toEqual(['other + one'])
})

test('what nothing joined keeps the name of its own group, however far around it was looked', () => {
  const named = (isEnough: boolean, ...some: OwnedFinding[]) =>
    groupedCards(some.map(simulate), () => isEnough).map((one) => one.finding.fingerprint)
  const word = ofWord(6)
  expect(named(false, word)).toEqual(named(true, word))
  const beside = ofCampaign('beside', 7, '1')
  const joined = groupedCards([word, beside].map(simulate), () => false)
  const ofTheirs = ofCampaign('of a word', 6, '1')
  expect(joined.map((one) => one.finding.fingerprint)).toEqual(named(true, ofTheirs, beside))
})

test('where more than ten campaigns would say the same, those that ask for it are one card', () => {
  const of = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const one = ofCampaign(`${i}`, 20, `${i}`)
      return { ...one, group: { ...one.group!, joinsMany: true as const } }
    })
  expect(cards(...of(10))).toHaveLength(10)
  expect(cards(...of(11))).toHaveLength(1)
})

test('findings each of which seldom loses are no card where together they well could', () => {
  const seldom = (next: () => number) => (next() < 0.85 ? 10 : -120) * 1e6
  const parts = Array.from({ length: 8 }, (_, i) => ({
    ...finding(`part ${i}`, 0, ['group']),
    drawMonthlyNet: seldom,
  }))
  const snapshot = sampleAccount()
  const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))
  const { recommendations, leftOut } = rank(parts, snapshot, context)
  expect(recommendations).toEqual([])
  expect([...leftOut]).toEqual([['wasted-search-terms', 'unsafe']])
})
