import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { expect, signIn, test } from './product.ts'

test.use({ expectedErrors: [/409 \(Conflict\)/] })

test('creates, activates, resets and deletes a user, and the log tells of it', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Añadir usuario' }).click()
  await page.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(page.getByText('Escribe el nombre.')).toBeVisible()
  await expectNoViolations(page)
  const email = 'nueva@prueba.test'
  await page.getByLabel('Nombre completo').fill('Nueva Persona')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Teléfono').fill('+34 600 000 000')
  await page.getByLabel('Contraseña', { exact: true }).fill('una-buena-clave-99')
  await page.getByRole('button', { name: 'Crear usuario' }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Inactivo')

  await act(page, email, 'Activar')
  await expect(row).toContainText('Activo')
  await act(page, email, 'Restablecer contraseña')
  await expect(page.getByLabel('Avisos')).toContainText('un enlace')
  await act(page, email, 'Eliminar', /irreversible/)
  await expect(row).toHaveCount(0)

  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  const log = page.getByRole('region', { name: 'Entradas del registro' })
  const ofThisUser = log.getByRole('listitem').filter({ hasText: 'Cuenta eliminada' })
  for (const deed of [
    'Usuario eliminado',
    'Usuario activado',
    'Usuario creado',
    'Enlace para otra contraseña enviado',
  ])
    await expect(ofThisUser.getByText(deed).first()).toBeVisible()
  await expect(log.getByRole('listitem').filter({ hasText: email })).toHaveCount(0)
  await expectNoViolations(page)
})

test('the last administrator cannot leave, and is told why', async ({ page, product }) => {
  await signIn(page, product, 'admin')
  await page.goto('/admin/users?role=admin')
  for (const action of ['Desactivar', 'Quitar el rol de administrador', 'Eliminar']) {
    await ask(page, 'admin@pujante.test', action)
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('último administrador')
    await page.getByRole('button', { name: 'Cancelar' }).click()
  }
})

test('an administrator who gives up the role is led out of the panel', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin')
  const headers = { origin: product.url }
  const person = { email: 'segunda.admin@prueba.test', password: 'una-buena-clave-99' }
  const data = { name: 'Segunda', phone: '+34 600 000 000', role: 'admin', ...person }
  expect((await page.request.post('/api/admin/users', { data, headers })).ok()).toBe(true)
  await page.context().clearCookies()
  await page.request.post('/api/auth/login', { data: person, headers })
  await page.goto('/admin/users?role=admin')
  await act(page, person.email, 'Quitar el rol de administrador')
  // Without the role they are let in no longer, and have no subscription.
  await page.waitForURL('**/subscribe')
})

test('closing registration shows on the registration page', async ({ page, product, browser }) => {
  await signIn(page, product, 'admin')
  await page.goto('/admin/settings')
  await page.getByLabel('Correo de soporte').fill('ayuda@pujante.test')
  await page.getByLabel('Registro abierto').uncheck()
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Configuración guardada.')).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage()
  await visitor.goto('/register')
  await expect(visitor.getByText('El registro está cerrado')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'ayuda@pujante.test' })).toBeVisible()
  await visitor.context().close()

  await page.getByLabel('Registro abierto').check()
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Guardando...')).toHaveCount(0)
})

test('a mail that fails stands among the tasks with its reason, is cancelled and then sent after all', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin')
  await product.dev('faults', { vendor: 'smtp', fault: 'smtp_451', times: 9 })
  await page.goto('/admin/users')
  await act(page, 'inactivo@pujante.test', 'Restablecer contraseña')
  await page.goto('/admin/jobs?lane=urgent&state=waiting')
  const row = page.getByRole('row').filter({ hasText: 'Enviar correo' })
  await expect(async () => {
    await page.reload()
    // However long the page takes to be drawn; only what it says is asked for anew.
    await expect(row).toBeVisible()
    // Seconds after the first try there is a second.
    await expect(row).toContainText(/[1-9]\d* de \d+.*451/, { timeout: 2_000 })
  }).toPass()
  await expectNoViolations(page)
  await deal(page, 'Cancelar tarea')
  await expect(row).toHaveCount(0)
  await page.getByLabel('Estado').selectOption('Cancelada')
  await expect(row).toHaveCount(1)
  await product.dev('faults', { vendor: 'smtp', fault: 'smtp_451', times: 0 })
  await deal(page, 'Intentar ahora')
  await expect(row).toHaveCount(0)
  await page.getByLabel('Estado').selectOption('Terminada')
  await expect(async () => {
    // The list is read once, maybe while the mail is still on its way.
    await page.reload()
    await expect(page.getByLabel('Buscar tareas...')).toBeVisible()
    await expect(row.first()).toContainText('Terminada', { timeout: 2_000 })
  }).toPass()
})

test('an admin address typed by someone else leads to the panel', async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await page.goto('/admin/users')
  await page.waitForURL('**/dashboard')
})

async function ask(page: Page, email: string, action: string) {
  await page.getByRole('button', { name: `Acciones sobre ${email}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function act(page: Page, email: string, action: string, consequence: RegExp = /@/) {
  await ask(page, email, action)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(consequence)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function deal(page: Page, action: string) {
  await page.getByRole('button', { name: 'Acciones sobre «Enviar correo»' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
}
