import type { Page } from '@playwright/test'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
})

const SCREENS = [
  { path: '/dashboard', heading: /^Hoy, / },
  { path: `/dashboard/accounts/${ACCOUNT}`, heading: 'Zapatería Alameda' },
] as const

/** The large reads of those screens, which the drawn page names. */
const READ_AHEAD = /\/api\/(hoy|recomendaciones)/

/** Of the browser, which counts seconds: the stories hold the scripts back that use it. */
const HELD_BACK = /preloaded using link preload but not used within a few seconds/

for (const { path, heading } of SCREENS)
  test(`${path} is there before any script, and the program takes its place unseen`, async ({
    page,
    product,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    let letScriptsCome = () => {}
    const scripts = new Promise<void>((resolve) => {
      letScriptsCome = resolve
    })
    await page.route('**/*.js', async (route) => {
      await scripts
      await route.continue()
    })
    // The program waits for what it reads ahead only as long as a user would: a busy machine may need longer.
    const readAhead = page.waitForResponse((answer) => READ_AHEAD.test(answer.url()))
    await page.route('**/assets/app-*.js', async (route) => {
      await (await readAhead).finished()
      await route.continue()
    })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.context().addCookies([{ name: 'theme', value: 'dark', url: product.url }])
    // What is inert has no role: found by its text.
    const title = page.locator('#root[inert]').locator('h1, h2', { hasText: heading }).first()
    await page.goto(path, { waitUntil: 'commit' })
    await expect(title).toBeVisible()
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    // A layout that is asked for before the style sheet has come is made without it.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
        (one) => one.sheet,
      ),
    )
    await page.evaluate(() => document.fonts.ready)
    const before = await places(page)
    letScriptsCome()
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    expect(await places(page)).toEqual(before)
    expect(complaints.filter((text) => !HELD_BACK.test(text))).toEqual([])
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    expect(asked).not.toContain('/api/google-accounts')
    // What was read ahead is what the program uses: it is not asked for once more.
    const ahead = asked.filter((name) => READ_AHEAD.test(name))
    expect(ahead).not.toEqual([])
    expect(new Set(ahead).size).toBe(ahead.length)
  })

test('a click on the drawn page is not lost: the program does it once it is there', async ({
  page,
}) => {
  let letProgramCome = () => {}
  const program = new Promise<void>((resolve) => {
    letProgramCome = resolve
  })
  await page.route('**/assets/app-*.js', async (route) => {
    await program
    await route.continue()
  })
  const link = page.locator('#root[inert] a[href="/dashboard/results"]').first()
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(link).toBeVisible()
  // The first script has run: it names the others.
  await expect(page.locator('link[rel="modulepreload"]')).not.toHaveCount(0)
  const { x, y, width, height } = (await link.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page).toHaveURL(/\/dashboard$/)
  letProgramCome()
  await expect(page).toHaveURL(/\/dashboard\/results$/)
  await expect(page.getByRole('heading', { name: 'Resultados', level: 1 })).toBeVisible()
})

/** Where the headings, rows and figures of the first view stand, in pixels. */
async function places(page: Page) {
  return await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, [data-row], [aria-label="Métricas"] li')].flatMap(
      (one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return y < innerHeight ? [[one.textContent?.slice(0, 30), x, y, width, height]] : []
      },
    ),
  )
}
