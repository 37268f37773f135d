import { expect, type Page } from '@playwright/test'

/** The demo user's standard account. */
export const ACCOUNT = '4815162342'

/** '1.234,56 €' → 1234.56. */
export function amount(text: string | null): number {
  return Number((text ?? '').replace(/[^\d,-]/g, '').replace(',', '.'))
}

/** All that supports the first decision of the list, in its dialog. */
export async function openFirstEvidence(page: Page, timeout = 30_000) {
  const first = page.locator('[data-row]').first()
  await first.locator('[aria-expanded]').click({ timeout })
  await first.getByRole('button', { name: 'Ver todo' }).click()
  const evidence = page.getByRole('dialog')
  await expect(evidence).toContainText('Qué hemos visto')
  return evidence
}

/** Waits until the newest 30 days of an account are read and judged. */
export async function untilFilled(page: Page, customerId: string) {
  await expect
    .poll(
      async () => {
        const metrics = await page.request.get(`/api/account-metrics/${customerId}`)
        const list = await page.request.get(`/api/recomendaciones/${customerId}`)
        const { spend } = (await metrics.json()) as { spend: number }
        return spend > 0 && ((await list.json()) as unknown[]).length > 0
      },
      { timeout: 120_000, intervals: [500] },
    )
    .toBe(true)
}
