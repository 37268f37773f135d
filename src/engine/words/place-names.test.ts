import { expect, test } from 'vitest'
import * as spanish from '#shared/spanish-numbers.ts'
import { contextOf } from '../account/context.ts'
import { campaign, keyword, sampleAccount, sums } from '../samples/sample-account.ts'
import { adGroupName, keywordName } from './place-names.ts'
import { sayIn } from './say.ts'

test('a name that several campaigns have is told apart by its campaign, another one is not', () => {
  const place = { campaignId: '2', adGroupId: '21' }
  const [only, twice] = [keyword('sandalias', sums(9, 1)), keyword('botas', sums(9, 1))]
  const account = sampleAccount({
    campaigns: [campaign(), campaign({ id: '2', name: 'Portugal' })],
    adGroups: [
      { id: '11', campaignId: '1', name: 'Mujer', status: 'ENABLED' },
      { id: '12', campaignId: '1', name: 'Niño', status: 'ENABLED' },
      { id: '13', campaignId: '1', name: 'Niño', status: 'ENABLED' },
      { id: '21', campaignId: '2', name: 'Mujer', status: 'ENABLED' },
    ],
    keywords: [only, twice, keyword('botas', sums(9, 1), place)],
  })
  const context = contextOf(account, sayIn('EUR', spanish))
  expect(keywordName(context, only)).toBe('«sandalias»')
  expect(keywordName(context, twice)).toBe('«botas» de «Zapatos»')
  expect(keywordName(context, { text: 'botas', ...place })).toBe('«botas» de «Portugal»')
  expect(adGroupName(context, '21')).toBe('«Mujer» de «Portugal»')
  expect(adGroupName(context, '12')).toBe('«Niño»')
})
