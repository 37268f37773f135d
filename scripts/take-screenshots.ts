// Takes the product's pictures for the landing page from a running server with its demo data:
//   node scripts/take-screenshots.ts http://localhost:3000
// Writes public/screens/*.webp, public/og.jpg and the icons. Run it again when the screens change.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tests/find-chromium.ts'
import { capture, logIn } from './page-picture.ts'

const PUBLIC = join(import.meta.dirname, '../public')
const SCREENS = join(PUBLIC, 'screens')
const SCHEMES = ['light', 'dark'] as const
const QUALITY = 0.75

type Shot = {
  name: string
  viewport: { width: number; height: number }
  /** Brings the page to what the picture shows. */
  arrange: (page: Page) => Promise<void>
}

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 600 }
const SHOTS: Shot[] = [
  { name: 'account-desktop', viewport: DESKTOP, arrange: showAccount },
  { name: 'account-phone', viewport: PHONE, arrange: showAccount },
  { name: 'evidence-desktop', viewport: { width: 720, height: 760 }, arrange: showEvidence },
  { name: 'evidence-phone', viewport: PHONE, arrange: showEvidence },
]

await takeAll(process.argv[2] ?? 'http://localhost:3000')

async function takeAll(origin: string): Promise<void> {
  mkdirSync(SCREENS, { recursive: true })
  const executablePath = findChromium()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const storageState = await logIn(browser, origin)
    for (const scheme of SCHEMES)
      for (const density of [1, 2])
        for (const shot of SHOTS)
          await take(browser, { ...shot, scheme, density, baseURL: origin, storageState })
    await takeSharingImage(browser)
    await takeIcons(browser)
  } finally {
    await browser.close()
  }
}

type Setting = Pick<BrowserContextOptions, 'baseURL' | 'storageState'> & {
  scheme: (typeof SCHEMES)[number]
  density: number
}

async function take(browser: Browser, shot: Shot & Setting): Promise<void> {
  const { baseURL, storageState, viewport } = shot
  const context = await browser.newContext({
    baseURL,
    storageState,
    viewport,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    deviceScaleFactor: shot.density,
    colorScheme: shot.scheme,
    reducedMotion: 'reduce',
    // For the style below: the page itself forbids styles that are not its own.
    bypassCSP: true,
  })
  const page = await context.newPage()
  await page.goto('/dashboard')
  await shot.arrange(page)
  // In a picture the place kept for a scroll bar is an empty strip.
  await page.addStyleTag({ content: 'html { scrollbar-gutter: auto !important }' })
  // A notice for developers, not part of the product.
  await page.getByLabel('Aviso del entorno').evaluate((notice) => notice.remove())
  const suffix = shot.density === 1 ? '' : `@${shot.density}x`
  await capture(page, join(SCREENS, `${shot.name}-${shot.scheme}${suffix}.webp`), {
    quality: QUALITY,
  })
  await context.close()
}

/** The first account with recommendations. */
async function showAccount(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Ver Detalles de/ })
    .first()
    .click()
  await page.getByRole('slider').waitFor()
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
}

async function showEvidence(page: Page): Promise<void> {
  await showAccount(page)
  await page.locator('[data-row] [aria-expanded]').first().click()
  await page.getByRole('button', { name: 'Ver todo' }).click()
  await page.getByRole('dialog').waitFor()
  await page.waitForLoadState('networkidle')
}

/** What a shared link shows: the promise over the top of an account. */
async function takeSharingImage(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  const picture = readFileSync(join(SCREENS, 'account-desktop-light@2x.webp')).toString('base64')
  await page.setContent(`<body style="margin:0;overflow:hidden;background:#faf9f6;color:#1f1b17;
    font:600 60px/1.1 system-ui,sans-serif;letter-spacing:-.02em">
    <div style="padding:56px 72px 0"><span style="font-size:30px;color:#1f4cbd">Pujante</span>
    <div style="margin:14px 0 40px">Know what to change<br>in Google Ads, and why</div>
    <img src="data:image/webp;base64,${picture}" style="width:1056px;border-radius:8px;
    border:1px solid #e2dfda;box-shadow:0 8px 40px #1d1c1933"></div></body>`)
  await page.screenshot({ path: join(PUBLIC, 'og.jpg'), type: 'jpeg', quality: 80 })
  await page.close()
}

async function takeIcons(browser: Browser): Promise<void> {
  const svg = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8')
  for (const size of [192, 512]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<body style="margin:0">${svg}</body>`)
    await page.screenshot({ path: join(PUBLIC, `icon-${size}.png`), omitBackground: true })
    await page.close()
  }
}
