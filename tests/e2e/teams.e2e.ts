import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { confirmIdentity, notices } from './buyer.ts'
import { expect, PEOPLE, type Product, signIn, test } from './product.ts'

// The password asked for again, and what a role does not allow.
test.use({ expectedErrors: [/403 \(Forbidden\)/] })
test.setTimeout(300_000)

const MATE = { email: 'colega.equipo@prueba.test', password: 'tres-olivos-bajo-lluvia-81' }

test('an owner invites a colleague, who works in the same accounts until taken out', async ({
  page,
  product,
  browser,
}) => {
  const mate = await newMate(browser, product)
  await signIn(page, product, 'demo')
  await page.goto('/dashboard/settings?tab=team')
  await page.getByRole('button', { name: 'Invitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' })
  await dialog.getByLabel('Correo').fill(MATE.email)
  await dialog.getByLabel('Papel').selectOption('Solo ve')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await confirmIdentity(page, PEOPLE.demo.password)
  // The session goes on under another cookie, which the other stories do not know.
  product.sessions.delete('demo')
  await expect(page.getByText(MATE.email)).toBeVisible()

  await mate.goto(await invitationTo(mate, MATE.email))
  await mate.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await mate.waitForURL(({ pathname }) => pathname === '/dashboard')
  await expect(mate.getByText('Trabajas en las cuentas de')).toContainText('Marta Demo')
  await mate.goto('/dashboard/accounts')
  await expect(mate.getByRole('main').getByText('Zapatería Alameda').first()).toBeVisible()
  await mate.goto('/dashboard/settings?tab=team')
  await expect(mate.getByText('Trabajas aquí')).toBeVisible()
  await expect(mate.getByRole('button', { name: 'Invitar' })).toHaveCount(0)
  await expectAccessible(mate)

  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: MATE.email })
  await line.getByRole('button', { name: 'Quitar' }).click()
  await page.getByRole('button', { name: 'Quitar del equipo' }).click()
  await expect(notices(page)).toContainText('Ya no está en el equipo')
  await mate.goto('/dashboard/accounts')
  await mate.waitForURL('**/subscribe')
  await mate.context().close()
})

/** A user without a subscription, logged in. */
async function newMate(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url })
  const mate = await context.newPage()
  await signIn(mate, product, 'admin')
  const headers = { origin: product.url }
  const data = { name: 'Colega', phone: '+34 600 000 000', role: 'user', ...MATE }
  const made = await mate.request.post('/api/admin/users', { data, headers })
  expect(made.ok(), await made.text()).toBe(true)
  await context.clearCookies()
  expect((await mate.request.post('/api/auth/login', { data: MATE, headers })).status()).toBe(200)
  return mate
}

async function invitationTo(page: Page, email: string): Promise<string> {
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
  await expect.poll(readMails, { timeout: 60_000 }).not.toBe('')
  return link
}
