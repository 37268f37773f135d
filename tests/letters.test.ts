import { expect, test } from 'vitest'
import type { Letter } from '#platform/mail/letter.ts'
import { renderLetter } from '#platform/mail/render-letter.ts'
import { SAMPLE_LETTERS } from './sample-letters.ts'

const letters = Object.entries(SAMPLE_LETTERS)

/** As it is read, with where its links lead: without what only Outlook or a mailbox's list shows. */
function visibleText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<head>[\s\S]*?<\/head>|<div style="display:none[\s\S]*?<\/div>/g, '')
    .replace(/<a href="([^"]*)"/g, '$1 <a')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}

test.each(letters)('%s: begins with a sentence of its own', (_, letter) => {
  expect(letter.lead).toMatch(/[.:]$/)
  expect(letter.lead).not.toBe(letter.paragraphs[0])
  expect([...letter.subject].length).toBeLessThanOrEqual(260)
})

test.each(letters)('%s: drawn and plain say the same', (_, letter) => {
  const { html, text } = renderLetter(letter, 'ayuda@pujante.test')
  const seen = visibleText(html)
  const plain = text.replace(/\s+/g, ' ')
  for (const words of textsOf(letter)) {
    const flat = words.replace(/\s+/g, ' ').trim()
    expect(seen).toContain(flat)
    expect(plain).toContain(flat)
  }
})

/** All that its writer put in, addresses too; of an axis the items say the same in words. */
function textsOf({ subject: _, brand, lists = [], ...letter }: Letter): string[] {
  const items = lists.flatMap(({ title = '', rest = '', items }) => [
    ...[title, rest],
    ...items.flatMap(({ verdict, text, detail = '' }) => [verdict?.text ?? '', text, detail]),
  ])
  const { greeting, lead, paragraphs, notes = [], button, quietLink } = letter
  const links = [button, quietLink].flatMap((one) => (one ? [one.label, one.url] : []))
  return [greeting, lead, ...paragraphs, ...notes, ...items, ...links, brand?.name ?? '']
}

// caniemail.com: what Outlook, Gmail or Yahoo leave out.
const UNKNOWN_TO_MANY =
  /display:\s*(flex|grid)|position:\s*(absolute|fixed)|var\(|calc\(|oklch|light-dark|\d(rem|vw|vh)\b|<svg|<button|<form|<script|background-image|<img[^>]+src="(?!cid:)/

test.each(letters)('%s: only what mail programs draw, and whole in Gmail', (_, letter) => {
  const { html } = renderLetter(letter, null)
  expect(html).not.toMatch(UNKNOWN_TO_MANY)
  for (const [picture] of html.matchAll(/<img[^>]*>/g)) expect(picture).toMatch(/ alt="[^"]+"/)
  // Longer ones are cut there, with a link to the rest.
  expect(Buffer.byteLength(html)).toBeLessThan(100_000)
})

const OF_SAFETY = [
  'password reset',
  'password changed',
  'address asked',
  'address changed',
  'factor added',
  'factor removed',
  'factors lost',
  'code used',
  'codes renewed',
  'codes guessed',
  'erasure asked',
]

test.each(OF_SAFETY)('%s: there is something to press if it was somebody else', (name) => {
  expect(SAMPLE_LETTERS[name]?.button).toMatchObject({ label: expect.any(String) })
})

test('a report carries the brand, its logo as an attachment, and no mark of ours at its head', () => {
  const [named, marked] = ['report of one', 'report of three'].map(
    (name) => renderLetter(SAMPLE_LETTERS[name]!, 'ayuda@pujante.test').html,
  )
  expect(named).toMatch(/height:4px[^>]*background:#7a1fa2[\s\S]*>Agencia Faro<\/p>/)
  expect(marked).toMatch(/<img src="cid:logo" alt="Agencia Faro"/)
  for (const html of [named, marked]) {
    expect(html).not.toContain('>Pujante</td>')
    expect(html).toContain('Hecho con Pujante')
  }
})
