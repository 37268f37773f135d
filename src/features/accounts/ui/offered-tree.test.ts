import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OfferedAccount } from '../contract.ts'
import { accountTree } from './account-tree.ts'
import { OfferedTree } from './offered-tree.tsx'

const account = (more: Partial<OfferedAccount>): OfferedAccount => ({
  accountId: '1000000072',
  accountName: 'Ensayo',
  accountType: 'STANDARD',
  parentAccountId: null,
  currencyCode: 'EUR',
  isTest: false,
  alreadyConnected: false,
  unavailableReason: null,
  ...more,
})

test('the line of a choice says that it is a test account, and that it is connected', () => {
  const lineOf = (more: Partial<OfferedAccount>) => {
    const tree = accountTree([account(more)])
    const choice = { chosen: new Set<string>(), onChoose: () => {}, isFull: false }
    return renderToStaticMarkup(createElement(OfferedTree, { tree, ...choice }))
  }
  expect(lineOf({})).not.toContain('Cuenta de prueba')
  expect(lineOf({ isTest: true })).toContain('Cuenta de prueba')
  expect(lineOf({ isTest: true, alreadyConnected: true })).toContain('Ya conectada')
})
