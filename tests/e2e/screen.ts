import { expect, type Page } from '@playwright/test'
import { addDays, dayInZone, startOfMonth } from '../../src/shared/dates.ts'
import type { Product } from './product.ts'

/** The demo user's standard account. */
export const ACCOUNT = '4815162342'

/** '1.234,56 €' → 1234.56. */
export function amount(text: string | null): number {
  return Number((text ?? '').replace(/[^\d,-]/g, '').replace(',', '.'))
}

/** What calls say where an address says 'last_month'. */
export function lastMonth(): string {
  const to = addDays(startOfMonth(dayInZone(new Date(), 'Europe/Madrid')), -1)
  return `?from=${startOfMonth(to)}&to=${to}`
}

/** All that supports the first decision of the list, in its dialog. */
export async function openFirstEvidence(page: Page) {
  const first = page.locator('[data-row]').first()
  await first.locator('[aria-expanded]').click()
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
      { timeout: 240_000, intervals: [500] },
    )
    .toBe(true)
}

/** Before time passes: all other accounts would be read and judged anew, which takes a minute. */
export async function keepOnly(page: Page, { url }: Product, customerId?: string) {
  const list = await page.request.get('/api/google-accounts')
  const accounts = (await list.json()) as { accountId: string; accountType: string }[]
  for (const { accountId, accountType } of accounts) {
    if (accountType !== 'STANDARD' || accountId === customerId) continue
    const headers = { origin: url }
    const gone = await page.request.delete(`/api/google-accounts/${accountId}`, { headers })
    expect(gone.ok(), await gone.text()).toBe(true)
  }
}

/** What a change has set off is over: the account is read and judged anew. */
export async function untilAtRest(page: Page, customerId: string) {
  // The stream of its progress ends when its sync rests.
  await page.request.get(`/api/google-accounts/${customerId}/sync`, { timeout: 240_000 })
  const isAnalysing = async () => {
    const silence = await page.request.get(`/api/recomendaciones/${customerId}/silencio`)
    return ((await silence.json()) as { isAnalysing: boolean }).isAnalysing
  }
  await expect.poll(isAnalysing, { timeout: 240_000, intervals: [500] }).toBe(false)
}
