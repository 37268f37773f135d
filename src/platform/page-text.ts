import { Parser } from 'htmlparser2'

/** What a page says it is about, as plain text. */
export type PageText = { title: string; headings: string[] }

const MOST_CHARACTERS = 300
const MOST_HEADINGS = 30

/** Title, `h1` and `h2` of a page of which perhaps only the beginning was read. */
export function pageText(body: Buffer, contentType: string): PageText {
  const titles: string[] = []
  const headings: string[] = []
  /** The place whose text is being read, and what else is open within it. */
  let open: { name: string; text: string } | null = null
  let hidden = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (HIDDEN.has(name)) hidden++
      else if (!open && PLACES.has(name)) open = { name, text: '' }
      else if (open) open.text += ' '
    },
    ontext: (text) => {
      if (open && hidden === 0) open.text += text
    },
    onclosetag: (name) => {
      if (HIDDEN.has(name)) hidden = Math.max(0, hidden - 1)
      if (open?.name !== name) return
      const text = open.text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS)
      if (text) (name === 'title' ? titles : headings).push(text)
      open = null
    },
  })
  parser.end(decoded(body, contentType))
  // Drawings within a page have titles of their own; the page's comes first.
  return { title: titles[0] ?? '', headings: headings.slice(0, MOST_HEADINGS) }
}

const PLACES = new Set(['title', 'h1', 'h2'])
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'svg'])

/** By the answer's charset, the page's own, UTF-8, or what old pages are written in. */
function decoded(body: Buffer, contentType: string): string {
  const named = charsetIn(contentType) ?? declaredCharset(body)
  for (const charset of [named, 'utf-8'])
    try {
      if (charset) return new TextDecoder(charset, { fatal: charset === 'utf-8' }).decode(body)
    } catch {
      // An unknown name, or bytes that are no UTF-8: the next one.
    }
  return new TextDecoder('windows-1252').decode(body)
}

/** Where `meta` must stand to count. */
const DECLARED_WITHIN_BYTES = 1_024

function declaredCharset(body: Buffer): string | null {
  let found: string | null = null
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'meta')
        found ??= attributes.charset?.trim() || charsetIn(attributes.content ?? '')
    },
  })
  parser.end(body.subarray(0, DECLARED_WITHIN_BYTES).toString('latin1'))
  return found
}

/** Of a media type: `text/html; charset="iso-8859-1"`. */
function charsetIn(mediaType: string): string | null {
  return /charset\s*=\s*"?([\w-]+)/i.exec(mediaType)?.[1] ?? null
}
