import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import type { AccountInventory, AudienceFacts } from '../../account/inventory.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'
import { settings } from '../../samples/sample-inventory.ts'
import { sayIn } from '../../words/say.ts'
import { keptSearches } from './kept-searches.ts'
import { peopleReached } from './reached-people.ts'
import { takenOver } from './taken-over.ts'

const base = sampleAccount()
const TEXT = 'zapatillas running'
const list = (name: string, adGroupId: string, campaignId = '1'): AudienceFacts => ({
  ...{ campaignId, adGroupId, criterionId: name, name, type: 'USER_LIST' },
  sums: sums(100, 9),
})
const restricted = (...ids: string[]) =>
  ids.map((adGroupId) => ({ campaignId: '1', adGroupId, dimensions: ['AUDIENCE'] }))

/** The same keyword and search in ad groups 11 and 12, where they sell three times as often. */
function twice(inventory: AccountInventory, over: Partial<WholeSnapshot> = {}): WholeSnapshot {
  const copy = { adGroupId: '12', criterionId: 'copia', matchType: 'EXACT' as const }
  const here = { criterionId: 'todos', matchType: 'EXACT' as const }
  return sampleAccount({
    adGroups: ['Mujer', 'Otro'].map((name, i) => ({
      ...{ id: `1${i + 1}`, campaignId: '1', name, status: 'ENABLED' as const },
    })),
    keywords: [
      ...base.keywords,
      keyword(TEXT, sums(500, 10), here),
      keyword(TEXT, sums(500, 36), copy),
    ],
    searchTerms: [
      ...base.searchTerms,
      searchTerm(TEXT, sums(500, 10), here),
      searchTerm(TEXT, sums(500, 36), copy),
    ],
    inventory: {
      restrictedAdGroups: [],
      campaignSettings: [settings()],
      audiences: [],
      ...inventory,
    },
    ...over,
  })
}

const contextFor = (account: WholeSnapshot) => contextOf(account, sayIn('EUR', spanishNumbers))
function reaches(account: WholeSnapshot, from: string, to: string): boolean {
  const place = (adGroupId: string) => ({ campaignId: adGroupId[0]!, adGroupId })
  return peopleReached(account, contextFor(account))(place(from), place(to))
}

test('an ad group for those on a list reaches no others, and what serves all reaches them too', () => {
  const account = twice({ restrictedAdGroups: restricted('12'), audiences: [list('VIP', '12')] })
  expect(reaches(account, '11', '12')).toBe(false)
  expect(reaches(account, '12', '11')).toBe(true)
  // Of one list both, or observed, or without a list to be restricted by.
  const lists = [list('VIP', '11'), list('VIP', '12')]
  const both = { restrictedAdGroups: restricted('11', '12'), audiences: lists }
  expect(reaches(twice(both), '11', '12')).toBe(true)
  expect(
    reaches(twice({ ...both, audiences: [lists[0]!, list('Carrito', '12')] }), '12', '11'),
  ).toBe(false)
  expect(reaches(twice({ audiences: lists }), '11', '12')).toBe(true)
  expect(reaches(twice({ restrictedAdGroups: restricted('12') }), '11', '12')).toBe(true)
  // Restricted as a whole, by lists of the campaign: the same people in all of it.
  const whole = { campaignSettings: [settings({ restrictedDimensions: ['AUDIENCE'] })] }
  expect(reaches(twice({ ...whole, audiences: [list('VIP', '')] }), '11', '12')).toBe(true)
  expect(reaches(twice({ ...whole, audiences: [list('VIP', '12')] }), '11', '12')).toBe(false)
})

test('where settings were not read the name tells whom an ad group is for', () => {
  const adGroups = ['Mujer', 'Mujer RLSA'].map((name, i) => ({
    ...{ id: `1${i + 1}`, campaignId: '1', name, status: 'ENABLED' as const },
  }))
  expect(reaches({ ...twice({}, { adGroups }), inventory: {} }, '11', '12')).toBe(false)
  expect(reaches(twice({}, { adGroups }), '11', '12')).toBe(true)
})

test('campaigns for telephones and for computers reach different people', () => {
  const out = (campaignId: string, device: 'MOBILE' | 'DESKTOP' | 'TABLET', modifier = 0) => ({
    ...{ campaignId, device, criterionId: device, modifier },
  })
  const regions = ['1', '2'].map((campaignId) => ({
    ...{ campaignId, regionId: 'madrid', name: 'Madrid', sums: sums(500, 9) },
  }))
  const meeting = (...deviceModifiers: ReturnType<typeof out>[]) => {
    const account = twice({ regions, deviceModifiers })
    return [reaches(account, '11', '21'), reaches(account, '21', '11')]
  }
  expect(meeting()).toEqual([true, true])
  expect(meeting(out('1', 'DESKTOP'), out('2', 'MOBILE'))).toEqual([false, false])
  expect(meeting(out('1', 'DESKTOP'))).toEqual([true, false])
  expect(meeting(out('1', 'TABLET'), out('2', 'MOBILE', 0.1))).toEqual([true, true])
})

const MADRID = ['1', '2'].map((campaignId) => ({
  ...{ campaignId, regionId: 'madrid', name: 'Madrid', sums: sums(500, 9) },
}))

test('campaigns for other languages reach other people; one without any is for all', () => {
  const meeting = (...ids: string[][]) => {
    const languages = ids.map((own, i) => ({ campaignId: `${i + 1}`, ids: own }))
    const account = twice({
      regions: MADRID,
      languages: languages.filter(({ ids }) => ids.length > 0),
    })
    return [reaches(account, '11', '21'), reaches(account, '21', '11')]
  }
  expect(meeting()).toEqual([true, true])
  expect(meeting(['1003'], ['1000'])).toEqual([false, false])
  expect(meeting(['1003'], ['1000', '1003'])).toEqual([true, false])
  expect(meeting([], ['1003'])).toEqual([false, true])
})

test('campaigns that part the day reach other people', () => {
  const shown = (campaignId: string, fromHour: number, toHour: number) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...{ campaignId, criterionId: `${weekday}`, weekday, fromHour, toHour, modifier: 1 },
    }))
  const meeting = (...adSchedules: ReturnType<typeof shown>) => {
    const account = twice({ regions: MADRID, adSchedules })
    return [reaches(account, '11', '21'), reaches(account, '21', '11')]
  }
  expect(meeting(...shown('1', 8, 20), ...shown('2', 20, 24))).toEqual([false, false])
  expect(meeting(...shown('1', 9, 14), ...shown('2', 8, 20))).toEqual([true, false])
  expect(meeting(...shown('1', 8, 20))).toEqual([true, false])
})

test('neither keyword nor search of everybody is handed over to an ad group for the few on a list', () => {
  const rules = ['duplicate-keywords', 'duplicate-search-terms'] as const
  const cards = (account: WholeSnapshot) => rules.map((rule) => found(account, rule).length)
  const keywords = base.keywords
  const listed = { restrictedAdGroups: restricted('12'), audiences: [list('VIP', '12')] }
  expect(cards(twice({}))).toEqual([1, 0])
  expect(cards(twice({}, { keywords }))).toEqual([0, 1])
  expect(cards(twice(listed))).toEqual([0, 0])
  expect(cards(twice(listed, { keywords }))).toEqual([0, 0])
})

test('what an ad group for the few is not shown for does not go on with it', () => {
  const listed = { restrictedAdGroups: restricted('12'), audiences: [list('VIP', '12')] }
  const goingOn = (inventory: AccountInventory, biddingStrategyType: string) => {
    const account = twice(inventory, { campaigns: [campaign({ biddingStrategyType })] })
    const own = account.keywords.find(({ criterionId }) => criterionId === 'todos')!
    const context = contextFor(account)
    return [keptSearches(account, context)(own)?.share, takenOver(account, context)(own) !== null]
  }
  expect(goingOn({}, 'TARGET_CPA')).toEqual([1, true])
  expect(goingOn(listed, 'TARGET_CPA')[0]).toBe(0)
  expect(goingOn({}, 'MANUAL_CPC')).toEqual([undefined, true])
  expect(goingOn(listed, 'MANUAL_CPC')).toEqual([undefined, false])
})
