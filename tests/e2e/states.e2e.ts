import type { Page, Route } from '@playwright/test'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilAtRest, untilFilled } from './screen.ts'

// What a screen says while it waits, when it has nothing, and when it cannot have it.

test.beforeEach(async ({ page, product, expectedErrors }) => {
  expectedErrors.push(/status of 50\d/, /ERR_INTERNET_DISCONNECTED/)
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
})

test("'Reparto' and the month's pace: waiting, with nothing, refused and asked again", async ({
  page,
}) => {
  const letHoursThrough = await hold(page, '/api/account-heatmap/')
  await page.goto(`/dashboard/accounts/${ACCOUNT}?split=hours#splits`)
  const splits = page.locator('#splits')
  await expect(splits.getByRole('status', { name: 'Cargando...' })).toBeVisible()
  letHoursThrough()
  await expect(splits.getByRole('table', { name: 'Por hora y día de la semana' })).toBeVisible()
  await splits.getByLabel('Métrica del mapa').selectOption('Tasa de conversión')
  await expect(splits).toContainText('menos de 30 clics: no se puede saber')
  await expectAccessible(page)

  await answer(page, '/api/account-places/', (route) => route.fulfill({ json: [] }))
  await splits.getByRole('tab', { name: 'Lugares' }).click()
  await expect(splits).toContainText('No hay datos disponibles para el período seleccionado.')
  await splits.getByRole('tab', { name: 'Dispositivos' }).click()
  await expect(splits).toContainText('Donde más se separan gasto y conversiones')
  await expectAccessible(page)

  await answer(page, '/ritmo', refuse)
  await page.getByRole('button', { name: /^Ritmo del mes/ }).click()
  const pace = page.locator('#ritmo')
  await expect(pace).toContainText('Error del servidor en la carga del ritmo del mes')
  await expectAccessible(page)
  await page.unrouteAll()
  await pace.getByRole('button', { name: 'Reintentar' }).click()
  await expect(pace.getByRole('table', { name: 'Ritmo por campaña' })).toBeVisible()
  await expectAccessible(page)
})

test('a campaign is called by its name, not by a number while that is waited for, and by the same over other days', async ({
  page,
}) => {
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  const link = page.getByRole('table', { name: 'Campañas' }).getByRole('link').first()
  const name = (await link.textContent()) ?? ''
  const address = (await link.getAttribute('href')) ?? ''
  const letThrough = await hold(page, '/api/campaign-metrics/')
  await page.goto(address, { waitUntil: 'commit' })
  const level = page.getByRole('navigation', { name: 'Nivel' })
  await expect(level).toContainText('Campaña…')
  letThrough()
  await expect(level).toContainText(name)
  await page.unrouteAll()

  const letOtherDaysThrough = await hold(page, '/api/campaign-metrics/')
  const asked = page.waitForRequest(/campaign-metrics/)
  await page.getByRole('button', { name: /^Periodo: / }).click()
  await page.getByRole('button', { name: 'Último mes' }).click()
  await asked
  await expect(level).toContainText(name)
  letOtherDaysThrough()
  await expect(level).toContainText(name)
})

test('a list that is chosen while the ad group chosen just before is still to be drawn keeps the ad group', async ({
  page,
}) => {
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  await page.getByRole('table', { name: 'Campañas' }).getByRole('link', { name: /Mujer/ }).click()
  const group = page.getByRole('table', { name: 'Grupos de anuncios' }).getByRole('link').first()
  const list = page.getByRole('tab', { name: /^Términos de búsqueda/ })
  await expect(group).toBeVisible()
  // As soon as the address names the group: the list is still drawn as it was.
  await list.evaluate((tab: HTMLElement) => {
    const go = history.pushState.bind(history)
    history.pushState = (...to) => {
      go(...to)
      tab.click()
    }
  })
  await group.click()
  await expect(page).toHaveURL(/[?&]adgroup=\d+#search-terms$/)
  await expect(page.getByRole('heading', { name: /^Anuncios \(\d+\)$/ })).toBeVisible()
})

test("'Resultados': another quarter is waited for, refused and left again by the same choice", async ({
  page,
}) => {
  const periods = ['2026-T4', '2026-T3']
  const letThrough: (() => void)[] = []
  await answer(page, '/api/resultados', async (route) => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.get('periodo') === 'todo')
      return await route.fulfill({ json: { period: 'todo', periods, accounts: [] } })
    await new Promise<void>((done) => letThrough.push(done))
    return await refuse(route)
  })
  await page.goto('/dashboard/results?periodo=todo')
  const period = page.getByLabel('Periodo', { exact: true })
  await period.focus()
  await period.selectOption('2026-T4')
  await expect(page).toHaveURL(/2026-T4/)
  await expect.poll(() => letThrough.length).toBe(1)
  await expect(period).toBeFocused()
  await expect(period).toHaveValue('2026-T4')
  await expect(page.locator('main [aria-busy=true]')).toContainText('Todavía no se ha aplicado')

  await expect(async () => {
    for (const go of letThrough) go()
    await expect(page.getByText('Error al cargar los resultados')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText('Todavía no se ha aplicado')).toHaveCount(0)
  await expect(period).toBeFocused()
  await period.selectOption('todo')
  await expect(page.getByText('Todavía no se ha aplicado')).toBeVisible()
})

test('a list of accounts keeps the focus while it is gone through', async ({ page }) => {
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  const list = page.getByLabel('Cuenta activa')
  const other = list.locator('option[value="5520418837"]')
  const name = ((await other.textContent()) ?? '').trim()
  await list.focus()
  await list.selectOption('5520418837')
  // The screen of that account stands there.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(list).toBeFocused()
})

for (const width of [375, 1280])
  test(`why an account of 'Cartera' stands where it does is read whole, by touch and by keyboard, ${width} px wide`, async ({
    page,
  }) => {
    const why = [
      'Las conversiones bajan un 23 %, descontado lo que aún llega',
      '12 recomendaciones de prioridad alta',
      'El coste por conversión sube un 31 %, descontado lo que aún llega',
    ]
    await answer(page, '/api/portfolio', async (route) => {
      const reply = await route.fetch()
      const [first, ...others] = (await reply.json()) as { reasons: string[] }[]
      await route.fulfill({ json: [{ ...first, reasons: why }, ...others] })
    })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard')
    const text = page.locator('summary', { hasText: why[0] }).locator('span', { hasText: why[2] })
    const isCut = () => text.evaluate((element) => element.scrollHeight > element.clientHeight)
    await expect(text).toBeVisible()
    expect(await isCut()).toBe(true)
    await text.click()
    await expect.poll(isCut).toBe(false)
    await page.keyboard.press('Enter')
    await expect.poll(isCut).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(isCut).toBe(false)
    await expect(page).toHaveURL(/dashboard$/)
  })

test('without a line a change is refused at once, and not sent when the line is back', async ({
  page,
  expectedErrors,
}) => {
  // What stands below the first view may not have come yet; the page stands without it.
  expectedErrors.push(/Failed to fetch dynamically imported module/)
  await untilAtRest(page, ACCOUNT)
  const one = (await pending(page)).find(isApplied)!
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one.id}&do=aplicar`)
  const dialog = page.getByRole('dialog', { name: 'Aplicar en Google Ads' })
  const apply = dialog.getByRole('button', { name: 'Aplicar', exact: true })
  await expect(apply).toBeEnabled()
  await page.context().setOffline(true)
  await apply.click()
  await expect(dialog.getByRole('alert')).toContainText('no se ha enviado nada')
  await expect(apply).toBeEnabled()
  await page.context().setOffline(false)
  await expect(dialog.getByText('Cambio por cambio')).toBeVisible()
  await expectAccessible(page)
  // What was kept would go now.
  await expect(page.getByLabel('Avisos')).not.toContainText('Recomendación aplicada')
  expect((await pending(page)).map(({ id }) => id)).toContain(one.id)
})

test('code that cannot come leaves the page standing, and comes once the line is back', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /Failed to fetch dynamically imported module/)
  await untilAtRest(page, ACCOUNT)
  const isThere = (name: string) =>
    expect(page.getByRole('heading', { name }).first()).toBeVisible()
  const unfetched = page.getByText('Esta parte no se ha podido cargar')
  const overview = await withoutCode(page, ['account-lists', 'alerts-block', 'header-tools'])
  await page.goto('/dashboard')
  await overview.untilAsked()
  await expect(unfetched.first()).toBeVisible()
  await isThere('Hoy, ')
  await expectAccessible(page)
  await overview.letThrough()
  await isThere('Cartera')
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeVisible()
  await expect(unfetched).toHaveCount(0)

  const account = await withoutCode(page, ['live-sync-status', 'assistant-dialog'])
  await page.goto(`/dashboard/accounts/${ACCOUNT}`)
  const ask = page.getByRole('button', { name: 'Pregunta a tus datos' })
  await ask.click()
  await expect(page.getByLabel('Avisos')).toContainText('No se ha podido abrir')
  await account.untilAsked()
  await isThere('Campañas')
  await expect(page.getByText(/^Actualizado/).first()).toBeVisible()
  await account.letThrough()
  await ask.click()
  await expect(page.getByRole('dialog', { name: 'Pregunta a tus datos' })).toBeVisible()
})

test('a screen whose code cannot come leaves the menu standing, and comes once the line is back', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /Failed to fetch dynamically imported module/)
  const results = await withoutCode(page, ['results-page'])
  await page.goto('/dashboard')
  const unfetched = page.getByText('Esta parte no se ha podido cargar')
  await page.getByRole('link', { name: 'Resultados' }).click()
  await expect(unfetched).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Hoy, ' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Resultados' }).click()
  await expect(unfetched).toBeVisible()
  await results.letThrough()
  await expect(page.getByRole('heading', { name: 'Resultados' }).first()).toBeVisible()
})

test('a recommendation whose code cannot come closes with a notice', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /Failed to fetch dynamically imported module/)
  await untilAtRest(page, ACCOUNT)
  const [one] = await pending(page)
  const dialogs = await withoutCode(page, ['recommendation-dialogs'])
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one!.id}`)
  await expect(page.getByLabel('Avisos')).toContainText('No se ha podido abrir')
  await expect(page).not.toHaveURL(/rec=/)
  await dialogs.letThrough()
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one!.id}`)
  await expect(page.getByRole('dialog').first()).toBeVisible()
})

test('while Google is down the dialog says so, offers to ask again, and sends nothing', async ({
  page,
  product,
}) => {
  await untilAtRest(page, ACCOUNT)
  const one = (await pending(page)).find(isApplied)!
  await product.dev('faults', { vendor: 'google-ads', fault: '503', times: 12 })
  await page.goto(`/dashboard/accounts/${ACCOUNT}?rec=${one.id}&do=aplicar`)
  const dialog = page.getByRole('dialog', { name: 'Aplicar en Google Ads' })
  await expect(dialog).toContainText('No se pudo comprobar el cambio')
  await expect(dialog.getByRole('button', { name: 'Aplicar', exact: true })).toBeDisabled()
  await expectAccessible(page)
  const again = dialog.getByRole('button', { name: 'Reintentar' })
  await expect(async () => {
    if (await again.isVisible()) await again.click()
    await expect(dialog.getByText('Cambio por cambio')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 240_000 })

  // Down again when it is sent: said once, not by what looks at it anew besides.
  const apply = dialog.getByRole('button', { name: 'Aplicar', exact: true })
  await expect(apply).toBeEnabled()
  await product.dev('faults', { vendor: 'google-ads', fault: '503', times: 1_000 })
  const lookedAnew = page.waitForResponse((reply) => reply.url().endsWith(`${one.id}/cambio`))
  await apply.click()
  await expect(dialog.getByRole('alert')).toContainText('No se ha cambiado nada')
  expect((await lookedAnew).ok()).toBe(false)
  await expect(apply).toBeEnabled()
  await expect(dialog.getByText('No se pudo comprobar el cambio')).toHaveCount(0)
  await product.dev('faults', { vendor: 'google-ads', fault: '503', times: 0 })
})

test('log-in and contact: refused, without a line, and when nobody knows how the vendors are', async ({
  page,
}) => {
  await page.context().clearCookies()
  await answer(page, '/api/estado', refuse)
  await page.goto('/contact')
  await expect(page.getByText('No se ha podido consultar ahora.')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('Google Ads', { exact: true })).toBeVisible()

  await page.goto('/login')
  await page.getByLabel('Email').fill('demo@pujante.test')
  await page.getByLabel('Password', { exact: true }).fill('demo-pujante-2026')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Avisos')).toContainText('no se ha enviado nada')
  await expectAccessible(page)
  await page.context().setOffline(false)
})

/** At Google, not by hand. */
const isApplied = ({ evidence }: Recommendation) =>
  evidence.forecast && (evidence.change?.operations.length ?? 0) > 0

async function pending(page: Page): Promise<Recommendation[]> {
  const list = await page.request.get(`/api/recomendaciones/${ACCOUNT}`)
  return (await list.json()) as Recommendation[]
}

function answer(page: Page, path: string, how: (route: Route) => Promise<void>) {
  return page.route((url) => url.pathname.includes(path), how)
}

const refuse = (route: Route) =>
  route.fulfill({ status: 500, json: { code: 'internal', message: '', error: '' } })

/** Keeps a reply back until it is let through. */
async function hold(page: Page, path: string): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((done) => {
    letThrough = done
  })
  await answer(page, path, async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}

/** These parts' code does not come, until it is let through. */
async function withoutCode(page: Page, parts: string[]) {
  const asked = new Set<string>()
  const partOf = ({ pathname }: URL) => parts.find((part) => pathname.includes(`/${part}-`))
  await page.route(
    (url) => url.pathname.endsWith('.js') && partOf(url) !== undefined,
    (route) => {
      asked.add(partOf(new URL(route.request().url())) ?? '')
      return route.abort()
    },
  )
  return {
    untilAsked: () => expect.poll(() => [...asked].toSorted()).toEqual(parts.toSorted()),
    letThrough: async () => {
      await page.unrouteAll()
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
    },
  }
}
