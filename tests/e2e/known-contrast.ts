/** What axe passes over, because its contrast was looked at before. */
export const KNOWN_MARK = 'data-known-contrast'

type Box = { left: number; top: number; right: number; bottom: number }
/** What an element and those around it do to the colours of what is in it, as a number, and the part of it to be seen. */
type Surroundings = { around: number; seen: Box }
type Painted = { box: Box; around: number }

/**
 * Runs in the page. Marks what axe need not look at for its contrast: what carries no text or is not drawn, and texts of which all is
 * known that their contrast comes of: colour, size and weight, all backgrounds beneath, over and around them, and how they lie to
 * those. axe takes a millisecond for each text and twenty for a list to choose from, and most of a page are alike, or stood there at
 * another width or in another look. What cannot be told is left to axe. Returns the keys of the texts that are left.
 */
function markKnown(mark: string, known: string): string[] {
  const keys = new Set(known.split(' '))
  const elements = [...document.querySelectorAll<HTMLElement>('html, body, body *')]
  const { surroundings, painted } = surroundingsOf(elements)
  const namesOfOff = namesOfWhatIsOff()
  const left: string[] = []
  for (const element of elements) {
    const words = ownWords(element)
    const about = surroundings.get(element)
    const isKnown = () => {
      if (words === '' || !element.checkVisibility({ visibilityProperty: true })) return true
      if (!about || decidesOtherwise(element, namesOfOff)) return false
      const key = keyOf(element, words, about, painted)
      if (keys.has(key)) return true
      keys.add(key)
      left.push(key)
      return false
    }
    element.toggleAttribute(mark, isKnown())
  }
  return left
}

function surroundingsOf(elements: Element[]) {
  const surroundings = new Map<Element, Surroundings>()
  const painted: Painted[] = []
  const mayHavePseudo = selectorOfPseudo()
  const undrawn = new Set<Element | null>()
  for (const element of elements) {
    const style = getComputedStyle(element)
    // Of what is not drawn each style would be worked out for nothing; `contents` has no box, but what is in it does.
    const isDrawn = element.checkVisibility() || style.display === 'contents'
    if (!isDrawn || undrawn.has(element.parentElement)) {
      undrawn.add(element)
      continue
    }
    const outer = element.parentElement && surroundings.get(element.parentElement)
    const does = whatItDoes(element, style, mayHavePseudo)
    const around = does === '' ? (outer?.around ?? 0) : hashOf(`${outer?.around} ${does}`)
    const box = element.getBoundingClientRect()
    if (
      style.backgroundColor !== 'rgba(0, 0, 0, 0)' ||
      style.backgroundImage !== 'none' ||
      element.matches('img, svg, canvas, video')
    )
      painted.push({ box, around })
    const seen = outer?.seen ?? { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 }
    const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible'
    surroundings.set(element, { around, seen: cuts ? common(seen, box) : seen })
  }
  return { surroundings, painted }
}

/** To the colours of what lies in it or meets it: nothing, as most do. */
function whatItDoes(
  element: Element,
  style: CSSStyleDeclaration,
  mayHavePseudo: string | undefined,
): string {
  const drawn = ['::before', '::after'].map((pseudo) => {
    if (mayHavePseudo !== undefined && !element.matches(mayHavePseudo)) return ''
    const { content, backgroundColor, backgroundImage } = getComputedStyle(element, pseudo)
    const isDrawn = content !== 'none' && content !== 'normal'
    return isDrawn ? `${content} ${backgroundColor} ${backgroundImage}` : ''
  })
  const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, clipPath } = style
  const place = style.position === 'static' ? '' : `${style.position} ${style.zIndex}`
  const colors = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, clipPath]
  const does = [...colors, place, ...drawn].join('|')
  return does === 'rgba(0, 0, 0, 0)|none|1|none|normal|none|||' ? '' : does
}

/**
 * What a rule with `content` may put something before or after, as a selector; undefined where a sheet does not tell. To ask for the
 * style of a pseudo-element that is not there takes as long as all else that is asked of an element.
 */
function selectorOfPseudo(): string | undefined {
  const PSEUDO = /::?(?:before|after)/g
  const found = ['q']
  const read = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.search(PSEUDO) >= 0) {
        // Within another rule a selector does not stand by itself.
        if (rule.parentRule instanceof CSSStyleRule || rule.cssRules.length > 0)
          throw new Error('nested')
        if (rule.style.content !== '') found.push(rule.selectorText.replace(PSEUDO, ''))
      }
      if ('styleSheet' in rule) throw new Error('imported')
      if ('cssRules' in rule) read(rule.cssRules as CSSRuleList)
    }
  }
  try {
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
      read(sheet.cssRules)
    const selector = found.map((part) => part.replace(/(^|[\s,>+~(])(?=$|[,)])/g, '$1*')).join()
    document.querySelector(selector)
    return selector
  } catch {
    return undefined
  }
}

/** axe looks at every field, also at an empty one, and at no option by itself. */
function ownWords(element: Element): string {
  if (element.matches('option, optgroup')) return ''
  if (element.matches(FIELD)) return `${element.tagName} ${element.getAttribute('type')}`
  let words = ''
  for (const node of element.childNodes)
    if (node.nodeType === Node.TEXT_NODE) words += node.nodeValue
  return words.trim()
}

/** axe leaves alone what is beside the page, what is off, and what names that. */
function decidesOtherwise(element: HTMLElement, namesOfOff: string[]): boolean {
  const { right, bottom } = element.getBoundingClientRect()
  if (right + window.scrollX <= 0 || bottom + window.scrollY <= 0) return true
  if (element.closest(OFF) || element.closest('label')?.control?.matches(OFF)) return true
  return namesOfOff.some((name) => element.closest(name))
}

function namesOfWhatIsOff(): string[] {
  return [...document.querySelectorAll(`[aria-labelledby]${OFF}`)]
    .flatMap((off) => off.getAttribute('aria-labelledby')?.split(/\s+/) ?? [])
    .map((id) => `[id="${CSS.escape(id)}"]`)
}

function keyOf(
  element: Element,
  words: string,
  { around, seen }: Surroundings,
  painted: Painted[],
): string {
  const range = document.createRange()
  range.selectNodeContents(element)
  const box = (element.matches(FIELD) ? element : range).getBoundingClientRect()
  const { color, fill, webkitTextFillColor, fontSize, fontWeight, textShadow, textIndent } =
    getComputedStyle(element)
  // Of a letter by itself axe cannot tell, nor of a list without options, nor of some signs.
  const text = (element.textContent ?? '').trim()
  const look = [
    Math.min(2, text.length),
    /[\p{L}\p{N}]/u.test(words) ? '' : text,
    words.length > 1,
    color,
    fill,
    webkitTextFillColor,
    fontSize,
    fontWeight,
    textShadow,
    textIndent,
  ]
  const meets = painted
    .filter((other) => !isApart(other.box, box))
    .map((other) => `${other.around}${placeOf(other.box, box)}`)
  const isSeen = isApart(seen, box) ? 'no' : placeOf(seen, box)
  return `${hashOf([around, ...look, isSeen, ...meets].join('|'))}`
}

function isApart(a: Box, b: Box): boolean {
  return a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom
}

/** How `box` lies to a text: if it holds all of it, nothing else is of interest. */
function placeOf(box: Box, text: Box): string {
  const sides = [
    text.left - box.left,
    text.top - box.top,
    box.right - text.right,
    box.bottom - text.bottom,
  ]
  return sides.every((side) => side > -0.5) ? '' : `@${sides.map(Math.round)}`
}

function common(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

/** 53 bits (cyrb53), the same on every page. */
function hashOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 2654435761)
    b = Math.imul(b ^ text.charCodeAt(at), 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 2 ** 32 * (b & 0x1fffff) + (a >>> 0)
}

const FIELD = 'input, select, textarea'
const OFF = ':is(:disabled, [aria-disabled="true"], [inert])'
const PARTS = [
  surroundingsOf,
  whatItDoes,
  selectorOfPseudo,
  ownWords,
  decidesOtherwise,
  namesOfWhatIsOff,
  keyOf,
  isApart,
  placeOf,
  common,
  hashOf,
]
/** For the page, which knows nothing of this file. */
export const MARK_KNOWN = `window.markKnown = (() => {\nconst FIELD = '${FIELD}', OFF = '${OFF}'\n${PARTS.join('\n')}\nreturn ${markKnown}\n})()`
export type MarkKnown = typeof markKnown
