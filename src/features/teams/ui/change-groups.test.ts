import { expect, test } from 'vitest'
import type { TeamChange } from '../contract.ts'
import { groupChanges } from './change-groups.ts'

const AT = '2026-11-23T10:00:00.000Z'
const LATER = '2026-11-23T11:00:00.000Z'

function change(changeId: string, more: Partial<TeamChange> = {}): TeamChange {
  const who = { by: 'Ana', undoneAt: null, undoneBy: null, isOpen: false }
  return {
    ...who,
    changeId,
    accountId: '1',
    accountName: 'Una',
    summary: changeId,
    at: AT,
    ...more,
  }
}

test('the steps of one act are one line; another account, person or instant, or a step taken back, is its own', () => {
  const groups = groupChanges([
    change('a'),
    change('b'),
    change('c', { undoneAt: LATER }),
    change('d', { accountId: '2' }),
    change('e', { accountId: '2', by: 'Luz' }),
    change('f', { accountId: '2', by: 'Luz', at: LATER }),
  ])
  expect(groups.map(({ first, rest }) => [first.changeId, rest.length])).toEqual([
    ['a', 1],
    ['c', 0],
    ['d', 0],
    ['e', 0],
    ['f', 0],
  ])
})
