// Takes the product's pictures for the landing page from a running server with its demo data:
//   node scripts/take-screenshots.ts http://localhost:3000
// Writes public/screens/*.webp, public/og.jpg and the icons. Run it again when the screens change.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tests/find-chromium.ts'

const PUBLIC = join(import.meta.dirname, '../public')
const SCREENS = join(PUBLIC, 'screens')
const DEMO = { email: 'demo@pujante.test', password: 'demo-pujante-2026' }
const SCHEMES = ['light', 'dark'] as const
const QUALITY = 78

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
    for (const scheme of SCHEMES)
      for (const density of [1, 2])
        for (const shot of SHOTS) await take(browser, origin, { ...shot, scheme, density })
    await takeSharingImage(browser)
    await takeIcons(browser)
  } finally {
    await browser.close()
  }
}

async function take(
  browser: Browser,
  origin: string,
  shot: Shot & { scheme: (typeof SCHEMES)[number]; density: number },
): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: shot.viewport,
    deviceScaleFactor: shot.density,
    colorScheme: shot.scheme,
    reducedMotion: 'reduce',
  })
  const reply = await context.request.post('/api/auth/login', { data: DEMO })
  if (!reply.ok()) throw new Error(`log-in: ${reply.status()} ${await reply.text()}`)
  const page = await context.newPage()
  await page.goto('/dashboard')
  await shot.arrange(page)
  // A notice for developers, not part of the product.
  await page.getByLabel('Aviso del entorno').evaluate((notice) => notice.remove())
  const suffix = shot.density === 1 ? '' : `@${shot.density}x`
  await capture(page, join(SCREENS, `${shot.name}-${shot.scheme}${suffix}.webp`))
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
  await page
    .getByRole('button', { name: /evidencia/i })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await page.waitForLoadState('networkidle')
}

/** Chromium's own WebP: Playwright writes only PNG and JPEG. */
async function capture(page: Page, file: string): Promise<void> {
  const protocol = await page.context().newCDPSession(page)
  const { data } = await protocol.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  })
  writeFileSync(file, Buffer.from(data, 'base64'))
}

/** What a shared link shows: the promise over the top of an account. */
async function takeSharingImage(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  const picture = readFileSync(join(SCREENS, 'account-desktop-light@2x.webp')).toString('base64')
  await page.setContent(`<body style="margin:0;overflow:hidden;background:#f8f7f4;color:#1d1c19;
    font:600 60px/1.1 system-ui,sans-serif;letter-spacing:-.02em">
    <div style="padding:56px 72px 0"><span style="font-size:30px;color:#155e82">Pujante</span>
    <div style="margin:14px 0 40px">Know what to change<br>in Google Ads, and why</div>
    <img src="data:image/webp;base64,${picture}" style="width:1056px;border-radius:14px;
    border:1px solid #e4e1da;box-shadow:0 8px 40px #1d1c1933"></div></body>`)
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
