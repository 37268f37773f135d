import type { Page, Route } from '@playwright/test'
import type { listAlerts } from '#features/watch/contract/alerts.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { expectAccessible } from './accessible.ts'
import { confirmIdentity, notices, openSettings } from './buyer.ts'
import { expect, PEOPLE, signIn, test } from './product.ts'

// Every refusal here is one, and the password that is asked for again.
test.use({ expectedErrors: [/status of (422|403)/], actionTimeout: 60_000 })
// Where most of what moves is opened, it moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('what a dialog could not do is told above it, and what was typed in it survives a press outside', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'demo')
  await openSettings(page, 'Integraciones')
  await page.getByRole('button', { name: 'Añadir un canal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avisar a un canal' })
  await pressOutside(page)
  await expect(dialog, 'nothing was typed').toHaveCount(0)

  await page.getByRole('button', { name: 'Añadir un canal' }).click()
  const address = dialog.getByLabel('Dirección del webhook')
  await address.fill('https://hooks.slack.test/services/T0')
  await refuse(page, '**/api/integrations/webhooks')
  await dialog.getByRole('button', { name: 'Añadir', exact: true }).click()
  await expect(notices(page)).toHaveCount(1)
  await expect(dialog.getByLabel('Avisos')).toContainText('No se pudo añadir')
  await expect(notices(page)).toContainText(REASON)
  await expectAccessible(page)
  await page.waitForTimeout(5_500)
  await dialog.getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(notices(page), 'a failure stays until it is closed').toBeEmpty()
  await pressOutside(page)
  await expect(address).toHaveValue('https://hooks.slack.test/services/T0')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a secret shown once stays on a press outside, says when it cannot be copied, and is revoked after a question', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'demo')
  await openSettings(page, 'Integraciones')
  await page.getByRole('button', { name: 'Crear una dirección' }).click()
  const form = page.getByRole('dialog', { name: 'Dirección para una hoja' })
  await form.getByLabel('Nombre').fill('Hoja de prueba')
  await form.getByRole('checkbox').first().check()
  await form.getByRole('button', { name: 'Crear' }).click()
  await confirmIdentity(page, PEOPLE.demo.password)
  const once = page.getByRole('dialog', { name: 'Dirección creada' })
  await pressOutside(page)
  await expect(once).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await once.getByRole('button', { name: 'Copiar' }).click()
  await expect(once.getByLabel('Avisos')).toContainText('El navegador no deja copiar')
  await once.getByRole('button', { name: 'Ya lo he guardado' }).click()

  const line = page.getByRole('listitem').filter({ hasText: 'Hoja de prueba' })
  await line.getByRole('button', { name: 'Revocar' }).click()
  const question = page.getByRole('dialog', { name: '¿Revocar «Hoja de prueba»?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(line).toBeVisible()
  await line.getByRole('button', { name: 'Revocar' }).click()
  await question.getByRole('button', { name: 'Revocar dirección' }).click()
  await expect(notices(page)).toContainText('Dirección revocada')
  await expect(line).toHaveCount(0)
})

test('what could not be read or begun says so, with the way to ask again', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'demo')
  await refuse(page, '**/api/auth/second-factor/app')
  await openSettings(page, 'Perfil')
  await page.getByRole('button', { name: 'Activar aplicación' }).click()
  await expect(notices(page)).toContainText('No se ha podido activar')

  await refuse(page, '**/api/reports/branding')
  await refuse(page, '**/api/reports/recipients')
  await openSettings(page, 'Informes')
  for (const title of ['Tu marca', 'Otros destinatarios']) {
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title }) })
    await expect(section.getByRole('alert')).toContainText(REASON)
  }
  await page.getByRole('button', { name: 'Programar un envío' }).click()
  const to = page.getByRole('dialog').getByRole('group', { name: 'Enviar a' })
  await expect(to.getByRole('alert')).toContainText(REASON)
  await page.unroute('**/api/reports/recipients')
  await to.getByRole('button', { name: 'Reintentar' }).click()
  await expect(to.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'Cancelar' }).click()
  // Within the program: a first view brings the notes with it.
  await refuse(page, '**/api/account-notes/**')
  await page.getByLabel('Cuenta activa').selectOption('Zapatería Alameda')
  await page.getByRole('button', { name: 'Anotar' }).click()
  const notes = page.getByRole('dialog', { name: 'Notas del periodo' })
  await expect(notes.getByRole('alert')).toContainText(REASON)
  await expect(notes).not.toContainText('Cargando')
})

test('an alert that is put away hands the focus to the next one', async ({ page, product }) => {
  await signIn(page, product, 'demo')
  const answer = await page.request.get('/api/avisos')
  const { alerts } = (await answer.json()) as ReplyOf<typeof listAlerts>
  const first = alerts[0]!
  const second = { ...first, id: crypto.randomUUID(), title: 'Clics −80 % desde ayer' }
  let shown = [first, second]
  await page.route('**/api/avisos**', async (route) => {
    if (route.request().method() === 'PUT') shown = [second]
    await route.fulfill({ json: { alerts: shown, pace: [] } })
  })
  // By the program's own way: a first view brings the list with it.
  await page.goto('/dashboard/help')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: `Visto: ${first.title}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Visto: ${first.title}` })).toHaveCount(0)
  await expect(page.locator(':focus')).toContainText(second.title)
})

const REASON = 'Hoy no se puede.'

function refuse(page: Page, address: string): Promise<unknown> {
  const json = { code: 'unprocessable', message: REASON, error: REASON }
  return page.route(address, (route: Route) => route.fulfill({ status: 422, json }))
}

const pressOutside = (page: Page) => page.mouse.click(4, 400)
