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
const FACE = join(import.meta.dirname, '../src/kit/fonts/radio-canada.woff2')
const SCHEMES = ['light', 'dark'] as const
/** By density: on a fine screen what is lost is not seen, and a phone waits for each byte. */
const QUALITY: Record<number, number> = { 1: 0.75, 2: 0.5 }
/** A busy machine takes ten times as long. */
const PATIENCE_MS = 120_000

type Shot = {
  name: string
  viewport: { width: number; height: number }
  /** Brings the page to what the picture shows. */
  arrange: (page: Page) => Promise<void>
  /** What the picture begins with, and how large it is; else it is all of the screen. */
  part?: { from: string; above: number; beside: number; width: number; height: number }
}

const PHONE = { width: 390, height: 600 }
/** The first picture, which a phone has to fetch before it is drawn. */
const LOW_PHONE = { width: 390, height: 500 }
const TALL_PHONE = { width: 390, height: 760 }
/** Wide enough for rows with their ranges; without the menu, the picture is as wide as the page that shows it. */
const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 1000, height: 1200 }
const SHOTS: Shot[] = [
  {
    name: 'today-desktop',
    viewport: WIDE,
    arrange: showToday,
    part: { from: 'h1', above: 12, beside: 24, width: 1176, height: 640 },
  },
  { name: 'today-phone', viewport: LOW_PHONE, arrange: showToday },
  {
    name: 'evidence-desktop',
    viewport: NARROW,
    arrange: showEvidence,
    part: {
      from: '[data-row]:has([aria-expanded="true"])',
      above: 0,
      beside: 0,
      width: 704,
      height: 760,
    },
  },
  { name: 'evidence-phone', viewport: TALL_PHONE, arrange: showEvidence },
  {
    name: 'results-desktop',
    viewport: NARROW,
    arrange: showResults,
    part: {
      from: 'section[aria-label="Resultado de todo"]',
      above: 8,
      beside: 16,
      width: 736,
      height: 628,
    },
  },
  { name: 'results-phone', viewport: PHONE, arrange: showResults },
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
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto('/dashboard')
  // In a picture the place kept for a scroll bar is an empty strip.
  const withoutGutter = async () =>
    await page.addStyleTag({ content: 'html { scrollbar-gutter: auto !important }' })
  await withoutGutter()
  await shot.arrange(page)
  await withoutGutter()
  // A notice for developers, not part of the product.
  await page.getByLabel('Aviso del entorno').evaluate((notice) => notice.remove())
  const suffix = shot.density === 1 ? '' : `@${shot.density}x`
  await capture(page, join(SCREENS, `${shot.name}-${shot.scheme}${suffix}.webp`), {
    quality: QUALITY[shot.density]!,
    ...(shot.part && { clip: await clipOf(page, shot.part) }),
  })
  await context.close()
}

/** The list of all accounts, those that save money. */
async function showToday(page: Page) {
  await page.getByText('Fuera de lo normal').waitFor()
  await page.getByRole('button', { name: /^Ahorrar/ }).click()
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
}

/** One opened in its place, at the top of the screen. */
async function showEvidence(page: Page) {
  await showToday(page)
  const row = page.locator('[data-row]').filter({ hasText: 'Baja la puja' }).first()
  await row.locator('[aria-expanded]').click()
  await row.getByText('En contra').waitFor()
  await row.getByText('Comprobando con Google Ads').waitFor({ state: 'hidden' })
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  await row.evaluate((one) => one.scrollIntoView({ block: 'start' }))
}

async function showResults(page: Page) {
  await page.goto('/dashboard/results?periodo=todo')
  await page.getByRole('region', { name: 'Resultado de todo' }).waitFor()
  await page.waitForLoadState('networkidle')
}

async function clipOf(
  page: Page,
  { from, above, beside, width, height }: NonNullable<Shot['part']>,
) {
  const place = await page.locator(from).first().boundingBox()
  if (!place) throw new Error(`nothing to begin with: ${from}`)
  const scrolled = await page.evaluate<number>('scrollY')
  return { x: place.x - beside, y: place.y + scrolled - above, width, height }
}

/** What a shared link shows: the promise over the top of the list. */
async function takeSharingImage(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  const picture = readFileSync(join(SCREENS, 'today-desktop-light@2x.webp')).toString('base64')
  const face = readFileSync(FACE).toString('base64')
  await page.setContent(`<style>@font-face{font-family:Face;font-weight:300 700;
    src:url(data:font/woff2;base64,${face})}</style><body style="margin:0;overflow:hidden;background:#faf9f6;color:#1f1b17;
    font:600 60px/1.1 Face,sans-serif;letter-spacing:-.02em">
    <div style="padding:56px 72px 0"><span style="font-size:30px;color:#1f4cbd">Pujante</span>
    <div style="margin:14px 0 40px">Know what to change<br>in Google Ads, and why</div>
    <img src="data:image/webp;base64,${picture}" style="width:1056px;border-radius:8px;
    border:1px solid #e2dfda;box-shadow:0 8px 40px #1d1c1933"></div></body>`)
  await page.evaluate('document.fonts.ready')
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
