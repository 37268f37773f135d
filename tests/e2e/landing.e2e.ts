import { expectNoViolations } from './accessible.ts'
import { expect, signIn, test } from './product.ts'

const SCRIPT_BUDGET_BYTES = 15 * 1024

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page says all: calls, plans, answers, legal pages', async ({ page }) => {
    await page.goto('/')
    for (const call of ['Log in', 'Sign up', 'Get Started for Free', 'Start Your Free Trial'])
      await expect(page.getByRole('link', { name: call, exact: true })).toBeVisible()
    for (const price of ['€9', '€29', '€99'])
      await expect(page.getByText(price, { exact: true })).toBeVisible()
    // Without a trial in the settings, what 'free' means stands beside the word.
    await expect(page.getByText(/^What is free: the user account and the demo/)).toBeVisible()
    await expect(page.getByText(/per year|days of your first plan/)).toHaveCount(0)
    await page.getByText('Is it really free to start?').click()
    await expect(page.getByText('Creating an account is free')).toBeVisible()
    await page.getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Terms' }).click()
    await expect(page.getByRole('heading', { name: 'Terms', level: 1 })).toBeVisible()
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [320, 1440])
    test(`nothing moves or is out of reach, ${colorScheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      const scripts: Promise<Buffer>[] = []
      page.on('response', (reply) => {
        if (/\.js$/.test(reply.url())) scripts.push(reply.body())
      })
      await page.goto('/')
      await page.waitForLoadState('networkidle')
      const scriptBytes = Buffer.concat(await Promise.all(scripts)).byteLength
      expect(scriptBytes).toBeGreaterThan(0)
      expect(scriptBytes).toBeLessThan(SCRIPT_BUDGET_BYTES)
      expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(0.001)
      await expectNoViolations(page)
    })

// As text: these files are checked without the browser's types.
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let total = 0
  const watch = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) total += entry.value
  })
  watch.observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(total), 300)
})`

test('who is logged in goes on to the panel', async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await page.goto('/')
  await page.waitForURL('**/dashboard')
})

test('the demo is one click away, says what it is and leads to an account', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Try the live demo' }).first().click()
  // The first visitor of a fresh server waits until the sample data is written.
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Estás en la demostración (solo lectura)')).toBeVisible()
  // Its visitor may still read the prices.
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('€29', { exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByRole('button', { name: 'Continuar con email' })).toBeVisible()
})

test('who leaves the demo asks for nothing more with the session that has ended', async ({
  page,
}) => {
  await page.goto('/demo')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const ended = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const askedLater: string[] = []
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch()
    page.on('request', (request) => askedLater.push(request.url()))
    ended.resolve()
    await opened.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await ended.promise
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Campaigns', exact: true })).toBeVisible()
  expect(askedLater.filter((url) => url.includes('/api/'))).toEqual([])
  opened.resolve()
  await expect(page.getByRole('button', { name: 'Continuar con email' })).toBeVisible()
})
