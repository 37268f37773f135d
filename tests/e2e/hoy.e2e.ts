import type { Page } from '@playwright/test'
import type { totalOfSeveral } from '#features/recommendations/contract/changes.ts'
import type { getInbox, InboxRow } from '#features/recommendations/contract/inbox.ts'
import { CATEGORIES } from '#features/recommendations/contract/recommendations.ts'
import { PRIORITY_WORDS } from '#features/recommendations/contract/wire-words.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './product.ts'
import { ACCOUNT, untilFilled } from './screen.ts'

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'demo')
  await untilFilled(page, ACCOUNT)
})

/** Called so where nothing done by hand stands above them. */
const FIRST_FIVE = /^Elegir (las 5 primeras|5 aplicables)$/

test('the five best changes of several accounts: three clicks, no page load, and all taken back', async ({
  page,
}) => {
  await open(page)
  const before = await inbox(page)
  const best = before.rows.filter(({ id }) => before.first.ids.includes(id))
  const accounts = new Set(best.map(({ accountName }) => accountName))
  expect(best).toHaveLength(5)
  expect(accounts.size).toBeGreaterThan(1)
  const loads = countLoads(page)
  let clicks = 0
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name, exact: true }).click()
    clicks += 1
  }
  await press(FIRST_FIVE)
  await expect(page.getByRole('checkbox', { name: /^Elegir: /, checked: true })).toHaveCount(5)
  await press('Aplicar 5')
  const dialog = page.getByRole('dialog', {
    name: `Aplicar 5 decisiones en ${accounts.size} cuentas`,
  })
  await expect(dialog).toContainText('No es la suma de los extremos')
  await press(`Aplicar ${await changesOf(page, before.first.ids)} cambios`)
  expect(clicks).toBe(3)
  await expect(page.locator('[data-row] [aria-expanded]:focus'), 'the next one').toHaveCount(1)
  await expect(page.getByText('Aplicando...').filter({ visible: true }).first()).toBeVisible()
  await expect(notices(page)).toContainText('5 de 5 aplicadas', { timeout: 240_000 })
  expect(loads()).toBe(0)
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const { titulo } of best)
    await expect(page.getByRole('checkbox', { name: `Elegir: ${titulo}` })).toHaveCount(0)
  const after = await inbox(page)
  expect(after.appliedToday).toBe(before.appliedToday + 5)
  for (const { id } of best) expect(after.rows.map((row) => row.id)).not.toContain(id)

  await page.keyboard.press('u')
  await expect(notices(page)).toContainText('Deshecho', { timeout: 240_000 })
  const restored = (await inbox(page)).rows.map(({ id }) => id)
  for (const { id } of best) expect(restored).toContain(id)
})

/** Operations at Google, of which a decision may have thirty. */
async function changesOf(page: Page, ids: readonly string[]): Promise<number> {
  const answer = await page.request.get(`/api/recomendaciones/total?ids=${ids.join(',')}`)
  const { totals } = (await answer.json()) as ReplyOf<typeof totalOfSeveral>
  return totals.reduce((sum, { steps }) => sum + steps, 0)
}

test('by the keyboard alone: read in place, put off, taken back, put away, taken back', async ({
  page,
}) => {
  await open(page)
  const { rows } = await inbox(page)
  await page.keyboard.press('j')
  await expect(title(page, rows[0]!)).toBeFocused()
  await page.keyboard.press('j')
  const one = rows[1]!
  await expect(title(page, one)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page, one)).toHaveAttribute('aria-expanded', 'true')
  await expect(row(page, one).getByRole('heading', { name: 'En contra' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(title(page, one)).toHaveAttribute('aria-expanded', 'false')
  await expect(title(page, one)).toBeFocused()

  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Elegidas' })).toContainText('1 elegida')
  await page.keyboard.press('x')
  await page.keyboard.press('h')
  await expect(notices(page)).toContainText('Pospuesta')
  await expect(row(page, one)).toHaveCount(0)
  await expect(title(page, rows[2]!), 'the next one has the focus').toBeFocused()
  expect((await inbox(page)).snoozed.map(({ id }) => id)).toContain(one.id)
  await page.keyboard.press('u')
  await expect(row(page, one)).toHaveCount(1)
  await title(page, one).focus()
  await page.keyboard.press('e')
  await expect(notices(page)).toContainText('Descartada')
  await expect(row(page, one)).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(row(page, one)).toHaveCount(1)
})

test('keys pressed before their code is there keep their order', async ({ page }) => {
  await open(page)
  const [first, second, third] = (await inbox(page)).rows
  let letThrough = () => {}
  const held = new Promise<void>((done) => {
    letThrough = done
  })
  await page.route(/inbox-keys-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  for (const key of ['j', 'x', 'j', 'x', 'j', 'Enter']) await page.keyboard.press(key)
  letThrough()
  await expect(title(page, third!)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('[data-row] [aria-expanded=true]')).toHaveCount(1)
  for (const one of [first!, second!])
    await expect(row(page, one).getByRole('checkbox')).toBeChecked()
  await expect(page.getByRole('region', { name: 'Elegidas' })).toContainText('2 elegidas')
  await page.keyboard.press('Enter')
  await expect(title(page, third!), 'now the browser presses it').toHaveAttribute(
    'aria-expanded',
    'false',
  )
})

test('by the keyboard: several chosen in a row, none is no question, and the ways to apply one', async ({
  page,
}) => {
  await open(page)
  const { rows } = await inbox(page)
  const chosen = page.getByRole('region', { name: 'Elegidas' })
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+A')
  await page.keyboard.press('x')
  await expect(chosen).toContainText('1 elegida')
  await expect(page.getByRole('dialog'), 'nothing was chosen when it was pressed').toHaveCount(0)
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+J')
  await expect(chosen).toContainText('3 elegidas')
  await expect(title(page, rows[2]!)).toBeFocused()
  await page.keyboard.press('Shift+K')
  await expect(title(page, rows[1]!)).toBeFocused()
  await expect(chosen).toContainText('3 elegidas')

  const one = rows.find(({ byHand, forecast }) => !byHand && forecast)!
  await title(page, one).focus()
  await page.keyboard.press('m')
  const ways = page.getByRole('dialog')
  await expect(ways).toContainText(one.titulo)
  await page.keyboard.press('Escape')
  await expect(ways).toHaveCount(0)
  await expect(title(page, one)).toBeFocused()
})

test('a row that is closed opens before it is applied; without a line nothing is sent', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await open(page)
  const one = (await inbox(page)).rows.find(({ byHand, forecast }) => !byHand && forecast)!
  await title(page, one).focus()
  await page.keyboard.press('a')
  const apply = row(page, one).getByRole('button', { name: 'Aplicar', exact: true })
  await expect(apply).toBeFocused()
  await expect(row(page, one)).toContainText('Comprobado ahora en Google Ads')
  await page.context().setOffline(true)
  await expect(page.getByText('Sin conexión: no se envía nada hasta que vuelva.')).toBeVisible()
  await apply.click()
  await expect(row(page, one).getByRole('alert')).toContainText('no se ha enviado nada')
  await page.context().setOffline(false)
  expect((await inbox(page)).rows.map(({ id }) => id)).toContain(one.id)
})

test('the line breaks in the middle of an apply: one is done, the next too, the rest unsent', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await open(page)
  const before = await inbox(page)
  const sent: string[] = []
  await page.route(/\/api\/recomendaciones\/[^/]+\/aplicar$/, async (route) => {
    sent.push(route.request().url().split('/').at(-2) ?? '')
    if (sent.length === 1) return await route.continue()
    // It reaches the server, whose answer is lost.
    await route.fetch({ timeout: 0 })
    return await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: FIRST_FIVE }).click()
  await page.getByRole('button', { name: 'Aplicar 5', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Aplicar \d+ cambios$/ })
    .click()
  await expect(notices(page)).toContainText('1 de 5 aplicadas', { timeout: 240_000 })
  expect(sent).toHaveLength(2)
  await expect(page.getByText('Sin conexión: no se ha enviado nada.').first()).toBeVisible()

  await page.reload()
  const after = await inbox(page)
  expect(after.appliedToday).toBe(before.appliedToday + 2)
  const left = after.rows.map(({ id }) => id)
  for (const id of sent) expect(left).not.toContain(id)
  for (const id of before.first.ids.filter((id) => !sent.includes(id))) expect(left).toContain(id)
  const headers = { origin: new URL(page.url()).origin }
  for (const id of sent) {
    const back = await page.request.post(`/api/recomendaciones/${id}/deshacer`, { headers })
    expect(back.ok(), await back.text()).toBe(true)
  }
})

test('what is decided in one tab leaves the other, and comes back there too', async ({ page }) => {
  await open(page)
  const other = await page.context().newPage()
  await open(other)
  const one = (await inbox(page)).rows[1]!
  await title(page, one).focus()
  await page.keyboard.press('h')
  await expect(notices(page)).toContainText('Pospuesta')
  await expect(row(other, one)).toHaveCount(0)
  await other.getByText(/^\d+ pospuestas?, la próxima vuelve el/).click()
  await other.getByRole('button', { name: `Recuperar: ${one.titulo}` }).click()
  await expect(row(page, one)).toHaveCount(1)
  await expect(row(other, one)).toHaveCount(1)
  await expect(row(other, one)).not.toContainText('en otra pestaña')
  await expect(row(other, one).getByRole('checkbox')).toBeEnabled()
  // Being asked about it elsewhere, the question goes with the row, and does not come back with the next choice.
  const ready = (await inbox(page)).rows.filter(({ byHand, forecast }) => !byHand && forecast)
  const choose = (at: number) => row(other, ready[at]!).getByRole('checkbox').check()
  await choose(0)
  await other.getByRole('button', { name: 'Aplicar 1', exact: true }).click()
  await expect(other.getByRole('dialog')).toBeVisible()
  await title(page, ready[0]!).focus()
  await page.keyboard.press('h')
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await choose(1)
  await expect(other.getByRole('button', { name: 'Aplicar 1', exact: true })).toBeVisible()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(row(other, ready[0]!)).toHaveCount(1)
})

test('what is filtered stands in the address; the list, a proof and the dialog are accessible', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('button', { name: /^Ahorrar \d+$/ }).click()
  await expect(page).toHaveURL(/ver=ahorrar/)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Ahorrar \d+$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const saving = (await inbox(page)).rows.find(({ forecast }) => forecast?.kpi === 'coste')!
  await title(page, saving).click()
  await expect(row(page, saving).getByRole('heading', { name: 'En contra' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: FIRST_FIVE }).click()
  await page.getByRole('button', { name: 'Aplicar 5', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('No es la suma')
  await expectAccessible(page)
})

test('a filter that leaves nothing says so, can be seen and left, and choosing keeps the focus', async ({
  page,
}) => {
  await open(page)
  const saving = page.getByRole('button', { name: /^Ahorrar \d+$/ })
  await saving.press('Enter')
  await expect(saving).toHaveAttribute('aria-pressed', 'true')
  await expect(saving).toBeFocused()
  await page.goto('/dashboard?ver=roto&cuenta=1000000001')
  await expect(page.getByText('Nada con este filtro.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Roto 0' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Cuenta', { exact: true })).toHaveValue('1000000001')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ver todo' }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Todo \d+$/ })).toBeFocused()

  const { rows } = await inbox(page)
  const here = rows.filter(({ customerId }) => customerId === ACCOUNT)
  const pairs = CATEGORIES.flatMap((cat) =>
    Object.values(PRIORITY_WORDS).map((prio) => ({ cat, prio })),
  )
  const none = pairs.find(
    ({ cat, prio }) => !here.some((one) => one.categoria === cat && one.prioridad === prio),
  )!
  await page.goto(`/dashboard/accounts/${ACCOUNT}?cat=${none.cat}&prio=${none.prio}`)
  await expect(page.getByText('No hay recomendaciones para mostrar')).toBeVisible()
  await expect(page.getByLabel('Categoría')).toHaveValue(none.cat)
  await expect(page.getByLabel('Prioridad')).toHaveValue(none.prio)
  await page.getByRole('button', { name: 'Ver todo' }).press('Enter')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(page.getByLabel('Categoría')).toBeFocused()
})

async function open(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Hoy, / })).toBeVisible()
  await expect(page.getByRole('button', { name: FIRST_FIVE })).toBeVisible()
}

async function inbox(page: Page): Promise<ReplyOf<typeof getInbox>> {
  const answer = await page.request.get('/api/hoy')
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as ReplyOf<typeof getInbox>
}

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

const row = (page: Page, { id }: InboxRow) => page.locator(`[data-row="${id}"]`)
const title = (page: Page, one: InboxRow) => row(page, one).locator('[aria-expanded]')
const notices = (page: Page) => page.getByRole('region', { name: 'Avisos' })

test('the palette finds an account and goes there; ? says the keys, and switches them off', async ({
  page,
}) => {
  await open(page)
  await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Buscar cuentas, pantallas y acciones' })
  await expect(box).toBeFocused()
  await box.fill('alameda zapateria')
  const found = page.getByRole('dialog', { name: 'Buscar' }).getByRole('option')
  await expect(found).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/dashboard/accounts/${ACCOUNT}$`))
  await expect(page.getByRole('heading', { name: /^Recomendaciones/ })).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(/\/dashboard$/)
  // The page that comes takes the focus, which would close the menu.
  await expect(page.locator('[data-row]').first()).toBeVisible()
  const ofUser = page.getByRole('button', { name: 'Menú de usuario' })
  const focused = roleFocusedAsMenuOpens(page)
  await ofUser.press('Enter')
  expect(await focused).toBe('menuitem')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(ofUser).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(found.first()).toContainText('Zapatería Alameda')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await keys.getByRole('checkbox').uncheck()
  await expectAccessible(page)
  await keys.getByRole('button', { name: 'Entendido' }).click()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row] :focus')).toHaveCount(0)
})

/** Before any later event is heard. */
function roleFocusedAsMenuOpens(page: Page): Promise<string | null | undefined> {
  return page.evaluate(
    () =>
      new Promise((tell) => {
        document.addEventListener(
          'beforetoggle',
          ({ target }) => {
            if (target instanceof Element && target.role === 'menu')
              queueMicrotask(() => tell(document.activeElement?.role))
          },
          true,
        )
      }),
  )
}
