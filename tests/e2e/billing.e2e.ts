import { expectAccessible } from './accessible.ts'
import {
  CARD,
  confirmIdentity,
  createBuyer,
  goToPay,
  logInBuyer,
  notices,
  openSettings,
  typeCard,
  untilPaid,
} from './buyer.ts'
import { expect, test } from './product.ts'

// The answer of Stripe's page to a refused card.
test.use({ expectedErrors: [/402 \(Payment Required\)|403 \(Forbidden\)/], actionTimeout: 300_000 })
test.describe.configure({ mode: 'serial' })

const BUYER = {
  name: 'Berta Compra',
  email: 'berta.compra@prueba.test',
  password: 'tres-olivos-bajo-lluvia-81',
}
const OTHER_CARD = '5555 5555 5555 4444'
const REFUSED_CARD = '4000 0000 0000 0002'

test('goes back without paying, has a card refused, pays with another and sees the dashboard', async ({
  page,
  product,
}) => {
  await createBuyer(page, product, BUYER)
  await logInBuyer(page, product, BUYER)
  await page.goto('/dashboard')
  await page.waitForURL('**/subscribe')
  await expect(page.getByRole('heading', { name: 'Suscríbete para continuar' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Premium' })).toBeChecked()
  await expect(page.getByText('€29/mes')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('radio', { name: 'Básico' }).check()
  await page.getByRole('button', { name: 'Suscribirme ahora' }).click()
  await page.getByRole('link', { name: 'Cancelar y volver' }).click()
  await expect(notices(page)).toContainText('Pago cancelado')

  await goToPay(page, 'Básico')
  await typeCard(page, REFUSED_CARD)
  await page.getByRole('button', { name: 'Suscribirse' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await typeCard(page, CARD)
  await page.getByRole('button', { name: 'Suscribirse' }).click()
  await untilPaid(page)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const kept = await page.evaluate(() => localStorage.getItem('user'))
  expect(JSON.parse(kept ?? 'null')).toMatchObject({ email: BUYER.email, is_active: true })

  // A paying user has nothing more to buy here.
  await page.goto('/subscribe')
  await page.waitForURL('**/dashboard')
})

test('changes to a better plan after seeing what it costs today', async ({ page, product }) => {
  await logInBuyer(page, product, BUYER)
  await openSettings(page, 'Suscripción')
  const plan = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Plan actual' }) })
  await expect(plan).toContainText('Básico')
  await expect(plan).toContainText(/Próximo cobro\d+\/\d+\/\d{4}/)
  await expect(plan).toContainText('0 de 5')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Cambiar a Premium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar al plan Premium' })
  const pay = dialog.getByRole('button', { name: /^Pagar \d+,\d\d\s€ y cambiar$/ })
  await expect(pay).toBeVisible()
  const [amount = ''] = /\d+,\d\d/.exec((await pay.textContent()) ?? '') ?? []
  await pay.click()
  await expect(notices(page)).toContainText('Plan actualizado')
  await expect(plan).toContainText('0 de 20')
  await openSettings(page, 'Métodos de pago')
  await expect(page.getByRole('row').filter({ hasText: amount })).toContainText('Pagada')
})

test('plans a smaller plan for the next period and takes it back', async ({ page, product }) => {
  await logInBuyer(page, product, BUYER)
  await openSettings(page, 'Suscripción')
  await page.getByRole('button', { name: 'Cambiar a Básico' }).click()
  await page.getByRole('button', { name: 'Confirmar cambio' }).click()
  await expect(page.getByText(/pasarás al plan Básico/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cambiar a Enterprise' })).toBeDisabled()
  await page.getByRole('button', { name: 'Conservar mi plan actual' }).click()
  await expect(notices(page)).toContainText('Cambio de plan anulado')
  await expect(page.getByRole('button', { name: 'Cambiar a Enterprise' })).toBeEnabled()
})

test('cancels with a reason and resumes', async ({ page, product }) => {
  await logInBuyer(page, product, BUYER)
  await openSettings(page, 'Suscripción')
  await page.getByRole('button', { name: 'Solicitar cancelación' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar la suscripción' })
  await expect(dialog).toContainText('30 días')
  await dialog.getByLabel('Motivo (opcional)').fill('Cierro la agencia en verano')
  await dialog.getByRole('button', { name: 'Confirmar cancelación' }).click()
  await expect(notices(page)).toContainText('Solicitud de cancelación enviada')
  await expect(page.getByText('Ninguno previsto')).toBeVisible()
  await page.getByRole('button', { name: 'Reactivar suscripción' }).click()
  await expect(notices(page)).toContainText('Tu suscripción sigue activa.')
  await expect(page.getByText('Ninguno previsto')).toHaveCount(0)
})

test('adds a card, makes it the default one, deletes the other', async ({ page, product }) => {
  await logInBuyer(page, product, BUYER)
  await openSettings(page, 'Métodos de pago')
  await expect(page.getByText('Es tu único método de pago')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar método' }).click()
  await confirmIdentity(page, BUYER.password)
  await typeCard(page, OTHER_CARD)
  await page.getByRole('button', { name: 'Guardar tarjeta' }).click()
  await expect(notices(page)).toContainText('Método de pago añadido')

  const added = 'Mastercard terminada en 4444'
  await page.getByRole('button', { name: `Hacer predeterminado: ${added}` }).click()
  await expect(page.getByRole('listitem').filter({ hasText: added })).toContainText(
    'Predeterminado',
  )
  await page.getByRole('button', { name: 'Eliminar: Visa terminada en 4242' }).click()
  await page.getByRole('button', { name: 'Eliminar tarjeta' }).click()
  await expect(notices(page)).toContainText('Método de pago eliminado.')
  await expect(page.getByText('Visa terminada en 4242')).toHaveCount(0)
  await expect(page.getByText('Es tu único método de pago')).toBeVisible()
  await expectAccessible(page)
})
