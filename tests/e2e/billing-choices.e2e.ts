import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import {
  CARD,
  confirmIdentity,
  createBuyer,
  goToPay,
  logInBuyer,
  notices,
  openSettings,
  subscribe,
  typeCard,
  untilPaid,
} from './buyer.ts'
import { expect, type Product, signIn, test } from './product.ts'
import { keepOnly } from './screen.ts'

// Accounts are connected and counted here; what they contain is not looked at.
test.use({
  world: 'choices',
  environment: {
    GOOGLE_ADS_HISTORY_DAYS: '30',
    STRIPE_PRICE_PREMIUM_YEAR: 'price_premium_year',
    STRIPE_PROMOTION_CODES: '1',
  },
  actionTimeout: 300_000,
  // Stripe's page refuses a code, and ours asks for the password again.
  expectedErrors: [/400 \(Bad Request\).*\/c\/pay\/|403 \(Forbidden\)/],
})

const WAITING = 'Falta confirmar el pago para pasar a Premium'
/** It asks the bank at every payment. */
const ASKS_THE_BANK = '4000 0027 6000 3184'
/** Accepted when it is typed, and refused at every later charge. */
const FAILS_LATER = '4000 0000 0000 0341'

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

test('the landing page names the year where it is sold', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /by the month or the year/ })).toBeVisible()
  const cards = page.locator('#pricing li').filter({ has: page.getByRole('heading') })
  await expect(cards.filter({ hasText: 'or €290 per year' })).toHaveCount(1)
  await expect(cards.filter({ hasText: 'per year' }), 'the other plans by the month').toHaveCount(1)
  await expectAccessible(page)
})

test('Premium bought by the year, and paid by the month again from its end on', async ({
  page,
  product,
}) => {
  await begin(page, product, 'irene')
  await page.goto('/subscribe')
  await page.getByLabel('Pago anual').check()
  await expect(page.getByText('€290/año')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Premium' }).check()
  await page.getByRole('button', { name: 'Suscribirme ahora' }).click()
  await expect(page.getByText('al año')).toBeVisible()
  await typeCard(page, CARD)
  await page.getByRole('button', { name: 'Suscribirse' }).click()
  await untilPaid(page)

  await openSettings(page, 'Suscripción')
  await expect(page.getByText('€290/año').first()).toBeVisible()
  await page.getByLabel('Pago mensual').check()
  await page.getByRole('button', { name: 'Pasar a pago mensual' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('nada', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Confirmar cambio' }).click()
  await expect(page.getByText('Desde entonces pagarás €29/mes.')).toBeVisible()
})

test('a promotion code at the checkout: refused ones in words, a good one is what is charged and shown', async ({
  page,
  product,
}) => {
  await begin(page, product, 'nadia')
  await page.goto('/subscribe')
  await expect(page.getByText('Si tienes un código promocional')).toBeVisible()
  await goToPay(page, 'Premium')
  const code = page.getByLabel('Código promocional (opcional)')
  for (const [typed, refusal] of [
    ['REGALO', 'Este código no es válido.'],
    ['VERANO2025', 'Este código ha caducado.'],
  ] as const) {
    await code.fill(typed)
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await expect(page.getByRole('alert')).toHaveText(refusal)
  }
  await code.fill('bienvenida')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page.getByText('Código BIENVENIDA aplicado.')).toBeVisible()
  await expect(page.getByText('Descuento: 50 % durante 3 meses')).toBeVisible()
  await expect(page.locator('dd.total')).toHaveText(/^14,50\s€$/)
  await typeCard(page, CARD)
  await page.getByRole('button', { name: 'Suscribirse' }).click()
  await untilPaid(page)

  await openSettings(page, 'Suscripción')
  const plan = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Plan actual' }) })
  await expect(plan).toContainText('€14,50/mes')
  await expect(plan).toContainText(
    /50 % de descuento \(BIENVENIDA\) hasta el \d+\/\d+\/\d{4}; después, €29\/mes\./,
  )
  await expect(plan).toContainText(/Próximo cobro\d+\/\d+\/\d{4} · 14,50\s€/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cambiar a Enterprise' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('€49,50/mes')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Pagar \d+,\d\d\s€ y cambiar$/ }).click()
  await expect(notices(page)).toContainText('Plan actualizado')
  await expect(plan).toContainText('€49,50/mes')
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
  await expect(page.getByText('0 de 20'), 'without being opened anew').toBeVisible()
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
  // Six accounts would be read on, and a month of theirs once more for the renewal.
  await keepOnly(page, product)
})

// Moves the clock of this program, so it comes last.
test('a renewal that is refused: another card, made the default one, pays what is owed', async ({
  page,
  product,
}) => {
  // A month of theirs would be read and judged before the renewal.
  await signIn(page, product, 'demo')
  await keepOnly(page, product)
  await page.context().clearCookies()
  const buyer = await begin(page, product, 'fermin')
  await subscribe(page, 'Básico', FAILS_LATER)
  await untilPaid(page)
  // An open page would ask with a session that the month has ended.
  await page.goto('about:blank')
  await product.dev('clock', { advanceDays: 32 })
  await page.context().clearCookies()
  await logInBuyer(page, product, buyer)
  await openSettings(page, 'Métodos de pago')
  await expect(page.getByText('No hemos podido cobrar tu suscripción')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agregar método' }).click()
  await confirmIdentity(page, buyer.password)
  await typeCard(page, '5555 5555 5555 4444')
  await page.getByRole('button', { name: 'Guardar tarjeta' }).click()
  const added = 'Mastercard terminada en 4444'
  await page.getByRole('button', { name: `Hacer predeterminado: ${added}` }).click()
  await expect(notices(page)).toContainText('lo pendiente está pagado')
  await expect(page.getByText('No hemos podido cobrar tu suscripción')).toHaveCount(0)
  await openSettings(page, 'Suscripción')
  await expect(page.getByText('Activa', { exact: true })).toBeVisible()
})

async function begin(page: Page, product: Product, name: string) {
  const buyer = { name, email: `${name}@prueba.test`, password: 'tres-olivos-bajo-lluvia-81' }
  await createBuyer(page, product, buyer)
  await logInBuyer(page, product, buyer)
  return buyer
}

async function connect(page: Page, identity: string, accounts: readonly string[]) {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Connect New Account' }).click()
  await page.getByRole('radio', { name: identity }).check()
  await page.getByRole('button', { name: 'Permitir' }).click()
  for (const name of accounts) await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  if (accounts.length > 0) await page.getByRole('button', { name: 'Añadir cuentas' }).click()
  const done = page.getByText('Cuenta de Google Ads conectada correctamente.')
  await expect(done).toBeVisible()
}
