import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type GoogleAccount, listAccounts } from '#features/accounts/contract.ts'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { START } from '#kit/router/location.ts'
import { Router } from '#kit/router/router.tsx'
import { OnboardingPage } from './onboarding-page.tsx'

test('every way to Google from the first steps leads back to them, after a failure as well', () => {
  const page = pageAt('?step=1&connect_error=access_denied')
  expect(page).toContain('Volver a la pantalla de permisos')
  const starts = page.match(/oauth\/start[^"]*/g)
  expect(starts).toEqual(['oauth/start?next=onboarding', 'oauth/start?next=onboarding'])
})

test('all is ready only once an account is connected', () => {
  expect(pageAt('?step=2', [])).not.toContain('Todo listo')
  expect(pageAt('?step=2', [{}])).toContain('¡Todo listo!')
})

function pageAt(search: string, accounts?: object[]): string {
  const client = createQueryClient()
  client.setQueryData(queryOf(listAccounts, {}).queryKey, accounts as GoogleAccount[] | undefined)
  const at = { ...START, pathname: '/onboarding', search }
  const page = createElement(OnboardingPage)
  // Its children come as the third argument, which the type of its properties does not know.
  const screen = createElement(Router, { at } as Parameters<typeof Router>[0], page)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, screen))
}
