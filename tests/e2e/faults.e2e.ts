import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

// A fault strikes whichever call comes next, so nothing else may be under way.
test.beforeEach(async ({ page, product }) => {
  for (const who of ['admin', 'demo'] as const) {
    await signIn(page, product, who)
    await untilAtRest(page)
  }
  await untilFilled(page, ACCOUNT)
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  await expectReadable(page)
})

test('too many requests: said, and over by itself', async ({ page, product }) => {
  const refuse = (times: number) =>
    product.dev('faults', { vendor: 'google-ads', fault: '429', times })
  await refuse(1_000)
  await page.getByRole('button', { name: 'Actualizar' }).click()
  const problem = page.getByText('Google Ads pide esperar un momento. Se vuelve a intentar solo.')
  await expect(problem).toBeVisible()
  await expectReadable(page)
  await expectNoNarrowColumn(page, problem)
  await refuse(0)
  await expect(problem).toBeHidden()
  await expect(page.getByText(/^Actualizado/)).toBeVisible()
})

test('too many requests while the Campaigns page is refreshed: said there', async ({
  page,
  product,
}) => {
  await product.dev('faults', { vendor: 'google-ads', fault: '429', times: 1_000 })
  await page.goto(`/dashboard/campaigns?account=${ACCOUNT}`)
  const button = page.getByRole('button', { name: 'Refresh Data' })
  await button.click()
  const notices = page.getByLabel('Avisos')
  await expect(notices).toContainText('Could not refresh the data')
  await expect(notices).toContainText('Google Ads pide esperar un momento.')
  await expect(button).toBeEnabled()
  await product.dev('faults', { vendor: 'google-ads', fault: '429', times: 0 })
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  await expect(page.getByText(/^Actualizado/)).toBeVisible()
})

test('access withdrawn: the account says so, stays readable, and a new consent mends it', async ({
  page,
  product,
}) => {
  await product.dev('faults', { vendor: 'google-ads', fault: 'invalid_grant', times: 1 })
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByText(/^Google ya no nos da acceso a esta cuenta/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Desconectada', { exact: true })).toBeVisible()
  await expectReadable(page)

  await page.getByRole('link', { name: 'Volver a conectar' }).click()
  await page.getByRole('radio', { name: 'Marta Ibáñez' }).check()
  await page.getByRole('button', { name: 'Permitir' }).click()
  await expect(page.getByText('Cuenta de Google Ads conectada correctamente.')).toBeVisible()
  await expect(page.getByText('Conectada', { exact: true })).toHaveCount(5)
  await expect(page.getByText('Desconectada', { exact: true })).toHaveCount(0)
})

test('no answer: the page works while the product waits', async ({ page, product }) => {
  await product.dev('faults', { vendor: 'google-ads', fault: 'timeout', times: 1 })
  await page.getByRole('button', { name: 'Actualizar' }).click()
  const progress = page.getByRole('progressbar', { name: 'Progreso de la sincronización' })
  await expect(progress).toBeVisible()
  await page.reload()
  await expectReadable(page)
  await expect(progress).toBeVisible()
  await page.getByRole('button', { name: /^Periodo: / }).click()
  await page.getByRole('button', { name: 'Último mes' }).click()
  await expect(page).toHaveURL(/range=/)
  await expectReadable(page)
})

async function expectReadable(page: Page) {
  await expect(page.getByRole('list', { name: 'Métricas' })).toContainText(/[1-9][\d.]*,\d\d\s€/)
  await expect(page.getByRole('table', { name: 'Campañas' })).toBeVisible()
  await expect(page.locator('[data-row]').first()).toBeVisible()
}

/** On a phone the badges leave too little beside them for a sentence. */
async function expectNoNarrowColumn(page: Page, problem: Locator) {
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 375, height: 740 })
  const width = () => problem.evaluate((element) => element.getBoundingClientRect().width)
  await expect.poll(width, 'pixels of the line, once it is drawn anew').toBeGreaterThan(300)
  await page.setViewportSize(wide)
}

/** The stream of an account's progress ends when its sync rests. */
async function untilAtRest(page: Page) {
  const list = await page.request.get('/api/google-accounts')
  expect(list.status(), await list.text()).toBe(200)
  const accounts = (await list.json()) as { accountId: string; accountType: string }[]
  for (const { accountId, accountType } of accounts)
    if (accountType === 'STANDARD')
      await page.request.get(`/api/google-accounts/${accountId}/sync`, { timeout: 240_000 })
}
