import { expect, test } from 'vitest'
import { reportLetter } from './emails.ts'

const letterWith = (lines: string[]) =>
  reportLetter({
    ...{
      brand: { name: 'Ánfora', color: '#7a1fa2' },
      scheduleName: 'Semanal',
      from: '2026-11-16',
      to: '2026-11-22',
    },
    lines,
    unsubscribeUrl: 'https://x.test',
    endsAll: false,
  })

test('the figures of one account stand first, those of several in a list', () => {
  expect(letterWith(['Hotel: 5 €.'])).toMatchObject({ lead: 'Hotel: 5 €.', lists: [] })
  const { lead, lists } = letterWith(['Hotel: 5 €.', 'Bar: 6 €.'])
  expect(lead).toBe('2 cuentas, cada una con sus cifras.')
  expect(lists![0]!.items.map(({ text }) => text)).toEqual(['Hotel: 5 €.', 'Bar: 6 €.'])
})
