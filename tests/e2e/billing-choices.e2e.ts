import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import {
  CARD,
  createBuyer,
  goToPay,
  logInBuyer,
  notices,
  openSettings,
  subscribe,
  typeCard,
  untilPaid,
} from './buyer.ts'
import { expect as anyExpect, type Product, test } from './product.ts'

// Accounts are connected and counted here; what they contain is not looked at.
test.use({
  world: 'choices',
  environment: { GOOGLE_ADS_HISTORY_DAYS: '30' },
  actionTimeout: 30_000,
})
test.setTimeout(240_000)
const expect = anyExpect.configure({ timeout: 30_000 })

const WAITING = 'Falta confirmar el pago para pasar a Premium'
/** It asks the bank at every payment. */
const ASKS_THE_BANK = '4000 0027 6000 3184'

test('the bank asks at the checkout: refused there nothing is paid, confirmed the dashboard opens', async ({
  page,
  product,
}) => {
  await begin(page, product, 'bruno')
  await subscribe(page, 'Básico', ASKS_THE_BANK)
  await expect(page.getByRole('heading', { name: 'Autenticación 3D Secure' })).toBeVisible()
  await page.getByRole('button', { name: 'Rechazar autenticación' }).click()
  await expect(page.getByRole('alert')).toContainText('No hemos podido autenticar')
  await page.goto('/dashboard')
  await page.waitForURL('**/subscribe')

  await subscribe(page, 'Básico', ASKS_THE_BANK)
  await page.getByRole('button', { name: 'Completar autenticación' }).click()
  await untilPaid(page)
  await openSettings(page, 'Suscripción')
  await expect(page.getByText('Activa', { exact: true })).toBeVisible()
})

test('a better plan whose payment the bank wants confirmed: given up, asked for again, confirmed at Stripe', async ({
  page,
  product,
}) => {
  await begin(page, product, 'delia')
  await subscribe(page, 'Básico', ASKS_THE_BANK)
  await page.getByRole('button', { name: 'Completar autenticación' }).click()
  await untilPaid(page)

  await openSettings(page, 'Suscripción')
  await askForPremium(page)
  await page.getByRole('button', { name: 'Dejarlo' }).click()
  await expect(page.getByText(WAITING, { exact: true })).toHaveCount(0)

  await askForPremium(page)
  await expect(page.getByRole('button', { name: 'Cambiar a Enterprise' })).toBeDisabled()
  await expectAccessible(page)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Confirmar el pago en Stripe' }).click()
  const atStripe = await opened
  await atStripe.getByRole('button', { name: /^Pagar con visa/ }).click()
  await atStripe.getByRole('button', { name: 'Completar autenticación' }).click()
  await expect(atStripe.getByText('Pagada', { exact: true })).toBeVisible()
  await atStripe.close()
  await page.reload()
  await expect(page.getByText('0 de 20')).toBeVisible()
  await expect(page.getByText(WAITING, { exact: true })).toHaveCount(0)
})

async function askForPremium(page: Page) {
  await page.getByRole('button', { name: 'Cambiar a Premium' }).click()
  await page.getByRole('button', { name: /^Pagar \d+,\d\d\s€ y cambiar$/ }).click()
  await expect(notices(page)).toContainText('Falta confirmar el pago')
  await expect(page.getByText(WAITING, { exact: true })).toBeVisible()
}

test('a company gives its name, address and NIF at the checkout, finds them on its invoice, and writes to support', async ({
  page,
  product,
}) => {
  await begin(page, product, 'elena')
  await goToPay(page, 'Básico')
  await typeCard(page, CARD)
  await page.getByLabel('Nombre de la empresa (opcional)').fill('Librería Alameda, S. L.')
  await page.getByLabel('NIF o NIF-IVA (opcional)').fill('B12345674')
  await expect(page.getByText('IVA (incluido)')).toBeVisible()
  await expect(page.getByText('1,56\u00a0€')).toBeVisible()
  await page.getByRole('button', { name: 'Suscribirse' }).click()
  await untilPaid(page)

  await openSettings(page, 'Métodos de pago')
  await expect(page.getByLabel('NIF o número de IVA')).toHaveValue('B12345674')
  const href = await page.getByRole('link', { name: /PDF/ }).first().getAttribute('href')
  const pdf = await page.request.get(href ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')

  await page.goto('/dashboard/help#soporte')
  await expect(page.getByText('Con tu plan respondemos en 48 horas como mucho')).toBeVisible()
  await page.getByLabel('Tu mensaje').fill('¿Dónde veo mis facturas?')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText(/^Te responderemos antes del/)).toBeVisible()
  await expectAccessible(page)
})

test('a smaller plan than the accounts need: one chooses which stay, and only the others are announced to go', async ({
  page,
  product,
}) => {
  await begin(page, product, 'carla')
  await subscribe(page, 'Enterprise')
  await untilPaid(page)
  await connect(page, 'Marta Ibáñez', ['Alameda', 'Sonrisa', 'Mirador', 'Nubia'])
  // With a single account there is nothing to choose.
  await connect(page, 'Pablo Núñez', [])
  await connect(page, 'Jorge Muñoz', [])

  await openSettings(page, 'Suscripción')
  await page.getByRole('button', { name: 'Cambiar a Básico' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar al plan Básico' })
  const kept = dialog.getByRole('group', { name: 'Elige las cuentas que se quedan' })
  const confirm = dialog.getByRole('button', { name: 'Confirmar cambio' })
  await expect(kept.getByRole('checkbox')).toHaveCount(6)
  await expect(confirm).toBeDisabled()
  for (const name of ['Alameda', 'Sonrisa', 'Mirador', 'Nubia', 'Ñora'])
    await kept.getByRole('checkbox', { name: new RegExp(name) }).check()
  await expect(kept).toContainText('5 de 5 elegidas')
  const sixth = kept.getByRole('checkbox', { name: /Gran Cuenta/ })
  await expect(sixth, 'no more than the plan allows').toBeDisabled()
  await kept.getByRole('checkbox', { name: /Nubia/ }).uncheck()
  await sixth.check()
  await expectAccessible(page)
  await confirm.click()
  await expect(notices(page)).toContainText('Plan actualizado')
  const announced = page.getByText(/Se desconectarán/)
  await expect(announced).toContainText('Nubia Software')
  await expect(announced).not.toContainText('Gran Cuenta')
})

async function begin(page: Page, product: Product, name: string) {
  const buyer = { name, email: `${name}@prueba.test`, password: 'tres-olivos-bajo-lluvia-81' }
  await createBuyer(page, product, buyer)
  await logInBuyer(page, product, buyer)
}

async function connect(page: Page, identity: string, accounts: readonly string[]) {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Connect New Account' }).click()
  await page.getByRole('radio', { name: identity }).check()
  await page.getByRole('button', { name: 'Permitir' }).click()
  for (const name of accounts)
    await page.getByRole('checkbox', { name: new RegExp(name) }).check({ timeout: 60_000 })
  if (accounts.length > 0) await page.getByRole('button', { name: 'Añadir cuentas' }).click()
  const done = page.getByText('Cuenta de Google Ads conectada correctamente.')
  await expect(done).toBeVisible({ timeout: 60_000 })
}
