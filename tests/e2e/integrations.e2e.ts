import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from './accessible.ts'
import {
  confirmIdentity,
  createBuyer,
  logInBuyer,
  notices,
  openSettings,
  subscribe,
  untilPaid,
} from './buyer.ts'
import { expect, PEOPLE, signIn, test } from './product.ts'

// Forms are sent incomplete, and a revoked key is used, on purpose.
test.use({ expectedErrors: [/status of 40[03]/], actionTimeout: 300_000 })
test('a channel is added after a wrong address, gets its test message, and is removed', async ({
  page,
  product,
}) => {
  await using channel = await openChannel()
  await signIn(page, product, 'demo')
  await openSettings(page, 'Integraciones')
  await page.getByRole('button', { name: 'Añadir un canal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avisar a un canal' })
  const address = dialog.getByLabel('Dirección del webhook')
  await address.fill('hooks punto slack')
  await dialog.getByRole('button', { name: 'Añadir' }).click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(address, 'nothing typed is lost').toHaveValue('hooks punto slack')
  await expectAccessible(page)
  await address.fill(`${channel.url}/services/T0/B0/secreto`)
  await dialog.getByRole('checkbox', { name: /Fallos al leer/ }).uncheck()
  await dialog.getByRole('button', { name: 'Añadir' }).click()
  await confirmIdentity(page, PEOPLE.demo.password)
  await expect(notices(page)).toContainText('Canal añadido')

  const line = page.getByRole('listitem').filter({ hasText: new URL(channel.url).hostname })
  await expect(line).toContainText('Recomendaciones nuevas')
  await expect(line).not.toContainText(/secreto|Fallos al leer/)
  await line.getByRole('button', { name: 'Probar' }).click()
  await expect(notices(page)).toContainText('Mensaje de prueba enviado')
  expect(channel.received.join()).toContain('Prueba de Pujante')
  await expect(line).toContainText('Entregado')
  await line.getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Eliminar canal' }).click()
  await expect(notices(page)).toContainText('Canal eliminado')
  await expect(line).toHaveCount(0)
})

test('an API key is shown once, opens only what it may, and is dead once revoked', async ({
  page,
  product,
  playwright,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL: product.url })
  const dora = { name: 'Dora', email: 'dora@prueba.test', password: 'tres-olivos-bajo-lluvia-81' }
  await createBuyer(page, product, dora)
  await logInBuyer(page, product, dora)
  await subscribe(page, 'Enterprise')
  await untilPaid(page)
  await openSettings(page, 'Integraciones')
  await page.getByRole('button', { name: 'Crear una clave' }).click()
  const form = page.getByRole('dialog', { name: 'Crear una clave de API' })
  await form.getByRole('button', { name: 'Crear' }).click()
  await expect(form.getByLabel('Nombre')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Nombre').fill('Cuadro de mando')
  await form.getByRole('button', { name: 'Crear' }).click()
  await confirmIdentity(page, dora.password)
  const once = page.getByRole('dialog', { name: 'Clave creada' })
  const key = await once.getByLabel('Clave de API').inputValue()
  await expect(once).toContainText('no se volverá a mostrar')
  await expectAccessible(page)
  await once.getByRole('button', { name: 'Ya lo he guardado' }).click()

  const headers = { authorization: `Bearer ${key}` }
  const status = async (path: string) => (await elsewhere.get(path, { headers })).status()
  expect(await status('/api/google-accounts')).toBe(200)
  expect(await status('/api/recomendaciones/1'), 'the key has no right to read them').toBe(403)
  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: 'Cuadro de mando' })
  await expect(line).toContainText(`pj_…${key.slice(-4)}`)
  expect(await page.content(), 'never shown again').not.toContain(key)
  await line.getByRole('button', { name: 'Revocar' }).click()
  await page.getByRole('button', { name: 'Revocar clave' }).click()
  await expect(line).toContainText('Revocada')
  expect(await status('/api/google-accounts')).toBe(401)
  await elsewhere.dispose()
})

/** A channel's end of the line. */
async function openChannel() {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push(body)
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}
