import { expect, test } from 'vitest'
import { cellText } from '#kit/table-rows.ts'
import type { KeywordRow, SearchTermRow } from '../contract/entity-lists.ts'
import {
  keywordQualityTone,
  keywordStatusOf,
  matchTypeText,
  segmentTypeOf,
} from './entity-codes.ts'
import {
  bidChangeText,
  KEYWORD_COLUMNS,
  searchTermColumns,
  shownKeywords,
} from './panel-columns.tsx'

const keyword = (row: Partial<KeywordRow>) =>
  ({ keywordText: 'botas', isNegative: false, adGroupId: '1', ...row }) as KeywordRow

test('negatives never show, and in an ad group only what belongs to one', () => {
  const rows = [keyword({}), keyword({ isNegative: true }), keyword({ adGroupId: null })]
  expect(shownKeywords(rows, false)).toEqual([rows[0], rows[2]])
  expect(shownKeywords(rows, true)).toEqual([rows[0]])
})

test('keyword CTR arrives in percent, search-term CTR as a fraction; both show two decimals', () => {
  const ctr = { kind: 'percent', digits: 2 } as const
  const ofKeyword = KEYWORD_COLUMNS.find(({ id }) => id === 'ctr')
  const ofTerm = searchTermColumns(() => null).find(({ id }) => id === 'ctr')
  const text = (value: unknown) => cellText(ctr, value as number, 'EUR')
  expect(text(ofKeyword?.value(keyword({ ctr: 3.456 })))).toBe('3,46\u00a0%')
  expect(text(ofTerm?.value({ ctr: 0.03456 } as SearchTermRow))).toBe('3,46\u00a0%')
  expect([ofKeyword?.digits, ofTerm?.digits]).toEqual([2, 2])
})

test('codes of keywords and segments', () => {
  expect([2, 3, 4, 9].map(matchTypeText)).toEqual(['Exacta', 'Frase', 'Amplia', 'Desconocida'])
  expect([2, 3, 4, 0].map((code) => keywordStatusOf(code).text)).toEqual([
    'Activa',
    'Pausada',
    'Eliminada',
    'Desconocida',
  ])
  expect([7, 6, 4, 3].map(keywordQualityTone)).toEqual(['success', 'warning', 'warning', 'danger'])
  expect(segmentTypeOf('USER_LIST').text).toBe('Lista usuarios')
  expect(segmentTypeOf('COMBINED')).toEqual({ text: 'COMBINED', tone: 'warning' })
})

test('a bid modifier is the change it makes', () => {
  expect([1, 1.2, 0.85, 0, 1.005].map(bidChangeText)).toEqual([
    '0%',
    '+20%',
    '-15%',
    '-100%',
    '+0,5%',
  ])
})
