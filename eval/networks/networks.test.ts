import { expect, test } from 'vitest'
import { chanceFrom } from '../chance.ts'
import { type Account, type Campaign, drawAccount, type Law } from './account.ts'
import { auctionsOf, levelsOf } from './bidding.ts'
import { nextMonth, setBudgets } from './month.ts'
import { observe } from './observe.ts'
import { stepsOf, together } from './operations.ts'

function drawn(law: Law, seed: string): Account {
  const chance = chanceFrom(seed)
  const account = drawAccount(chance, law)
  setBudgets(chance, account)
  return account
}

/** A budget that pays for all, and partners that sell as told. */
function withPartners(rate: number): { account: Account; off: Set<string> } {
  const account = drawn({ bidding: 'by hand', networks: true }, 'networks test')
  const one = account.campaigns[0] as Campaign
  one.budgetMicros = 1e12
  one.side = { SEARCH_PARTNERS: { volume: 0.4, rate, value: 1, market: 0.8, known: 1, moved: 1 } }
  return { account, off: new Set([`${one.id} SEARCH_PARTNERS`]) }
}

test('a network that sells nothing is worth leaving, one that sells thrice as well is not', () => {
  const netOf = ({ account, off }: ReturnType<typeof withPartners>) =>
    nextMonth(account).netOf({ off })
  expect(netOf(withPartners(0))).toBeGreaterThan(0)
  expect(netOf(withPartners(3))).toBeLessThan(0)
  expect(nextMonth(withPartners(1).account).netOf({})).toBe(0)
})

test('another target of a portfolio moves all its campaigns, and no other', () => {
  const account = drawn({ bidding: 'target CPA', portfolio: true }, 'networks test 4')
  for (const one of account.campaigns) one.budgetMicros = 1e13
  const auctions = auctionsOf(account, 5)
  const before = levelsOf(account, auctions)
  const shared = account.campaigns.filter(({ portfolio }) => portfolio)
  const target = shared[0]!.target! * 0.8
  const after = levelsOf(account, auctions, { changed: { targets: new Map([['7001', target]]) } })
  expect(shared.length).toBeGreaterThan(1)
  for (const one of account.campaigns)
    expect(after.get(one)! < before.get(one)! * 0.999).toBe(one.portfolio !== null)
})

test('an operation that leaves partners leaves just these, and the same seed is the same account', () => {
  const { account } = withPartners(1)
  const update = {
    resourceName: `customers/{customerId}/campaigns/${account.campaigns[0]!.id}`,
    networkSettings: { targetSearchNetwork: false },
  }
  const card = { evidence: { change: { operations: [{ campaignOperation: { update } }] } } }
  const steps = stepsOf(card as unknown as Parameters<typeof stepsOf>[0], account)
  expect(together(steps.filter((step) => step !== null))).toEqual({
    off: new Set([`${account.campaigns[0]!.id} SEARCH_PARTNERS`]),
  })
  const seen = () => {
    const chance = chanceFrom('networks test 5')
    const one = drawAccount(chance, { bidding: 'target ROAS', fashion: true })
    setBudgets(chance, one)
    return JSON.stringify(observe(chance, one, '2026-11-21'))
  }
  expect(seen()).toBe(seen())
})
