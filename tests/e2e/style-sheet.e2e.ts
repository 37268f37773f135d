import { globSync, readFileSync } from 'node:fs'
import { expect, test } from './product.ts'

/** Written out in a tag, or under a name that says so. */
const WRITTEN = /[cC]lass(?:Name)?\s*[=:]\s*\{?\s*(["'])([^"'`{}]*)\1/g
/** Any other text that may be a list of classes: it is one where most of it are. */
const TEXT = /'([^'`{}\n]+ [^'`{}\n]+)'/g
/** A class in a style sheet, with what is escaped in its name. */
const NAMED = /\.((?:\\[0-9a-f]+ |\\.|[\w-])+)/g

test('every class that a screen names has a style: one that does not exist is passed over in silence', async ({
  product,
}) => {
  const page = await (await fetch(`${product.url}/login`)).text()
  const sheets = [...page.matchAll(/href="([^"]+\.css)"/g)].map(([, path]) => path)
  expect(sheets).not.toEqual([])
  const styled = new Set<string>()
  for (const path of sheets)
    for (const [, name = ''] of (await (await fetch(`${product.url}${path}`)).text()).matchAll(
      NAMED,
    ))
      styled.add(plain(name))
  const unstyled = globSync('src/{kit,features,web}/**/*.tsx').flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const isStyled = (name: string) => styled.has(name)
    const written = [...source.matchAll(WRITTEN)].map(([, , text = '']) => namesIn(text))
    const others = [...source.matchAll(TEXT)]
      .map(([, text = '']) => namesIn(text))
      .filter((names) => names.filter(isStyled).length > names.length / 2)
    return [...written, ...others]
      .flat()
      .filter((name) => !isStyled(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(unstyled).toEqual([])
})

test('words that are kept together stand as far apart as others', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(() => document.fonts.ready)
  const [apart, kept] = await page.evaluate(() => {
    const probe = document.createElement('span')
    probe.style.cssText = 'position: absolute; white-space: pre; font-size: 100px'
    document.body.append(probe)
    return ['no concluyente', 'no\u00a0concluyente'].map((text) => {
      probe.textContent = text
      return probe.getBoundingClientRect().width
    })
  })
  // A kern took nine; the fallback's own is as wide as the face's within one.
  expect(Math.abs(apart! - kept!)).toBeLessThan(4)
})

test('with less motion a new colour is there at once, and no element moves towards it', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/login')
  const body = await page.evaluate(() => {
    // Only a style that was worked out before can move to the next.
    getComputedStyle(document.body).color
    document.body.style.color = 'rgb(1, 2, 3)'
    const { color } = getComputedStyle(document.body)
    // The mark of a page that is still being read may turn; that is no move towards the colour.
    const moves = document.getAnimations().filter((one) => one instanceof CSSTransition)
    return { color, moves: moves.length }
  })
  expect(body).toEqual({ color: 'rgb(1, 2, 3)', moves: 0 })
})

const plain = (name: string) =>
  name
    .replace(/\\([0-9a-f]+) /g, (_, point: string) =>
      String.fromCodePoint(Number.parseInt(point, 16)),
    )
    .replaceAll('\\', '')

const namesIn = (text: string) => text.split(/\s+/).filter((name) => name !== '')
