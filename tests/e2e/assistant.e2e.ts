import type { Page } from '@playwright/test'
import { startLlmSimulator } from '../../simulators/llm/server.ts'
import { expectAccessible } from './accessible.ts'
import { test as base, expect, signIn } from './product.ts'
import { ACCOUNT } from './screen.ts'

/** The product with a language model, played by its simulator in this process. */
const test = base.extend({
  environment: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright is told that nothing else is needed
    async ({}, use) => {
      const simulator = await startLlmSimulator()
      await use({
        LLM_PROVIDER: 'openai-compatible',
        LLM_BASE_URL: simulator.url,
        LLM_MODEL: 'simulador',
      })
      await simulator.close()
    },
    { scope: 'worker' },
  ],
})

test('a question is answered, and its figures lead to their rows and to the screen', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'demo')
  await untilRead(page)
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  await page.getByRole('button', { name: 'Pregunta a tus datos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pregunta a tus datos' })
  await dialog.getByLabel('Tu pregunta').fill('¿Qué campañas gastan más?')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Redactado por IA, cifras comprobadas')

  const figure = dialog.getByRole('button', { name: /: ver de dónde sale, / }).first()
  const shown = (await figure.textContent()) ?? ''
  await figure.press('Enter')
  await expect(page.locator('tr:focus')).toContainText(shown)
  const campaign = await page.locator('tr:focus').getByRole('rowheader').textContent()
  await expectAccessible(page)

  await dialog.getByRole('link', { name: 'Ver en la cuenta' }).click()
  const campaigns = page.getByRole('table', { name: 'Campañas', exact: true })
  await expect(campaigns.getByRole('row', { name: campaign ?? '' }).first()).toContainText(shown)

  await openTab(page, 'Resumen')
  await dialog.getByRole('button', { name: 'Redactar con IA' }).click()
  await expect(dialog).toContainText('En resumen.')
  await page.setViewportSize({ width: 375, height: 740 })
  await expectAccessible(page)
  for (const [tab, content] of [
    ['Recomendaciones', /Ver las recomendaciones|No hay recomendaciones/],
    ['Negativas', 'Copiar'],
    ['Borradores', 'Elige un grupo de anuncios'],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click()
    await expect(dialog.getByRole('tabpanel')).toContainText(content)
  }
  await expectAccessible(page)
})

/** Until the newest days of the account are there: questions need no more. */
async function untilRead(page: Page) {
  const spend = async () => {
    const answer = await page.request.get(`/api/account-metrics/${ACCOUNT}`)
    return ((await answer.json()) as { spend: number }).spend
  }
  await expect.poll(spend, { timeout: 240_000, intervals: [500] }).toBeGreaterThan(0)
}

async function openTab(page: Page, name: string) {
  await page.getByRole('button', { name: 'Pregunta a tus datos' }).click()
  await page.getByRole('dialog').getByRole('tab', { name }).click()
}
