import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, openFirstEvidence, untilFilled } from './screen.ts'

test('log-in', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
})

test('a page that does not exist offers what it may have meant', async ({ page }) => {
  await page.goto('/contatco')
  await expect(page.getByRole('heading', { name: '404 Oops! Page not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Contacto' }).click()
  await page.waitForURL('**/contact')
  await page.goto('/privacidat')
  await page.getByRole('link', { name: 'Privacidad' }).click()
  await expect(page.getByRole('heading', { name: /^Privacy/, level: 1 })).toBeVisible()
})

test('dashboard, account page, evidence and import', async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)

  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /^Ver Detalles/ }).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  await expect(page.getByRole('table', { name: 'Campañas' })).toBeVisible()
  await expect(page.locator('figcaption')).toContainText('Conversiones')
  const decision = page.locator('[data-row]').first()
  await expect(decision).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await openFirstEvidence(page)
  await expectAccessible(page)

  await page.goto('/dashboard/import')
  await expect(page.getByText(/Arrastra aquí tus informes/)).toBeVisible()
  await expectAccessible(page)
})

test('choosing accounts', async ({ page, product }) => {
  await signIn(page, product, 'admin')
  await page.goto('/api/google-ads/oauth/start')
  await page.getByRole('radio', { name: 'Marta Ibáñez' }).check()
  await page.getByRole('button', { name: 'Permitir' }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expectAccessible(page)
})
