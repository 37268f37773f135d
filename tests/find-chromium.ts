import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const USUAL_PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    '/opt/homebrew/bin/chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable] ?? 'C:\\Program Files'
    return [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Chromium/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]
  }),
  linux: ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
}

/** Path of a Chromium that runs: CHROME_PATH as it is, else the first that answers to --version. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROME_PATH
  if (chosen) return chosen
  return candidates().find((path) => existsSync(path) && answersVersion(path))
}

function candidates(): string[] {
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...inPath, ...(USUAL_PLACES[process.platform] ?? []), ...ofPlaywright()]
}

/** The build of the installed Playwright, else any other in its cache. */
function ofPlaywright(): string[] {
  const own = chromium.executablePath()
  const cache = own.replace(/(ms-playwright[\\/]).*/, '$1')
  return [own, ...globSync(join(cache, 'chromium-*/chrome-*/chrome{,.exe}'))]
}

// Ubuntu's `chromium-browser` may be a shell stub that only asks for a snap. On Windows --version opens a window.
function answersVersion(path: string): boolean {
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0
}
