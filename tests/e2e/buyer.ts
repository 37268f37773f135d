import { expect, type Page } from '@playwright/test'
import { type Product, signIn } from './product.ts'

export type Buyer = { name: string; email: string; password: string }

export const CARD = '4242 4242 4242 4242'

/** A new user without a subscription, made by the administrator; afterwards no user is logged in. */
export async function createBuyer(page: Page, product: Product, { name, ...buyer }: Buyer) {
  await signIn(page, product, 'admin')
  const answer = await page.request.post('/api/admin/users', {
    data: { name, phone: '+34 600 000 000', role: 'user', ...buyer },
    headers: { origin: product.url },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.context().clearCookies()
}

export async function logInBuyer(page: Page, { url }: Product, { email, password }: Buyer) {
  const answer = await page.request.post('/api/auth/login', {
    data: { email, password },
    headers: { origin: url },
  })
  expect(answer.status()).toBe(200)
}

/** From the choice of the plan to Stripe's payment page. */
export async function goToPay(page: Page, plan: string) {
  await page.goto('/subscribe')
  await page.getByRole('radio', { name: plan }).check()
  await page.getByRole('button', { name: 'Suscribirme ahora' }).click()
  const title = page.getByRole('heading', { name: `Suscripción a ${plan}` })
  await expect(title).toBeVisible()
}

/** On a page of Stripe. */
export async function typeCard(page: Page, number: string) {
  await page.addInitScript(keepNotices)
  await page.getByLabel('Número de tarjeta').fill(number)
  await page.getByLabel('Caducidad (MM/AA)').fill('12/34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Titular de la tarjeta').fill('Berta Compra')
  // Asked where something is bought, not where a card is stored.
  if ((await page.getByLabel('Dirección').count()) === 0) return
  await page.getByLabel('Dirección').fill('Calle Mayor 1')
  await page.getByLabel('Localidad').fill('Madrid')
  await page.getByLabel('Código postal').fill('28013')
}

export async function subscribe(page: Page, plan: string, number = CARD) {
  await goToPay(page, plan)
  await typeCard(page, number)
  await page.getByRole('button', { name: 'Suscribirse' }).click()
}

/**
 * Back from Stripe, told that it is paid; the dashboard loads once more, and would break off what is opened before. A busy
 * machine may look between two of its notices, which stay for five seconds.
 */
export async function untilPaid(page: Page) {
  const isToldAndBack = () => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isBack = location.pathname === '/dashboard' && load?.type === 'reload'
    return isBack && sessionStorage.getItem('notices')?.includes('Pago exitoso')
  }
  // Not at each frame, which would be drawn for it.
  await page.waitForFunction(isToldAndBack, undefined, { polling: 250, timeout: 300_000 })
  await page.evaluate(() => sessionStorage.removeItem('notices'))
}

/** In the page, from before its first script: all that its notices have said. */
function keepNotices() {
  const keep = () => {
    const said = document.querySelector('[aria-label="Avisos"]')?.textContent
    if (!said) return
    const before = sessionStorage.getItem('notices') ?? ''
    if (!before.endsWith(said)) sessionStorage.setItem('notices', `${before} ${said}`)
  }
  new MutationObserver(keep).observe(document, { childList: true, subtree: true })
}

export async function openSettings(page: Page, tab: string) {
  await page.goto('/dashboard/settings')
  await page.getByRole('tab', { name: tab }).click()
}

/** Where the product says what came of an action. */
export function notices(page: Page) {
  return page.getByLabel('Avisos')
}

/** What is asked before a change of address, payment data or factors. */
export async function confirmIdentity(page: Page, password: string) {
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog).toBeHidden()
}
