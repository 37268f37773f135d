import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, PEOPLE, signIn, test } from './product.ts'
import { ACCOUNT, openFirstEvidence, untilFilled } from './screen.ts'

const CALLBACK = '/api/google-ads/oauth/callback'

test('from the log-in over the consent to metrics and evidence', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(PEOPLE.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(PEOPLE.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Inicio de sesión correcto')).toBeVisible()

  await consent(page, 'Marta Ibáñez', 'Permitir')
  await expect(
    page.getByRole('heading', { name: 'Elige las cuentas que quieres añadir' }),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: /Zapatería Alameda/ }).check()
  await page.getByRole('button', { name: 'Añadir cuentas' }).click()

  const banner = page.getByText('Cuenta de Google Ads conectada correctamente.')
  await expect(banner).toBeVisible()
  await expect(page).toHaveURL(/connected=true/)
  await expect(
    page.getByRole('progressbar', { name: 'Progreso de la sincronización' }),
  ).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(page).not.toHaveURL(/connected/)

  await page.getByRole('link', { name: 'Ver Detalles de Zapatería Alameda' }).click()
  const spend = page.getByRole('list', { name: 'Métricas' }).getByRole('button', { name: /^Gasto/ })
  await expect(spend).toContainText(/[1-9][\d.]*,\d\d\s€/)
  const evidence = await openFirstEvidence(page)
  await expect(evidence.getByRole('definition').first()).toContainText(/\d/)
})

test('an account is disconnected by its menu, which says what becomes of its data, and comes back', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  await page.goto('/dashboard/accounts')
  const menu = page.getByRole('button', { name: 'Más de Zapatería Alameda' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Desconectar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '¿Desconectar Zapatería Alameda?' })
  await expect(dialog).toContainText('Los datos se guardan 30 días.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Desconectar' }).press('Enter')
  await dialog.getByRole('button', { name: 'Desconectar' }).press('Enter')
  await expect(page.getByLabel('Avisos')).toContainText('Cuenta desconectada')
  await expect(page.getByText('Desconectada', { exact: true })).toBeVisible()
  await expect(menu).toBeFocused()

  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Volver a conectar' }).press('Enter')
  await page.getByRole('radio', { name: 'Marta Ibáñez' }).check()
  await page.getByRole('button', { name: 'Permitir' }).click()
  await expect(page.getByText('Cuenta de Google Ads conectada correctamente.')).toBeVisible()
  await expect(page.getByText('Desconectada', { exact: true })).toHaveCount(0)
})

test.describe('a connection that does not come about says why', () => {
  test.beforeEach(({ page, product }) => signIn(page, product, 'admin'))

  test('consent denied, and its address opened again', async ({ page }) => {
    const answers: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(CALLBACK)) answers.push(request.url())
    })
    await consent(page, 'Marta Ibáñez', 'Cancelar')
    await expect(page.getByRole('alert')).toContainText('No se concedió el permiso')
    await page.getByRole('button', { name: 'Cerrar aviso' }).click()
    await expect(page).not.toHaveURL(/connect_error/)

    await page.goto(answers[0] ?? '')
    await expect(page.getByRole('alert')).toContainText('La conexión ha caducado')
  })

  for (const [person, text] of [
    ['Lucía Peña', 'Ese usuario de Google no tiene cuentas de Google Ads'],
    ['Elena Vidal', 'La cuenta MCC no tiene subcuentas'],
  ] as const)
    test(`${person}: ${text}`, async ({ page }) => {
      await consent(page, person, 'Permitir')
      await expect(page.getByRole('alert')).toContainText(text)
      await expect(page.getByRole('link', { name: 'Elegir otro usuario de Google' })).toBeVisible()
    })
})

async function consent(page: Page, identity: string, decision: 'Permitir' | 'Cancelar') {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Connect New Account' }).click()
  await page.getByRole('radio', { name: identity }).check()
  await page.getByRole('button', { name: decision }).click()
}
