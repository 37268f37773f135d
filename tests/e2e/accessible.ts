import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { KNOWN_MARK, MARK_KNOWN, type MarkKnown } from './known-contrast.ts'

/** Half as long as the package's own `source`, which each document would read. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Of those what the other colours can break: all else of a page is the same in both. */
const OF_COLORS: axe.RunOptions['runOnly'] = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
}
/** 320 is WCAG's own (1.4.10), 375 a phone, at 1280 a page is widest for the room that it has; the last is where stories go on. */
const WIDTHS = [320, 375, 1280, 1440]
const PHONE = 375
const DESK = 1440

/** Light and dark, narrow and wide: each width is laid out once. */
export async function expectAccessible(page: Page) {
  const expectWell = async (width: number, colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // What the sticky header happens to cover would count as too small to be hit.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    const rules = colorScheme === 'light' ? WCAG : OF_COLORS
    await expectNoViolations(page, `${page.url()} ${colorScheme} ${width}`, rules)
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    if (width === PHONE) await expectWell(width, 'dark')
    if (width === PHONE || width === DESK) await expectWell(width, 'light')
    if (width === DESK) await expectWell(width, 'dark')
    await expect
      .poll(async () => [...(await outside(page)), ...(await textOutside(page))], {
        message: `${page.url()} ${width}`,
        timeout: 120_000,
      })
      .toEqual([])
  }
}

/** As the page stands; by all rules that axe knows unless some are named. */
export async function expectNoViolations(
  page: Page,
  message = page.url(),
  rules?: axe.RunOptions['runOnly'],
) {
  await settled(page)
  // On a starved machine a frame of the other colours may still be there; what is really broken stays so.
  await expect
    .poll(() => violations(page, rules), { message, intervals: [500], timeout: 240_000 })
    .toEqual([])
}

/** What sticks out of its card or of the page, where nothing scrolls or cuts it. */
async function outside(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const isFree = (element: Element) => {
      const { position, overflowX } = getComputedStyle(element)
      return ['absolute', 'fixed'].includes(position) || overflowX !== 'visible'
    }
    const isOutside = (element: Element) => {
      const { width, left, right } = element.getBoundingClientRect()
      const card = element.parentElement?.closest('.rounded-card, main')
      if (width === 0 || !card) return false
      // Places first: of the few that stick out alone the styles are read.
      const room = card.getBoundingClientRect()
      if (right <= room.right + 1 && left >= room.left - 1) return false
      for (let at: Element | null = element; at && at !== card; at = at.parentElement)
        if (isFree(at)) return false
      return !isFree(card)
    }
    return [...document.querySelectorAll('main *')]
      .filter(isOutside)
      .map((element) => element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 200))
  })
}

/** Text that leaves its own button, link, cell or field's label, where nothing cuts it. */
async function textOutside(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const BOXES =
      'button, a, th, td, summary, label, dt, dd, [role="tab"], span.inline-flex.rounded-sm'
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement
      const box = holder?.closest(BOXES)
      if (!holder || !box || !text.textContent?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const [words, room] = [range.getBoundingClientRect(), box.getBoundingClientRect()]
      if (words.right <= room.right + 1 && words.left >= room.left - 1) continue
      // What only screen readers are told is a point wide.
      if (words.width < 3 || getComputedStyle(box).display === 'inline') continue
      let isCut = false
      for (let at = holder; at !== box.parentElement; at = at.parentElement as HTMLElement)
        isCut ||= getComputedStyle(at).overflowX !== 'visible'
      if (!isCut) found.push(`${box.tagName} ${text.textContent.slice(0, 60)}`)
    }
    return found
  })
}

/** Contrasts that this process has seen to be well. */
const known = new Set<string>()

/** Each rule that is broken with the elements that break it. */
export async function violations(
  page: Page,
  runOnly?: axe.RunOptions['runOnly'],
): Promise<[string, string[]][]> {
  // Reading its source takes the browser as long as a look at a small page: once a document is enough.
  if (!(await page.evaluate(() => 'markKnown' in window)))
    await page.evaluate(`${AXE}\n${MARK_KNOWN}`)
  const { broken, contrasts } = await page.evaluate(lookWithAxe, {
    mark: KNOWN_MARK,
    known: [...known].join(' '),
    runOnly,
  })
  if (!broken.some(([id]) => id === 'color-contrast'))
    for (const contrast of contrasts) known.add(contrast)
  return broken
}

type Look = { mark: string; known: string; runOnly: axe.RunOptions['runOnly'] }

/** In the page. */
async function lookWithAxe({ mark, known, runOnly }: Look) {
  const { axe: looker, markKnown } = window as unknown as { axe: typeof axe; markKnown: MarkKnown }
  // Of what is well, selectors and texts need not be worked out.
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(runOnly && { runOnly }) }
  // What a bar that sticks to the foot happens to cover can be scrolled clear of it: it is looked at in its own place.
  const feet = [...document.querySelectorAll<HTMLElement>('main *')].filter((element) => {
    const style = getComputedStyle(element)
    return style.position === 'sticky' && style.bottom !== 'auto'
  })
  for (const { style } of feet) style.position = 'relative'
  const contrasts = markKnown(mark, known)
  looker.configure({ rules: [{ id: 'color-contrast', selector: `*:not([${mark}])` }] })
  const found = await looker.run(document, options)
  for (const { style } of feet) style.position = ''
  for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
  const broken = found.violations.map(({ id, nodes }): [string, string[]] => [
    id,
    nodes.map((node) => node.html),
  ])
  return { broken, contrasts }
}

/** How long a fade may take; one in a part that is not drawn never ends. */
const LONGEST_FADE_MS = 2_000

/** Half-faded text has no contrast yet. A skeleton pulses without end until its block is looked at. */
async function settled(page: Page) {
  await page.evaluate((longestMs) => {
    const fades = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map((animation) => animation.finished.catch(() => {}))
    const patience = new Promise((done) => setTimeout(done, longestMs))
    return Promise.race([Promise.all(fades), patience]).then(() => {})
  }, LONGEST_FADE_MS)
}
