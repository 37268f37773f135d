import type { Page } from '@playwright/test'
import type { KeywordRow } from '../../src/features/performance/contract/entity-lists.ts'
import type { CampaignRow } from '../../src/features/performance/contract/metrics.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
})

for (const width of [1280, 375])
  test(`all keywords of a campaign at once, only those near drawn, ${width} px wide`, async ({
    page,
  }) => {
    const campaigns = await read<CampaignRow>(page, `campaign-metrics/${ACCOUNT}`)
    const [campaign] = campaigns
      .filter((row) => row.campaign_type_name === 'SEARCH')
      .toSorted((a, b) => b.impressions - a.impressions)
    const id = campaign?.campaign_id ?? ''
    const keywords = await read<KeywordRow>(page, `campaigns/${id}/keywords`)
    const count = keywords.filter(({ isNegative }) => !isNegative).length
    expect(count, 'more than are drawn at once').toBeGreaterThan(100)
    await page.setViewportSize({ width, height: 800 })
    const search = new URLSearchParams({ campaign: id, ksize: 'all' })
    await page.goto(`/dashboard/accounts/${ACCOUNT}?${search}`)
    const block = page.locator('#keywords')
    const table = page.getByRole('table', { name: 'Palabras clave', exact: true })
    const drawn =
      width > 1000
        ? table.locator('tbody').getByRole('row')
        : block.getByRole('list', { name: 'Palabras clave' }).locator('> li')
    await expect(drawn.first()).toBeVisible()
    expect(await drawn.count()).toBeLessThan(count)
    const first = await drawn.first().textContent()
    await expect(async () => {
      await block.evaluate((element) => element.scrollIntoView({ block: 'end' }))
      for (const box of await block.locator('.overflow-auto, .overflow-y-auto').all())
        await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      if (width < 1000) expect(await drawn.count()).toBe(count)
      else expect(await drawn.first().textContent()).not.toBe(first)
    }).toPass()
  })

async function read<Row>(page: Page, path: string): Promise<Row[]> {
  return (await (await page.request.get(`/api/${path}`)).json()) as Row[]
}
