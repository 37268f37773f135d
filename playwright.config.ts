import { defineConfig } from '@playwright/test'
import { findHeadless } from './tests/find-chromium.ts'

// They have programs of their own: one after the other, so that the program the others share is started once a worker.
const OWN_PROGRAM =
  /(assistant|billing-choices|experiments|meanwhile-in-google|measurement|reports)\.e2e\.ts$/

/**
 * The address bar's suggestions are two pages of their own, which a window without an address bar loads all the same: 0.7 s of
 * processor time for each story. And for each page that is opened it would start another process, in case there is a next
 * page. Of two such lists Chromium takes the last, so Playwright's own is said again.
 */
const DISABLED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

// The stories' worker starts the product, simulators included, so nothing is started here.
export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'own program', testMatch: OWN_PROGRAM },
    { name: 'shared program', testMatch: '**/*.e2e.ts', testIgnore: OWN_PROGRAM },
  ],
  outputDir: 'test-results',
  fullyParallel: false,
  // A story waits half of the time, for a mail or the next frame: others, each with its program, fill the gaps.
  workers: 3,
  // What takes a second on a quiet machine takes half a minute on one that is busy with other things.
  timeout: 900_000,
  expect: { timeout: 180_000 },
  // A machine that stands still for a while must not hold up what is well; the run names each that passed only then, and why.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line']],
  use: {
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 800 },
    // A mark of what is awaited would be drawn sixty times a second. With motion: dialogs.e2e.ts, mobile.e2e.ts.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a quarter of the time; for the story at hand: --trace=retain-on-failure.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findHeadless(),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        `--disable-features=${DISABLED.join()}`,
        // The rest keeps the browser from calling home.
        '--no-first-run',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
