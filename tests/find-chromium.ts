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
/** Chromium without the frame of a window: two thirds of the processor time, and nothing that a page could tell. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
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
  const usual = USUAL_PLACES[process.platform] ?? []
  return process.env.CHROME_PATH || firstOf([...inPath(NAMES), ...usual, ...ofPlaywright()])
}

/** For stories, which look at pages alone: CHROME_PATH as it is, else the shell, else a whole Chromium. */
export function findHeadless(): string | undefined {
  return process.env.CHROME_PATH || findShell() || findChromium()
}

export function findShell(): string | undefined {
  const ofCache = globSync(join(playwrightCache(), 'chromium_headless_shell-*/*/*shell{,.exe}'))
  return firstOf([...inPath(SHELLS), ...ofCache])
}

function firstOf(paths: string[]): string | undefined {
  return paths.find((path) => existsSync(path) && answersVersion(path))
}

function inPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

/** The build of the installed Playwright, else any other in its cache. */
function ofPlaywright(): string[] {
  const others = globSync(join(playwrightCache(), 'chromium-*/chrome-*/chrome{,.exe}'))
  return [chromium.executablePath(), ...others]
}

function playwrightCache(): string {
  return chromium.executablePath().replace(/(ms-playwright[\\/]).*/, '$1')
}

// Ubuntu's `chromium-browser` may be a shell stub that only asks for a snap. On Windows --version opens a window.
function answersVersion(path: string): boolean {
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0
}
