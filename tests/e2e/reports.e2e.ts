import { readFileSync } from 'node:fs'
import { expectAccessible } from './accessible.ts'
import { confirmIdentity } from './buyer.ts'
import { expect, PEOPLE, signIn, test } from './product.ts'
import { ACCOUNT, keepOnly } from './screen.ts'

// It moves the clock, sends an incomplete form on purpose, and is asked for the password again.
test.use({ world: 'reports', expectedErrors: [/status of 40[03]/] })

test('a report is previewed, scheduled, mailed by the clock with its PDF, and unsubscribed from', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'demo')
  const isRead = async () => {
    const metrics = await page.request.get(`/api/account-metrics/${ACCOUNT}`)
    return ((await metrics.json()) as { spend: number }).spend > 0
  }
  await expect.poll(isRead, { timeout: 240_000 }).toBe(true)
  await page.goto('/dashboard/settings?tab=reports')
  const preview = page.getByRole('link', { name: /Vista previa/ })
  await page.getByLabel('Periodo').selectOption('Semana pasada')
  const answer = await page.request.get((await preview.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect(answer.headers()['content-disposition']).toContain('inline')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar Excel' }).click(),
  ])
  expect(readFileSync(await download.path()).toString('latin1', 0, 2)).toBe('PK')

  const logo = page.getByLabel('Logotipo')
  await logo.setInputFiles('public/icon-192.png')
  await expect(page.getByRole('img', { name: 'Tu logotipo' })).toBeVisible()
  await page.getByLabel('Nombre de la agencia').fill('Agencia Ánfora')
  await page.getByRole('button', { name: 'Guardar la marca' }).click()
  await expect(page.getByText('Marca guardada')).toBeVisible()

  await page.getByRole('button', { name: 'Programar un envío' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Informe de los lunes')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Elige al menos una cuenta.')
  const accounts = dialog.getByRole('group', { name: 'Cuentas' })
  await accounts.getByRole('checkbox', { name: /Zapatería Alameda/ }).check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(/^Próximo envío/)).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('tab', { name: 'Integraciones' }).click()
  await expect(page.getByText('Incluido en el plan Enterprise')).toBeVisible()
  await page.getByRole('button', { name: 'Crear una dirección' }).click()
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: 'Crear' }).click()
  await confirmIdentity(page, PEOPLE.demo.password)
  const formula = await dialog.getByLabel('Fórmula para la celda A1').inputValue()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Ya lo he guardado' }).click()
  const address = new URL(/"(.+)"/.exec(formula)?.[1] ?? '')
  const sheet = await page.request.get(address.pathname + address.search)
  expect(await sheet.text()).toMatch(/^Fecha,Cuenta,Campaña/)

  await keepOnly(page, product, ACCOUNT)
  await product.dev('clock', { advanceDays: 7 })
  const mails = async () =>
    ((await (await page.request.get('/__dev/outbox.json')).json()) as Mail[]).filter(
      ({ subject }) => subject.startsWith('Informe de los lunes'),
    )
  await expect.poll(async () => (await mails()).length).toBe(1)
  const [mail] = await mails()
  expect(mail?.attachments.map(({ mimeType }) => mimeType)).toContain('application/pdf')
  expect(mail?.text).toContain('Informe de Agencia Ánfora')

  await signIn(page, product, 'demo')
  await page.goto('/dashboard/settings?tab=reports')
  await expect(page.getByText('Enviado a 1 dirección.')).toBeVisible()
  const goodbye = new URL(mail?.links.find((link) => link.includes('/reports/unsubscribe')) ?? '')
  await page.goto(goodbye.pathname + goodbye.search)
  await page.getByRole('button', { name: 'Dejar de recibirlo' }).click()
  await expect(page.getByText('Hecho: no recibirás más este informe.')).toBeVisible()
})

type Mail = {
  subject: string
  text: string
  links: string[]
  attachments: { mimeType: string }[]
}
