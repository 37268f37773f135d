// Takes the analysis screens as they are now, to hold later changes against, from a running server with its demo data:
//   node scripts/take-baseline.ts http://localhost:3000
// Writes docs/screens/<screen>-<width>-<scheme>.webp; with names after the address only those screens.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tests/find-chromium.ts'
import { ADMINISTRATOR, capture, logIn } from './page-picture.ts'

const FOLDER = join(import.meta.dirname, '../docs/screens')
const ACCOUNT = '4815162342'
const SIZES = [
  { width: 375, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const SCHEMES = ['light', 'dark'] as const
/** Low on purpose: all pictures together stay below 4 MB. */
const QUALITY = 0.3
/** Below it a phone shows only more rows of the same tables. */
const MOST_HEIGHT = 3600
const SCROLL_STEP = 600
const SCROLL_PAUSE_MS = 50
/** What stands below the first view is drawn two seconds after it. */
const SETTLED_MS = 2_500

type Place = { campaign: string; adGroup: string; ad: string }
type Screen = {
  name: string
  path: (place: Place) => string
  /** The demonstration's user, if nothing else is said. */
  who?: 'visitor' | 'administrator'
  /** A dialog covers the page, which then is as tall as the window. */
  arrange?: (page: Page) => Promise<void>
}

const account = (query = '') => `/dashboard/accounts/${ACCOUNT}${query}`
const SCREENS: Screen[] = [
  { name: 'overview', path: () => '/dashboard' },
  { name: 'account', path: () => account() },
  { name: 'campaign', path: ({ campaign }) => account(`?campaign=${campaign}`) },
  {
    name: 'ad-group',
    path: ({ campaign, adGroup }) => account(`?campaign=${campaign}&adgroup=${adGroup}`),
  },
  {
    name: 'ad',
    path: ({ campaign, adGroup, ad }) =>
      account(`?campaign=${campaign}&adgroup=${adGroup}&ad=${ad}`),
    arrange: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'negative',
    path: ({ campaign }) => account(`?campaign=${campaign}`),
    arrange: openNegative,
  },
  { name: 'manager', path: () => '/dashboard/accounts/7203941186' },
  { name: 'campaigns-page', path: () => '/dashboard/campaigns' },
  { name: 'results', path: () => '/dashboard/results?periodo=todo' },
  { name: 'landing', path: () => '/', who: 'visitor' },
  { name: 'not-found', path: () => '/dashboard/resultado' },
  { name: 'administration', path: () => '/admin/dashboard', who: 'administrator' },
]

const [, , origin = 'http://localhost:3000', ...asked] = process.argv
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)
await takeAll(origin)

async function takeAll(baseURL: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const states = {
      user: await logIn(browser, baseURL),
      administrator: await logIn(browser, baseURL, ADMINISTRATOR),
      visitor: undefined,
    }
    if (isAsked('picture')) await takePicture(browser, { baseURL, storageState: states.user })
    for (const colorScheme of SCHEMES)
      for (const viewport of SIZES) {
        const pageOf = async (storageState: (typeof states)[keyof typeof states]) => {
          const context = await browser.newContext({
            baseURL,
            ...(storageState && { storageState }),
            viewport,
            colorScheme,
            locale: 'es-ES',
            timezoneId: 'Europe/Madrid',
            reducedMotion: 'reduce',
          })
          return await context.newPage()
        }
        const place = await busiestPlace(await pageOf(states.user))
        for (const screen of SCREENS.filter(({ name }) => isAsked(name))) {
          const page = await pageOf(states[screen.who ?? 'user'])
          const file = `${screen.name}-${viewport.width}-${colorScheme}.webp`
          await show(page, screen, place)
          await capture(page, join(FOLDER, file), {
            quality: QUALITY,
            ...(!screen.arrange && { clip: await wholePage(page, viewport.width) }),
          })
          await page.context().close()
        }
      }
  } finally {
    await browser.close()
  }
}

/** What is sent to a client, as it is sent. */
async function takePicture(
  browser: Browser,
  options: NonNullable<Parameters<Browser['newContext']>[0]>,
): Promise<void> {
  const context = await browser.newContext({ ...options, viewport: { width: 1200, height: 630 } })
  const page = await context.newPage()
  await page.goto('/dashboard/results?periodo=todo')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar imagen' }).click()
  const png = readFileSync(await (await saved).path()).toString('base64')
  await page.goto('about:blank')
  await page.setContent(
    `<body style="margin:0"><img width="1200" src="data:image/png;base64,${png}">`,
  )
  await capture(page, join(FOLDER, 'picture.webp'), { quality: 0.7 })
  await context.close()
}

async function show(page: Page, screen: Screen, place: Place): Promise<void> {
  await page.goto(screen.path(place))
  // What the server has drawn looks finished before the program has taken its place and read the rest.
  if (screen.who !== 'visitor') await page.locator('#root:not([inert])').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(SETTLED_MS)
  await page.waitForLoadState('networkidle')
  await screen.arrange?.(page)
  // Blocks far below are read when they come near.
  if (!screen.arrange) {
    const height = await page.evaluate<number>('document.body.scrollHeight')
    for (let y = 0; y < height; y += SCROLL_STEP) {
      await page.evaluate(`scrollTo(0, ${y})`)
      await page.waitForTimeout(SCROLL_PAUSE_MS)
    }
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page
      .locator('main [role=status][aria-label^=Cargando]')
      .first()
      .waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.waitForLoadState('networkidle')
    await page.evaluate('scrollTo(0, 0)')
  }
  await page.waitForLoadState('networkidle')
  // In the corner where it begins the pointer would unfold a tablet's menu over the page.
  const { width = 0 } = page.viewportSize() ?? {}
  await page.mouse.move(width - 1, 1)
  await page.waitForTimeout(SETTLED_MS / 5)
}

async function wholePage(page: Page, width: number) {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  return { x: 0, y: 0, width, height: Math.min(height, MOST_HEIGHT) }
}

async function openNegative(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Términos de búsqueda/ }).click()
  const button = page.getByRole('button', { name: /^Añadir como negativa/ }).first()
  await button.scrollIntoViewIfNeeded()
  await button.click()
  await page.getByRole('dialog').getByText('Cambio:').waitFor()
}

/** The campaign with most clicks, and its first ad group and ad. */
async function busiestPlace(page: Page): Promise<Place> {
  const read = async (path: string) =>
    (await (await page.request.get(`/api/${path}`)).json()) as Record<string, string>[]
  const campaigns = await read(`campaign-metrics/${ACCOUNT}`)
  const [campaign] = campaigns
    .filter(({ campaign_type }) => Number(campaign_type) === 2)
    .sort((a, b) => Number(b.clicks) - Number(a.clicks))
  const [adGroup] = await read(`campaigns/${campaign?.campaign_id}/ad-groups`)
  const [ad] = await read(`ad-groups/${adGroup?.ad_group_id}/ads`)
  return {
    campaign: campaign?.campaign_id ?? '',
    adGroup: adGroup?.ad_group_id ?? '',
    ad: ad?.ad_id ?? '',
  }
}
