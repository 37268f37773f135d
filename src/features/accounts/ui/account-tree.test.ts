import { expect, test } from 'vitest'
import { customerIdText } from '#shared/customer-id-text.ts'
import {
  accountIdText,
  accountsBelow,
  accountsBelowManager,
  accountTree,
  type TreeAccount,
  treeLines,
} from './account-tree.ts'

const account = (
  accountId: string,
  accountType: 'STANDARD' | 'MCC',
  parentAccountId: string | null = null,
): TreeAccount => ({ accountId, accountName: `Cuenta ${accountId}`, accountType, parentAccountId })

test('standard accounts come first, then each manager with its accounts indented', () => {
  const tree = accountTree([
    account('9', 'MCC'),
    account('92', 'STANDARD', '9'),
    account('91', 'STANDARD', '9'),
    account('93', 'MCC', '9'),
    account('931', 'STANDARD', '93'),
    account('5', 'STANDARD'),
  ])
  expect(treeLines(tree).map(({ account, depth }) => `${depth} ${account.accountId}`)).toEqual([
    '0 5',
    '0 9',
    '1 91',
    '1 92',
    '1 93',
    '2 931',
  ])
  expect(tree.managers[0] && accountsBelow(tree.managers[0]).length).toBe(3)
})

test('below a manager are the accounts of the managers under it too, on every level', () => {
  const accounts = [
    account('9', 'MCC'),
    account('91', 'STANDARD', '9'),
    account('93', 'MCC', '9'),
    account('934', 'MCC', '93'),
    account('9341', 'STANDARD', '934'),
    account('5', 'STANDARD'),
  ]
  const below = (managerId: string) =>
    accountsBelowManager(accounts, managerId).map((one) => one.accountId)
  expect(below('9')).toEqual(['91', '9341'])
  expect(below('93')).toEqual(['9341'])
  expect(below('934')).toEqual(['9341'])
  expect(below('8')).toEqual([])
})

test('numbers within names count as numbers', () => {
  const tree = accountTree(['10', '9', '100'].map((id) => account(id, 'STANDARD')))
  expect(tree.standard.map((line) => line.accountId)).toEqual(['9', '10', '100'])
})

test('an account whose manager is not listed stands on its own', () => {
  const tree = accountTree([account('7', 'STANDARD', '99')])
  expect(tree.standard.map((line) => line.accountId)).toEqual(['7'])
})

test('customer ids are grouped as Google shows them', () => {
  expect(customerIdText('1234567890')).toBe('123-456-7890')
  expect(customerIdText('42')).toBe('42')
  expect(accountIdText({ accountId: '1234567890', source: 'google' })).toBe('123-456-7890')
  expect(accountIdText({ accountId: '9000000000001', source: 'imported' })).not.toMatch(/\d/)
})
