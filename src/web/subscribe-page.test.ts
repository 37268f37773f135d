import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getStatus, type SessionUser } from '#features/auth/contract/endpoints.ts'
import { getSubscription, type Subscription } from '#features/billing/contract/subscription.ts'
import { listMemberships } from '#features/teams/contract.ts'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { START } from '#kit/router/location.ts'
import { Router } from '#kit/router/router.tsx'
import { SubscribePage } from './subscribe-page.tsx'

const USER: SessionUser = {
  id: '1',
  name: 'Ana',
  email: 'ana@prueba.test',
  role: 'user',
  is_active: false,
  plan: null,
  avatarUrl: null,
  readOnly: false,
}

const NEVER: Subscription = {
  plan: null,
  planName: null,
  interval: null,
  status: 'none',
  isActive: false,
  isManual: false,
  isBarred: false,
  price: null,
  discounted: null,
  nextBillingAt: null,
  paidUntil: null,
  cancelAtPeriodEnd: false,
  endsAt: null,
  pendingChange: null,
  pendingConfirmation: null,
  graceUntil: null,
  payUrl: null,
  dataDeletedAt: null,
  cardExpiry: null,
  accounts: { used: 0, limit: null, list: [] },
  historyDays: 400,
  trialDays: 0,
  takesCodes: false,
  plans: [],
}

const MANAGE = 'Gestionar facturación'
const CANCEL = 'Solicitar cancelación'

test('who has never paid chooses a plan and has nothing to cancel', () => {
  const page = pageOf(NEVER)
  expect(page).toContain('Suscribirme ahora')
  for (const button of [MANAGE, CANCEL]) expect(page).not.toContain(button)
})

test('who owes can cancel there and change the card, and who has ended reach the invoices', () => {
  const owing = pageOf({ ...NEVER, status: 'unpaid', payUrl: 'https://stripe.test/i/1' })
  for (const text of ['Pagar la factura', MANAGE, CANCEL]) expect(owing).toContain(text)
  const ended = pageOf({ ...NEVER, status: 'canceled' })
  expect(ended).toContain(MANAGE)
  expect(ended).not.toContain(CANCEL)
})

test('whom an administrator has shut out is told so, and can cancel what is still charged', () => {
  const page = pageOf({ ...NEVER, isBarred: true, status: 'active', plan: 'premium' })
  for (const text of ['Un administrador ha cerrado tu acceso', MANAGE, CANCEL])
    expect(page).toContain(text)
  for (const text of ['Suscríbete', 'Suscribirme', 'Ya he pagado']) expect(page).not.toContain(text)
})

test('in a team whose owner has stopped paying there is a way to others and to one’s own accounts', () => {
  const team = { ownerId: '2', ownerName: 'Agencia A', role: 'editor' as const, connects: false }
  const page = pageOf(null, team)
  expect(page).toContain('El equipo de Agencia A no tiene una suscripción activa')
  for (const text of ['Trabajar aquí', 'Dejar el equipo', 'Volver a mis propias cuentas'])
    expect(page).toContain(text)
  expect(page).not.toContain('Suscribirme ahora')
})

function pageOf(subscription: Subscription | null, team?: SessionUser['team']): string {
  const client = createQueryClient()
  const user = team ? { ...USER, team } : USER
  client.setQueryData(queryOf(getStatus, {}).queryKey, {
    loggedIn: true,
    user,
    demoEnvironment: false,
    signUpOpen: true,
    supportEmail: null,
    billingAlert: false,
    erasureAt: null,
    secondFactorMissing: false,
  })
  if (subscription) client.setQueryData(queryOf(getSubscription, {}).queryKey, subscription)
  client.setQueryData(
    queryOf(listMemberships, {}).queryKey,
    ['Agencia A', 'Agencia B'].flatMap((ownerName, index) =>
      team ? [membership(ownerName, index === 0)] : [],
    ),
  )
  const at = { ...START, pathname: '/subscribe' }
  const page = createElement(SubscribePage)
  // Its children come as the third argument, which the type of its properties does not know.
  const screen = createElement(Router, { at } as Parameters<typeof Router>[0], page)
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, screen))
  client.clear()
  return html
}

function membership(ownerName: string, isCurrent: boolean) {
  const where = { ownerId: isCurrent ? '2' : '3', ownerName, isCurrent }
  return { ...where, role: 'editor' as const, isSuspended: false, offeredUntil: null }
}
