import type { Page } from '@playwright/test'
import type { getInbox } from '#features/recommendations/contract/inbox.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^Elegir / })).toBeVisible()
})

test('a key that is held decides once: of a row that opens nothing, and never of the next', async ({
  page,
}) => {
  const sent = decisionsSent(page)
  const saving = page.getByRole('button', { name: /^Ahorrar \d+$/ })
  await saving.click()
  // A list of another part begins anew: what was opened before would close.
  await expect(saving).toHaveAttribute('aria-pressed', 'true')
  const rows = page.locator('[data-row]')
  const apply = page.locator('[data-apply]')
  await hold(page, 'j', 2)
  await expect(rows.nth(1).locator('[aria-expanded]'), 'moving goes on').toBeFocused()

  await hold(page, 'a', 25)
  await expect(page.locator('[data-row] [aria-expanded=true]')).toHaveCount(1)
  await expect(rows.nth(1)).toContainText('Comprobado ahora en Google Ads')
  await expect(apply).toBeFocused()
  await page.keyboard.press('Escape')
  await rows
    .nth(3)
    .getByRole('button', { name: /^Aplicar: / })
    .focus()
  await hold(page, 'Enter', 25)
  await expect(rows.nth(3)).toContainText('Comprobado ahora en Google Ads')
  await expect(apply).toBeFocused()
  expect(sent).toEqual([])

  await page.keyboard.press('Escape')
  const notices = page.getByRole('region', { name: 'Avisos' })
  await hold(page, 'h', 25)
  await expect(notices).toContainText('Pospuesta')
  expect(sent).toHaveLength(1)
  await page.keyboard.press('u')
  await expect(notices).toContainText('Deshecho')
})

test('what is changed is in view before it can be applied, by pointer and by key', async ({
  page,
}) => {
  const sent = decisionsSent(page)
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route(/\/api\/recomendaciones\/[^/]+\/cambio$/, async (route) => {
    await held
    await route.continue()
  })
  const one = (await inbox(page)).rows.slice(4, 9).find(({ byHand }) => !byHand)!
  const row = page.locator(`[data-row="${one.id}"]`)
  await row.getByRole('button', { name: /^Aplicar: / }).click()
  const apply = row.locator('[data-apply]')
  await expect(row).toContainText('Comprobando con Google Ads')
  await apply.click({ force: true })
  await page.keyboard.press('a')
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  expect(sent).toEqual([])
  answer()
  await expect(row).toContainText('Comprobado ahora en Google Ads')
  await expect(apply).not.toHaveAttribute('aria-disabled')
  await expectWhole(page, one.id)
  expect(sent).toEqual([])

  await page.keyboard.press('Escape')
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await row.locator('[aria-expanded]').focus()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Comprobado ahora en Google Ads')
  await expectWhole(page, one.id)
})

/** As a keyboard does: the first press, its repeats, and the release. */
async function hold(page: Page, key: string, times: number) {
  for (let time = 0; time < times; time += 1) {
    await page.keyboard.down(key)
    await page.waitForTimeout(30)
  }
  await page.keyboard.up(key)
}

/** What is asked of the server but its answers. */
function decisionsSent(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  return sent
}

async function inbox(page: Page) {
  const answer = await page.request.get('/api/hoy')
  return (await answer.json()) as ReplyOf<typeof getInbox>
}

/** Between the header and the lower edge, as far as it fits. */
async function expectWhole(page: Page, id: string) {
  const box = await page.locator(`[data-row="${id}"]`).boundingBox()
  const screen = page.viewportSize()!
  expect(box!.y).toBeGreaterThanOrEqual(70)
  expect(box!.y + box!.height).toBeLessThanOrEqual(screen.height + 1)
}
