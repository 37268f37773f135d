import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type GoogleAccount, listAccounts } from '#features/accounts/contract.ts'
import { AccountsPage } from '#features/accounts/ui/accounts-page.tsx'
import { getLimits } from '#features/recommendations/contract/changes.ts'
import { getGoals } from '#features/recommendations/contract/goals.ts'
import { getValues } from '#features/recommendations/contract/values.ts'
import { GoalsForm } from '#features/recommendations/ui/goals-form.tsx'
import { LimitsForm } from '#features/recommendations/ui/limits-form.tsx'
import { ValuesForm } from '#features/recommendations/ui/values-form.tsx'
import { getMorningMail } from '#features/watch/contract/morning.ts'
import { MorningSection } from '#features/watch/ui/morning-section.tsx'
import type { AnyEndpoint } from '#kit/api.ts'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { CampaignsPage } from './campaigns-page.tsx'
import { AccountSelector } from './layout/account-selector.tsx'

// What was read stays on the screen when it cannot be read again, and what was never read can be asked for again.

const ACCOUNT = { accountId: '1234567890', accountName: 'Zapatería', accountType: 'STANDARD' }
const LIST = [{ ...ACCOUNT, parentAccountId: null, connected: true } as GoogleAccount]
const ACCOUNTS = queryOf(listAccounts, {}).queryKey
const AGAIN = '>Reintentar<'

test.each([
  ['the selector', () => createElement(AccountSelector)],
  ['the list', () => createElement(AccountsPage, { title: 'Cuentas', listOf: namesOf })],
  ['campaigns', () => createElement(CampaignsPage)],
])('%s of accounts', (_name, made) => {
  const failed = drawn(made, ACCOUNTS, undefined)
  expect(failed).not.toContain('Zapatería')
  expect(failed).toContain(AGAIN)
  const stale = drawn(made, ACCOUNTS, LIST)
  expect(stale).toContain('Zapatería')
  expect(stale).not.toContain('Recargar página')
})

test('whether the mail of the morning is sent', () => {
  const made = () => createElement(MorningSection, { readOnly: false })
  const key = queryOf(getMorningMail, {}).queryKey
  expect(drawn(made, key, undefined)).toContain(AGAIN)
  expect(drawn(made, key, { activo: true })).toContain('Enviarme lo nuevo cada mañana')
})

test.each([
  ['objectives', GoalsForm, getGoals],
  ['values', ValuesForm, getValues],
  ['limits', LimitsForm, getLimits],
])('%s of an account', (_name, form, read) => {
  const key = queryOf<AnyEndpoint>(read, { customerId: '5' }).queryKey
  expect(drawn(() => createElement(form, { customerId: '5' }), key, undefined)).toContain(AGAIN)
})

const namesOf = (accounts: GoogleAccount[]) => accounts.map(({ accountName }) => accountName).join()

/** After a reading that failed; `data` is what an earlier one brought. */
function drawn(made: () => ReactNode, queryKey: readonly unknown[], data: unknown): string {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retryOnMount: false, staleTime: 0 } })
  const error = new Error('away')
  client.getQueryCache().build(client, { queryKey }).setState({ data, error, status: 'error' })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, made()))
  client.clear()
  return html
}
