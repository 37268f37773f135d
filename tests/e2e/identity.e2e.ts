import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './accessible.ts'
import { confirmIdentity, createBuyer, logInBuyer, notices } from './buyer.ts'
import { expect, type Product, signIn, test } from './product.ts'

// A change that has to be confirmed first, and a code that is wrong on purpose.
test.use({ expectedErrors: [/403 \(Forbidden\)|400 \(Bad Request\)/] })

const PASSWORD = 'tres-olivos-bajo-lluvia-81'

test('an app of codes: on after the password again, asked for at the log-in, a recovery code in its place', async ({
  page,
  product,
}) => {
  const buyer = await begin(page, product, 'nora')
  await page.getByRole('button', { name: 'Activar aplicación' }).click()
  await confirmIdentity(page, PASSWORD)
  const dialog = page.getByRole('dialog', { name: 'Activar una aplicación de códigos' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(dialog.getByRole('img', { name: 'Código QR de la clave' })).toHaveCSS(
    'background-color',
    'rgb(255, 255, 255)',
  )
  await expect(dialog.getByLabel('Código de la aplicación')).toBeFocused()
  const secret = await dialog.getByLabel('Clave', { exact: true }).inputValue()
  await expectAccessible(page)
  await dialog.getByLabel('Código de la aplicación').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Activar', exact: true }).click()
  const codes = page.getByRole('list', { name: 'Códigos' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
  await expect(codes, 'shown this once: Esc does not lose them').toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Ya los he guardado' }).click()
  await expect(page.getByText('Quedan 10 sin usar.')).toBeVisible()

  await logInAgain(page, buyer)
  const code = page.getByLabel('Código')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Ese código no es correcto o ya se ha usado.')).toBeVisible()
  await expectAccessible(page)
  await code.fill(recoveryCode)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/dashboard/settings')
  await expect(page.getByText('Quedan 9 sin usar.')).toBeVisible()
})

test('a passkey: made in the settings, it logs in alone, and is the second step after the password', async ({
  page,
  product,
  context,
}) => {
  await plugInKey(context, page)
  const buyer = await begin(page, product, 'oscar')
  await page.getByRole('button', { name: 'Añadir una llave' }).click()
  await expect(page.getByLabel('Nombre de la llave')).toBeFocused()
  await page.getByLabel('Nombre de la llave').fill('Portátil')
  await page.getByRole('button', { name: 'Crear la llave' }).click()
  await confirmIdentity(page, PASSWORD)
  await page.getByRole('button', { name: 'Ya los he guardado' }).click()
  await expect(page.getByRole('button', { name: 'Quitar la llave Portátil' })).toBeVisible()

  await leave(page)
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/dashboard/settings')
  await expect(page.getByText(/usada el/)).toBeVisible()

  await logInAgain(page, buyer)
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/dashboard/settings')

  await page.getByRole('button', { name: 'Quitar la llave Portátil' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await dialog.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await expect(notices(page)).toContainText('Llave de acceso quitada.')
  await logInAgain(page, buyer)
  await page.waitForURL(({ pathname }) => pathname === '/dashboard/settings')
})

test('a copy of one’s data by a mailed link, and an account that is to go and stays after all', async ({
  page,
  product,
}) => {
  const buyer = await begin(page, product, 'paula')
  await page.getByRole('button', { name: 'Pedir una copia' }).click()
  await expect(notices(page)).toContainText('Estamos preparando tu copia')
  await page.goto(await mailedLink(page, buyer.email))
  await page.getByRole('button', { name: 'Descargar mi copia' }).click()
  const download = page.waitForEvent('download')
  await confirmIdentity(page, PASSWORD)
  const path = await (await download).path()
  const files = unzipSync(readFileSync(path))
  expect(strFromU8(files['json/users.json']!)).toContain(buyer.email)
  expect(strFromU8(files['csv/sessions.csv']!)).toContain('user_agent')

  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Eliminar mi cuenta' })
  await expectAccessible(page)
  await dialog.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Eliminar en 14 días' }).click()
  await expect(page.getByText(/^Se eliminará el .* Hasta entonces/)).toBeVisible()
  const notice = page.getByRole('complementary', { name: 'Aviso de eliminación' })
  await page.goto('/dashboard/settings')
  await expect(notice).toContainText('Tu cuenta se eliminará el')
  await notice.getByRole('link', { name: 'Conservarla' }).click()
  await page.getByRole('button', { name: 'Conservar mi cuenta' }).click()
  await expect(page.getByRole('button', { name: 'Eliminar mi cuenta' })).toBeVisible()
  await page.goto('/dashboard/settings')
  await expect(page.getByRole('heading', { name: 'Configuración de cuenta' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the privacy page names who really processes data here', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByText('Google Ireland Ltd (IE): the advertising accounts')).toBeVisible()
})

type Buyer = { name: string; email: string; password: string }

async function begin(page: Page, product: Product, name: string): Promise<Buyer> {
  const buyer = { name, email: `${name}.factor@prueba.test`, password: PASSWORD }
  await createBuyer(page, product, buyer)
  await activate(page, product, buyer.email)
  await logInBuyer(page, product, buyer)
  await page.goto('/dashboard/settings')
  return buyer
}

async function activate(page: Page, product: Product, email: string) {
  await signIn(page, product, 'admin')
  const users = (await (await page.request.get('/api/admin/users')).json()) as {
    id: string
    email: string
  }[]
  const id = users.find((user) => user.email === email)?.id
  const answer = await page.request.put(`/api/admin/users/${id}/status`, {
    data: { status: true },
    headers: { origin: product.url },
  })
  expect(answer.status()).toBe(200)
  await page.context().clearCookies()
}

async function plugInKey(context: BrowserContext, page: Page) {
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

async function mailedLink(page: Page, email: string): Promise<string> {
  let link = ''
  const readMails = async () => {
    const mails = (await (await page.request.get('/__dev/outbox.json')).json()) as {
      to: string
      links: string[]
    }[]
    link =
      mails.find(({ to, links }) => to === email && links[0]?.includes('#copia='))?.links[0] ?? ''
    return link
  }
  await expect.poll(readMails).not.toBe('')
  return link
}

async function leave(page: Page) {
  await page.context().clearCookies({ name: 'sid' })
  await page.goto('/login?next=/dashboard/settings')
}

async function logInAgain(page: Page, { email, password }: Buyer) {
  await leave(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
