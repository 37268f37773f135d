import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WIDTHS = [375, 1440]

test('log-in', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
})

test('dashboard, account page, evidence and import', async ({ page, product }) => {
  test.setTimeout(240_000)
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)

  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /^Ver Detalles/ }).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  await expect(page.getByRole('table', { name: 'Campañas' })).toBeVisible()
  await expect(page.locator('figcaption')).toContainText('Gasto')
  const evidence = page.getByRole('button', { name: /^Ver evidencia/ }).first()
  await expect(evidence).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await evidence.click()
  await expect(page.getByRole('dialog')).toContainText('Qué hemos visto')
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

/** Light and dark, narrow and wide. */
async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
      const found = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])
      expect(found, `${page.url()} ${colorScheme} ${width}`).toEqual([])
    }
  }
}

/** Half-faded text has no contrast yet. */
async function settled(page: Page) {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
}
