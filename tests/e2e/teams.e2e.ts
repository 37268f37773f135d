import type { Browser, Locator, Page } from '@playwright/test'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import { expectAccessible } from './accessible.ts'
import { confirmIdentity, createBuyer, logInBuyer, notices, subscribe, untilPaid } from './buyer.ts'
import { expect, PEOPLE, type Product, signIn, test } from './product.ts'
import { untilFilled } from './screen.ts'
import { invitationTo, MATE, newMate } from './team-mate.ts'

// The password asked for again, a session that has ended, and what a role does not allow.
test.use({ expectedErrors: [/401 \(Unauthorized\)|403 \(Forbidden\)/] })

const OWNER = {
  name: 'Rosa Dueña',
  email: 'duena.equipo@prueba.test',
  password: 'farol-verde-en-la-plaza-27',
}
const INACTIVE = { email: 'inactivo@pujante.test', password: 'inactivo-pujante-2026' }
const HEIR = { email: 'heredera.equipo@prueba.test', password: 'cuatro-nubes-sobre-el-puerto-19' }

test('an owner invites a colleague, who works in the same accounts until taken out', async ({
  page,
  product,
  browser,
}) => {
  const mate = await newMate(browser, product)
  await signIn(page, product, 'demo')
  await page.goto('/dashboard/settings?tab=team')
  await page.getByRole('button', { name: 'Invitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' })
  await dialog.getByLabel('Correo').fill(MATE.email)
  await dialog.getByLabel('Papel').selectOption('Solo ve')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await confirmIdentity(page, PEOPLE.demo.password)
  // The session goes on under another cookie, which the other stories do not know.
  product.sessions.delete('demo')
  await expect(page.getByText(MATE.email)).toBeVisible()

  const invitation = await invitationTo(mate, MATE.email)
  await expectToldBeforeLoggingIn(browser, product, invitation)
  await mate.goto(invitation)
  await mate.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await mate.waitForURL(({ pathname }) => pathname === '/dashboard')
  await expect(mate.getByText('Trabajas en las cuentas de')).toContainText('Marta Demo')
  await expectOneLeftEdge(mate)
  await mate.goto('/dashboard/accounts')
  await expect(mate.getByRole('main').getByText('Zapatería Alameda').first()).toBeVisible()
  await expect(mate.getByText(/Connect New Account|Conectar cuenta/)).toHaveCount(0)
  await mate.goto('/')
  await mate.waitForURL('**/dashboard')
  await expectOnlyLooks(mate)
  await expectNoWayBack(page, product, mate)
  await mate.goto('/dashboard/settings?tab=team')
  await expect(mate.getByText('Trabajas aquí')).toBeVisible()
  await mate.getByRole('button', { name: 'Dejar el equipo de Marta Demo' }).click()
  await expect(mate.getByRole('dialog')).toContainText('hará falta otra invitación')
  await mate.getByRole('button', { name: 'Cancelar' }).click()
  await expect(mate.getByRole('button', { name: 'Invitar' })).toHaveCount(0)
  await expectAccessible(mate)

  await page.goto('/dashboard/settings?tab=team')
  const line = page.getByRole('listitem').filter({ hasText: MATE.email })
  await line.getByLabel('Papel de Colega').selectOption('Edita')
  await expect(notices(page)).toContainText('Papel cambiado')
  await changeSomething(mate, product)
  await logInAgainWhereOneWorked(mate, product, browser)
  await page.reload()
  const change = page.getByRole('listitem').filter({ hasText: 'botas de agua prestadas' })
  await expect(change).toContainText('Colega')
  await expect(change).toContainText('Lo deshizo Colega')
  await page.getByLabel('De quién').selectOption('Marta Demo')
  await expect(change).toHaveCount(0)
  await page.getByLabel('De quién').selectOption('De todo el equipo')
  await expectAccessible(page)
  // Where an owner whose panel is closed finds the same.
  await page.goto('/account/data')
  await expectAccessible(page)
  await line.getByRole('button', { name: 'Quitar' }).click()
  await page.getByRole('button', { name: 'Quitar del equipo' }).click()
  await expect(notices(page)).toContainText('Ya no está en el equipo')
  await mate.goto('/dashboard/accounts')
  await mate.waitForURL('**/subscribe')
  await mate.context().close()
})

test('an owner hands the team over to a colleague, with the subscription, and stays as one who manages it', async ({
  page,
  product,
  browser,
}) => {
  await createBuyer(page, product, OWNER)
  await logInBuyer(page, product, OWNER)
  await subscribe(page, 'Premium')
  await untilPaid(page)
  const heir = await newMate(browser, product, HEIR)
  await page.goto('/dashboard/settings?tab=team')
  await page.getByRole('button', { name: 'Invitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' })
  await dialog.getByLabel('Correo').fill(HEIR.email)
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await confirmIdentity(page, OWNER.password)
  await expect(page.getByText(HEIR.email)).toBeVisible()
  await heir.goto(await invitationTo(heir, HEIR.email))
  await heir.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await heir.waitForURL(({ pathname }) => pathname === '/dashboard')

  await page.reload()
  await page.getByRole('button', { name: /^Traspasar: / }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ofrecer el traspaso' }).click()
  await expect(page.getByText('Has ofrecido traspasar el equipo a Colega')).toBeVisible()

  await heir.goto('/dashboard/settings?tab=team')
  await heir.getByRole('button', { name: 'Aceptar el traspaso' }).click()
  await expectAccessible(heir)
  await heir.getByRole('button', { name: 'Aceptar y ser dueño' }).click()
  await confirmIdentity(heir, HEIR.password)
  const before = heir.getByRole('listitem').filter({ hasText: OWNER.email })
  await expect(before).toContainText('Administra')
  await expect(heir.getByRole('listitem').filter({ hasText: HEIR.email })).toContainText('Dueño')
  await heir.getByRole('tab', { name: 'Suscripción' }).click()
  await expect(heir.getByText('Premium').first()).toBeVisible()

  await page.reload()
  await expect(page.getByText('Trabajas aquí')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Traspasar: / })).toHaveCount(0)
  await heir.context().close()
})

/** Of who has a subscription of their own, whose session would begin in their own accounts. */
async function logInAgainWhereOneWorked(mate: Page, product: Product, browser: Browser) {
  await setActive(product, browser, true)
  await mate.goto('/dashboard/help')
  await mate.getByLabel('Tu mensaje').fill('¿Quién más puede editar?')
  await mate.context().clearCookies({ name: 'sid' })
  await mate.getByRole('button', { name: 'Enviar', exact: true }).click()
  const again = mate.getByRole('dialog', { name: 'Tu sesión ha terminado' })
  await again.getByLabel('Contraseña', { exact: true }).fill(MATE.password)
  await again.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(notices(mate)).toContainText('Mensaje enviado')
  await mate.reload()
  await expect(mate.getByText('Trabajas en las cuentas de')).toContainText('Marta Demo')
  await setActive(product, browser, false)
}

async function setActive(product: Product, browser: Browser, status: boolean) {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await signIn(page, product, 'admin')
  const users = (await (await page.request.get('/api/admin/users')).json()) as {
    id: string
    email: string
  }[]
  const { id } = users.find(({ email }) => email === MATE.email)!
  const headers = { origin: product.url }
  const set = await page.request.put(`/api/admin/users/${id}/status`, { data: { status }, headers })
  expect(set.ok(), await set.text()).toBe(true)
  await context.close()
}

/** A negative that no other story looks at, taken back again. */
async function changeSomething({ request }: Page, { url }: Product) {
  const headers = { origin: url }
  const accounts = (await (await request.get('/api/google-accounts')).json()) as {
    accountId: string
    accountName: string
  }[]
  const { accountId } = accounts.find(({ accountName }) => accountName.includes('Alameda'))!
  const campaigns = await request.get(`/api/campaign-metrics/${accountId}`)
  const [campaign] = (await campaigns.json()) as { campaign_id: string }[]
  const data = { level: 'campaign', text: 'botas de agua prestadas', matchType: 'EXACT' }
  const path = `/api/campaigns/${campaign?.campaign_id}/negative-keywords`
  const made = await request.post(path, { data, headers })
  expect(made.ok(), await made.text()).toBe(true)
  const { changeId } = (await made.json()) as { changeId: string }
  const undone = await request.post(`/api/changes/${changeId}/deshacer`, { data: {}, headers })
  expect(undone.ok(), await undone.text()).toBe(true)
}

/** The log-in page says why one is there, and says nothing of it to others. */
async function expectToldBeforeLoggingIn(browser: Browser, product: Product, invitation: string) {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await page.goto(invitation)
  await page.waitForURL(({ pathname }) => pathname === '/login')
  await expect(page.getByText('Te han invitado a un equipo')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/login?next=%2Fdashboard')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByText('Te han invitado a un equipo')).toHaveCount(0)
  await logInThere(page, invitation, INACTIVE)
  await expect(page.getByText('Has entrado como')).toContainText('inactivo@pujante.test')
  await page.getByRole('button', { name: 'Entrar con otro correo' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/login')
  await expect(page.getByText('Te han invitado a un equipo')).toBeVisible()
  await logInThere(page, invitation, MATE)
  await expect(page.getByRole('button', { name: 'Aceptar la invitación' })).toBeVisible()
  await context.close()
}

/** Without a subscription of one's own, and led on to the invitation all the same. */
async function logInThere(page: Page, invitation: string, person: typeof MATE) {
  if (!page.url().includes('join')) await page.goto(invitation)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(invitation)
}

/** Whose accounts these are, the title and the first decision's sign, with no box beside it, begin where the page does. */
async function expectOneLeftEdge(page: Page) {
  const left = async (part: Locator) => (await part.boundingBox())?.x ?? Number.NaN
  const title = await left(page.getByRole('heading', { level: 1 }))
  expect(await left(page.getByText('Trabajas en las cuentas de'))).toBe(title)
  const sign = page.locator('[data-row] svg').first()
  expect((await left(sign)) - title).toBeLessThan(20)
}

/** Who only looks sees what there is to decide, and nothing that would be refused. */
async function expectOnlyLooks(mate: Page) {
  await mate.goto('/dashboard')
  // Of any account: what other stories have done may have taken those of one off the first rows.
  const row = mate.locator('[data-row]').filter({ hasText: 'Excluye' }).first()
  const title = row.locator('button[aria-expanded]')
  await expect(mate.getByRole('button', { name: /^Elegir (las )?\d/ })).toHaveCount(0)
  await expect(row.getByRole('checkbox')).toHaveCount(0)
  await title.press('a')
  await expect(title).toHaveAttribute('aria-expanded', 'false')
  await row.getByRole('button', { name: /^Ver:/ }).click()
  await row.getByRole('button', { name: 'Ver todo' }).click()
  const whole = mate.getByRole('dialog')
  await expect(whole.getByRole('heading').first()).toBeVisible()
  const deeds = /^(Aplicar|Marcar como hecha|Descartar|Posponer)/
  await expect(mate.getByRole('button', { name: deeds })).toHaveCount(0)
}

/** Of what was applied, whole and to one half, the owner may take back and decide; who only looks reads of it. */
async function expectNoWayBack(page: Page, product: Product, mate: Page) {
  await untilFilled(page, HOTEL)
  const whole = await applied(
    page,
    product,
    ['wasted-search-terms', 'wasted-ngrams', 'losing-ads'],
    {},
  )
  const halved = await applied(page, product, ['converting-terms'], { enMitades: true })
  const deeds = /^(Deshacer|Hacer ya|No hacer|Promover|Terminar)/
  const rowOf = (who: Page, { titulo }: Recommendation) =>
    who.getByRole('article').filter({ hasText: titulo })
  for (const path of ['/dashboard/results?periodo=todo', historyOf(HOTEL)]) {
    await page.goto(path)
    await mate.goto(path)
    for (const one of [whole, halved]) {
      await expect(rowOf(page, one).getByRole('button', { name: /^Deshacer/ })).toBeVisible()
      await expect(rowOf(mate, one)).toBeVisible()
    }
    for (const name of [/^Hacer ya/, /^No hacer/])
      await expect(rowOf(page, halved).getByRole('button', { name })).toBeVisible()
    await expect(mate.getByRole('article').getByRole('button', { name: deeds })).toHaveCount(0)
  }
  for (const { id } of [halved, whole]) await send(page, product, `${id}/deshacer`, {})
}

const HOTEL = '5520418837'
const historyOf = (account: string) => `/dashboard/accounts/${account}?rtab=historial`

async function applied(page: Page, product: Product, rules: readonly string[], how: object) {
  const list = await page.request.get(`/api/recomendaciones/${HOTEL}`)
  const all = (await list.json()) as Recommendation[]
  const one = all.find(
    ({ rule, evidence }) => rules.includes(rule) && evidence.change?.operations.length,
  )!
  await send(page, product, `${one.id}/aplicar`, how)
  return one
}

async function send({ request }: Page, { url }: Product, deed: string, data: object) {
  const answer = await request.post(`/api/recomendaciones/${deed}`, {
    data,
    headers: { origin: url },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}
