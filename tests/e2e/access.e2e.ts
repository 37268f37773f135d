import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, type Product, signIn, test } from './product.ts'

// A refused password, a session that has ended and a used link are what these stories are about.
test.use({ expectedErrors: [/401 \(Unauthorized\)|400 \(Bad Request\)/] })

const PASSWORD = 'tres-olivos-bajo-lluvia-81'
const NEW_PASSWORD = 'cuatro-faros-en-niebla-27'
// Right after the start a mail waits for the first syncs.
const MAIL_TIMEOUT_MS = 240_000
const INACTIVE = { email: 'inactivo@pujante.test', password: 'inactivo-pujante-2026' }

test('registers from the mailed link, is activated and sees the first dashboard', async ({
  page,
  product,
  browser,
}) => {
  const email = 'lucia.registro@prueba.test'
  await page.goto('/register')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Continuar con email' }).click()
  await expectNotice(page, 'Correo enviado', 'Revisa tu email para completar el registro.')
  await expect(page.getByRole('dialog')).toContainText(email)

  const link = await mailedLink(page.request, email)
  await page.goto(link)
  const address = page.getByLabel('Correo electrónico')
  await expect(address).toHaveValue(email)
  await expect(address).not.toBeEditable()
  await page.getByLabel('Nombre completo').fill('Lucía Registro')
  await expectNoSecondCheck(page)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirmar contraseña').fill(NEW_PASSWORD)
  const complete = page.getByRole('button', { name: 'Completar registro' })
  await complete.click()
  await expectNotice(
    page,
    'Error de validación',
    'Las contraseñas no coinciden. Por favor, inténtalo de nuevo.',
  )
  await page.getByLabel('Confirmar contraseña').fill(PASSWORD)
  const created = untilAnswered(page, '/api/auth/register-complete')
  await complete.click()
  const createdAt = await created
  await expectNotice(page, 'Registro exitoso', '¡Tu cuenta ha sido creada correctamente!')
  await page.waitForURL('**/login')
  expectDelay(createdAt, 1_500)
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await logInByForm(page, { email, password: PASSWORD })
  await expectNotice(page, 'Inicio de sesión correcto', 'Pujante')
  await expectHeldAtSubscribe(page)
  await activate(browser, product, email)
  await page.reload()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('link', { name: 'Primeros pasos' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()

  await page.goto(link)
  await page.waitForURL('**/expired')
  await expectNotice(
    page,
    'Token inválido o expirado',
    'Este enlace ya no es válido. Intenta registrarte nuevamente.',
  )
  await expect(page.getByRole('heading', { name: 'El enlace ha caducado' })).toBeVisible()
})

/** A line that comes back must not take away the form, if the link cannot be checked by then or is used up. */
async function expectNoSecondCheck(page: Page) {
  const checks: string[] = []
  page.on('request', (request) => checks.push(new URL(request.url()).pathname))
  const isBack = page.evaluate(`new Promise((done) => addEventListener('online', done))`)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await isBack
  // What asks again does so in that very moment, before this.
  await page.evaluate(`fetch('/api/auth/status').then(() => {})`)
  expect(checks).toEqual(['/api/auth/status'])
}

test('a registration link without its token leads to the link problem page', async ({ page }) => {
  await page.goto('/register?email=alguien%40prueba.test')
  await page.waitForURL('**/error')
  await expect(notices(page)).toContainText('Parámetros de verificación faltantes.')
  await expect(page.getByRole('link', { name: 'Pedir otro enlace' })).toHaveClass(/\bbg-accent\b/)
})

test('a forgotten password is replaced once: the old one and the used link are refused', async ({
  page,
  product,
  browser,
}) => {
  const email = 'olvido@prueba.test'
  await createActiveUser(browser, product, email)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar enlace de recuperación' }).click()
  await expect(page.getByText('Si hay una cuenta con ese correo')).toBeVisible()

  const link = await mailedLink(page.request, email)
  await page.goto(link)
  await chooseNewPassword(page, NEW_PASSWORD, PASSWORD)
  await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible()
  await chooseNewPassword(page, 'cinco')
  await expect(
    page.getByText('La contraseña debe tener al menos 6 caracteres.', { exact: true }),
  ).toBeVisible()
  await chooseNewPassword(page, NEW_PASSWORD)
  await expect(page.getByText('Contraseña actualizada.')).toBeVisible()

  await page.getByRole('link', { name: 'Volver al login' }).click()
  await logInByForm(page, { email, password: PASSWORD })
  await expectNotice(page, 'Error de inicio de sesión', 'Credenciales inválidas')
  await logInByForm(page, { email, password: NEW_PASSWORD })
  await page.waitForURL('**/dashboard')

  await page.goto(link)
  await chooseNewPassword(page, PASSWORD)
  await expect(
    page.getByText('No se pudo actualizar la contraseña. El enlace puede haber expirado.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Pedir otro enlace' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

test('an inactive user is held at the subscription page, wherever the link led', async ({
  page,
}) => {
  await page.goto('/dashboard/settings')
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fsettings$/)
  await logInByForm(page, INACTIVE)
  await expectHeldAtSubscribe(page)
  for (const path of [
    '/dashboard',
    '/dashboard/settings',
    '/onboarding',
    '/admin/users',
    '/login',
  ]) {
    await page.goto(path)
    await expectHeldAtSubscribe(page)
  }
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.waitForURL('**/login')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard$/)
})

test.describe('a log-out that fails', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('says that the session is open, and ends it when tried again', async ({
    page,
    product,
    browser,
  }) => {
    const email = 'salida.fallida@prueba.test'
    await createActiveUser(browser, product, email)
    await page.goto('/login')
    await logInByForm(page, { email, password: PASSWORD })
    await page.waitForURL('**/dashboard')
    await page.goto('/dashboard')
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await page.getByRole('button', { name: 'Salir' }).click()
    await expect(page.getByRole('heading', { name: 'No se pudo cerrar la sesión' })).toBeVisible()
    await expect(page.getByText('sigue abierta en este navegador')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await page.getByRole('button', { name: 'Volver a intentarlo' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login\?next=%2Fdashboard$/)
  })
})

test('a password changed in one browser ends the other at its next action, with nothing typed lost', async ({
  page,
  product,
  browser,
}) => {
  const email = 'dos.navegadores@prueba.test'
  await createActiveUser(browser, product, email)
  const other = await (await browser.newContext({ baseURL: product.url })).newPage()
  for (const each of [page, other]) {
    await each.goto('/login?next=/dashboard/settings')
    await logInByForm(each, { email, password: PASSWORD })
    await each.waitForURL('**/dashboard/settings')
  }
  await other.getByLabel('Nombre completo').fill('Nombre a medias')

  await page.getByLabel('Contraseña actual').fill(PASSWORD)
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirmar nueva contraseña').fill(PASSWORD)
  const update = page.getByRole('button', { name: 'Actualizar contraseña' })
  await update.click()
  await expect(page.getByText('Las contraseñas no coinciden', { exact: true })).toBeVisible()
  await page.getByLabel('Confirmar nueva contraseña').fill(NEW_PASSWORD)
  const changed = untilAnswered(page, '/api/auth/change-password')
  await update.click()
  const changedAt = await changed
  await expectNotice(page, 'Contraseña cambiada', 'Contraseña actualizada.')
  await page.waitForURL('**/login')
  expectDelay(changedAt, 2_000)

  // The tab comes to the front: who has typed is asked, and may stay.
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  const again = other.getByRole('dialog', { name: 'Tu sesión ha terminado' })
  await expectAccessible(other)
  await other.keyboard.press('Escape')
  await expect(again).toBeHidden()
  await expect(other.getByLabel('Nombre completo')).toHaveValue('Nombre a medias')
  await other.getByRole('button', { name: 'Guardar cambios' }).click()
  const logInAgain = async (password: string) => {
    await again.getByLabel('Contraseña', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Entrar', exact: true }).click()
  }
  await logInAgain(PASSWORD)
  await expect(again.getByText('Credenciales inválidas')).toBeVisible()
  await logInAgain(NEW_PASSWORD)
  await expectNotice(other, 'Cambios guardados', '')
  await other.waitForURL('**/login')
  await logInByForm(other, { email, password: NEW_PASSWORD })
  await other.waitForURL('**/dashboard')
  await expect(other.getByText('Nombre a medias').first()).toBeVisible()
  await other.context().close()
})

test('the log-in form stays where it is once it is there, however late the rest comes', async ({
  page,
}) => {
  // A button that moves while it is pressed is not pressed.
  await page.route('**/demo-log-ins*', async (route) => {
    await new Promise((late) => setTimeout(late, 1_500))
    await route.continue()
  })
  await page.goto('/login')
  const button = page.getByRole('button', { name: 'Sign in' })
  await expect(button).toBeVisible()
  const before = await button.boundingBox()
  await expect(page.getByRole('button', { name: 'Administrador' })).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('a deep link survives the log-in; a foreign address does not', async ({
  page,
  product,
  browser,
}) => {
  const email = 'enlace.profundo@prueba.test'
  await createActiveUser(browser, product, email)
  await page.goto('/dashboard/help?desde=correo#glosario')
  await expect(page).toHaveURL(/\/login\?next=/)
  await logInByForm(page, { email, password: PASSWORD })
  await expect(page).toHaveURL(`${product.url}/dashboard/help?desde=correo#glosario`)
  await expect(page.getByRole('heading', { name: 'Glosario' })).toBeInViewport()
  for (const foreign of ['https://otra.test', '//otra.test', '/\\otra.test']) {
    await page.goto(`/login?next=${encodeURIComponent(`${foreign}/dashboard/help`)}`)
    await page.waitForURL(`${product.url}/dashboard`)
  }
})

test('no accessibility violation on any of these screens, light or dark, narrow or wide', async ({
  page,
  product,
  browser,
}) => {
  const email = 'accesible@prueba.test'
  await page.request.post('/api/auth/register-start', {
    data: { email },
    headers: { origin: product.url },
  })
  const link = await mailedLink(page.request, email)
  await expectScreensAccessible(page, {
    '/register': 'Crea tu cuenta',
    [link]: 'Completa tu registro',
    '/forgot-password': 'Recupera tu contraseña',
    '/reset-password?email=a%40b.test&token=x': 'Elige otra contraseña',
    '/error': 'Hay un problema con el enlace',
    '/expired': 'El enlace ha caducado',
  })
  await signIn(page, product, 'demo')
  await expectScreensAccessible(page, {
    '/dashboard/settings': 'Configuración de cuenta',
    '/onboarding': 'Te damos la bienvenida a Pujante',
    '/onboarding?step=1': 'Conecta tu cuenta de Google Ads',
    '/onboarding?step=2': '¡Todo listo!',
    '/dashboard/help': 'Ayuda',
  })
  const { page: admin, close } = await adminPage(browser, product)
  await expectScreensAccessible(admin, {
    '/admin/dashboard': 'Panel de administración',
    '/admin/users': 'Todos los usuarios',
    '/admin/users/active': 'Usuarios activos',
    '/admin/settings': 'Configuración del producto',
    '/admin/help': 'Ayuda para administradores',
  })
  await close()
})

async function logInByForm(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function chooseNewPassword(page: Page, password: string, repeated = password) {
  await page.getByLabel('Nueva contraseña').fill(password)
  await page.getByLabel('Repetir contraseña').fill(repeated)
  await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
}

async function expectHeldAtSubscribe(page: Page) {
  await page.waitForURL('**/subscribe')
  await expect(page.getByRole('heading', { name: 'Suscríbete para continuar' })).toBeVisible()
}

function notices(page: Page) {
  return page.getByLabel('Avisos')
}

async function expectNotice(page: Page, title: string, description: string) {
  await expect(notices(page)).toContainText(title)
  await expect(notices(page)).toContainText(description)
}

/** Resolves with the time (ms) at which the call was answered well. */
async function untilAnswered(page: Page, path: string): Promise<number> {
  const answer = await page.waitForResponse((response) => response.url().endsWith(path))
  expect(answer.status()).toBe(200)
  return Date.now()
}

/** The screen stayed for the promised time; a busy machine may make it longer, but not by seconds. */
function expectDelay(since: number, promisedMs: number) {
  const elapsed = Date.now() - since
  expect(elapsed).toBeGreaterThan(promisedMs - 100)
  expect(elapsed).toBeLessThan(promisedMs + 2_000)
}

/** The link in the newest mail to an address. */
async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  let link: string | undefined
  const readMails = async () => {
    const mails = (await (await request.get('/__dev/outbox.json')).json()) as {
      to: string
      links: string[]
      at: string
    }[]
    const ours = mails.filter(({ to }) => to === email)
    link = ours.sort((a, b) => a.at.localeCompare(b.at)).at(-1)?.links[0]
    return link
  }
  await expect.poll(readMails, { timeout: MAIL_TIMEOUT_MS }).toContain('token=')
  return link ?? ''
}

async function adminPage(browser: Browser, product: Product) {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await signIn(page, product, 'admin')
  return { page, close: () => context.close() }
}

async function createActiveUser(browser: Browser, product: Product, email: string) {
  const { page, close } = await adminPage(browser, product)
  const answer = await page.request.post('/api/admin/users', {
    data: { name: 'Persona de prueba', email, phone: '+34 600 000 000', password: PASSWORD },
    headers: { origin: product.url },
  })
  expect(answer.ok()).toBe(true)
  await close()
  await activate(browser, product, email)
}

async function activate(browser: Browser, product: Product, email: string) {
  const { page, close } = await adminPage(browser, product)
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
  await close()
}

/** Opens each address and waits for its title before looking. */
async function expectScreensAccessible(page: Page, screens: Record<string, string>) {
  for (const [address, title] of Object.entries(screens)) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
  }
}
