import { expectAccessible, violations } from './accessible.ts'
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

  // Nothing has been applied yet: an example says how results will look.
  await page.goto('/dashboard/results')
  await expect(page.getByText(/^Un ejemplo, con cifras inventadas/)).toBeVisible()
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

test('among texts that were looked at before, one that differs in anything its contrast comes of is found', async ({
  page,
}) => {
  const rows =
    '<tr><td>Texto</td><td>12,50 €</td><td><select><option>Uno</option></select></td></tr>'.repeat(
      20,
    )
  await page.setContent(`<html lang="es"><title>Prueba</title><style>
    body { color: #222; background: #fff }
    @media (prefers-color-scheme: dark) { body { color: #eee; background: #111 } .odd { color: #333 } }
  </style><main><h1>Prueba</h1><table>${rows}</table></main>`)
  const found = async () => await violations(page, { type: 'rule', values: ['color-contrast'] })
  const ODD = ['color: #ccc', 'background: #333', 'opacity: 0.3']
  expect(await found()).toEqual([])
  const cell = page.locator('td').nth(28)
  for (const odd of ODD) {
    await cell.evaluate((element, style) => element.setAttribute('style', style), odd)
    const [[rule, elements] = []] = await found()
    expect([rule, elements?.length], odd).toEqual(['color-contrast', 1])
    await cell.evaluate((element) => element.removeAttribute('style'))
    expect(await found(), odd).toEqual([])
  }
  const signs = page.locator('td').nth(31)
  await signs.evaluate((element) => element.replaceChildren('— · —'))
  expect(await found()).toEqual([])
  await signs.evaluate((element) => element.setAttribute('style', 'color: #ccc'))
  expect(await found()).toMatchObject([['color-contrast', { length: 1 }]])
  await signs.evaluate((element) => element.removeAttribute('style'))
  const choice = page.locator('select').nth(7)
  await choice.evaluate((element) => element.setAttribute('style', 'color: #ccc'))
  expect(await found()).toMatchObject([['color-contrast', { length: 1 }]])
  await choice.evaluate((element) => element.removeAttribute('style'))
  // Large grey letters are well, small ones are not.
  await cell.evaluate((element) => element.setAttribute('style', 'color: #888; font-size: 2em'))
  expect(await found()).toEqual([])
  await cell.evaluate((element) => element.setAttribute('style', 'color: #888'))
  expect(await found()).toMatchObject([['color-contrast', { length: 1 }]])
  await cell.evaluate((element) => element.setAttribute('class', 'odd'))
  await cell.evaluate((element) => element.removeAttribute('style'))
  expect(await found()).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await found()).toEqual([['color-contrast', [expect.stringContaining('odd')]]])
})
