/** A tag of XML and the text up to the next one. `name` without its namespace. */
export type XmlTag = {
  name: string
  kind: 'open' | 'close' | 'empty'
  attributes: string
  text: string
}

/** No tag or text of a worksheet is longer: Excel's cells hold 32,767 characters. */
const MAX_PENDING = 1_000_000
/** Some 300,000 rows of a dozen cells; a file of nothing but tags would be gone through for minutes. */
const MOST_TAGS = 20_000_000

export class TooManyTags extends Error {}

/** Tags of XML that arrives in chunks: as much as a worksheet needs, which has no CDATA, DTD or bare '>'. */
export function xmlTags(
  onTag: (tag: XmlTag) => void,
): (chunk: Uint8Array, isLast: boolean) => void {
  const decoder = new TextDecoder()
  let pending = ''
  let count = 0
  return (chunk, isLast) => {
    pending += decoder.decode(chunk, { stream: !isLast })
    // The text after the last tag may go on in the next chunk.
    const complete = isLast ? pending.length : Math.max(0, pending.lastIndexOf('<'))
    let at = pending.indexOf('<')
    while (at >= 0 && at < complete) {
      const end = pending.indexOf('>', at)
      if (end < 0) break
      const next = pending.indexOf('<', end)
      onTag(tagOf(pending.slice(at + 1, end), pending.slice(end + 1, next < 0 ? complete : next)))
      count += 1
      if (count > MOST_TAGS) throw new TooManyTags()
      at = next
    }
    pending = pending.slice(complete)
    if (pending.length > MAX_PENDING) throw new Error('a tag without an end')
  }
}

function tagOf(inside: string, text: string): XmlTag {
  const isClose = inside.startsWith('/')
  const isEmpty = inside.endsWith('/')
  const body = inside.slice(isClose ? 1 : 0, isEmpty ? -1 : undefined)
  const space = body.search(/\s/)
  const name = space < 0 ? body : body.slice(0, space)
  return {
    name: name.slice(name.indexOf(':') + 1),
    kind: isClose ? 'close' : isEmpty ? 'empty' : 'open',
    attributes: space < 0 ? '' : body.slice(space),
    text: text.includes('&') ? plainText(text) : text,
  }
}

export function attributeOf({ attributes }: XmlTag, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? plainText(found[1] ?? found[2] ?? '') : undefined
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plainText(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })
}
