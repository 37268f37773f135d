import type { Browser, Page } from '@playwright/test'
import { confirmIdentity } from './buyer.ts'
import { expect, PEOPLE, type Product, signIn } from './product.ts'

export const MATE = { email: 'colega.equipo@prueba.test', password: 'tres-olivos-bajo-lluvia-81' }

/** A user without a subscription, logged in. */
export async function newMate(browser: Browser, product: Product, person = MATE): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url })
  const mate = await context.newPage()
  await signIn(mate, product, 'admin')
  const headers = { origin: product.url }
  const data = { name: 'Colega', phone: '+34 600 000 000', role: 'user', ...person }
  const made = await mate.request.post('/api/admin/users', { data, headers })
  expect(made.ok(), await made.text()).toBe(true)
  await context.clearCookies()
  expect((await mate.request.post('/api/auth/login', { data: person, headers })).status()).toBe(200)
  return mate
}

/** The link of the newest invitation that was mailed to an address. */
export async function invitationTo(page: Page, email: string): Promise<string> {
  let link = ''
  const readMails = async () => {
    const mails = (await (await page.request.get('/__dev/outbox.json')).json()) as {
      to: string
      links: string[]
    }[]
    const ours = mails.find(({ to, links }) => to === email && links[0]?.includes('/team/join#'))
    link = ours?.links[0] ?? ''
    return link
  }
  await expect.poll(readMails).not.toBe('')
  return link
}

/** Asks a colleague into the demonstration's team, who accepts and works there from now on. */
export async function newViewer(page: Page, product: Product, browser: Browser): Promise<Page> {
  const mate = await newMate(browser, product)
  await page.goto('/dashboard/settings?tab=team')
  await page.getByRole('button', { name: 'Invitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' })
  await dialog.getByLabel('Correo').fill(MATE.email)
  await dialog.getByLabel('Papel').selectOption('Solo ve')
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await confirmIdentity(page, PEOPLE.demo.password)
  // The session goes on under another cookie, which the other stories do not know.
  product.sessions.delete('demo')
  await mate.goto(await invitationTo(mate, MATE.email))
  await mate.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await mate.waitForURL(({ pathname }) => pathname === '/dashboard')
  return mate
}
