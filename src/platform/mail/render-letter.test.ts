import { expect, test } from 'vitest'
import { renderLetter } from './render-letter.ts'

const LETTER = {
  subject: 'Hoy: 1 aviso',
  greeting: 'Hola, Ana & Cía:',
  lead: 'Un cambio ha <b>empeorado</b>.',
  paragraphs: [],
  lists: [
    {
      title: 'Resultados',
      items: [
        {
          verdict: { text: 'Empeorado', tone: 'worse' as const },
          text: 'Pujas de <b>Botas</b>',
          detail: 'Entre 10 € y 20 €',
        },
      ],
      rest: 'Y 3 más.',
    },
  ],
}

test('a list reads the same as plain text', () => {
  expect(renderLetter(LETTER, null).text).toBe(
    'Hola, Ana & Cía:\n\nUn cambio ha <b>empeorado</b>.\n\nResultados:\n• Empeorado: Pujas de <b>Botas</b>\n  Entre 10 € y 20 €\nY 3 más.\n\n— Pujante\n',
  )
})

test('what comes from an account stays text in the markup', () => {
  const { html } = renderLetter(LETTER, 'ayuda@pujante.test')
  expect(html).not.toContain('<b>')
  expect(html).toContain('Pujas de &lt;b&gt;Botas&lt;/b&gt;</p>')
  for (const text of ['Hola, Ana &amp; Cía:', 'Empeorado', 'Entre 10 € y 20 €', 'Y 3 más.'])
    expect(html).toContain(text)
})

test('the one sentence stands first in all three places: preview, mail and plain text', () => {
  const letter = { ...LETTER, lead: '1 cambio <ha> empeorado.', paragraphs: ['Más abajo, cuál.'] }
  const { html, text } = renderLetter(letter, null)
  expect(text).toMatch(/^Hola, Ana & Cía:\n\n1 cambio <ha> empeorado\.\n\nMás abajo, cuál\./)
  const [preview = '', mail = ''] = html.split('</div>')
  expect(preview).toMatch(
    /display:none[^>]*>1 cambio &lt;ha&gt; empeorado\. Más abajo, cuál\. Empeorado: Pujas de &lt;b&gt;Botas&lt;\/b&gt;$/,
  )
  expect(mail).toMatch(/font:600 18px[^>]*>1 cambio &lt;ha&gt; empeorado\.</)
})

test('a bar is drawn without pictures, under the text that it draws', () => {
  const bar = { low: 0.1, estimate: 0.2, high: 0.4, zero: 0.6 }
  const list = {
    axis: { title: 'Al mes', least: '−9 €', most: '9 €' },
    items: [{ text: 'Botas', bar }],
  }
  const { html } = renderLetter({ ...LETTER, lists: [list] }, null)
  expect(html).not.toMatch(/<img|<svg|url\(/)
  expect(html).toMatch(/−9 €<.*Al mes<.*9 €<.*Botas<.*bg-ink-muted/)
})

test('a brand that has not been named is ours, and made by nobody else', () => {
  const foot = (name: string) =>
    renderLetter({ ...LETTER, brand: { name, color: '#1a73e8' } }, null).text.slice(-40)
  expect(foot('Pujante')).toMatch(/\n— Pujante\n$/)
  expect(foot('Agencia Faro')).toMatch(/\n— Agencia Faro\nHecho con Pujante\n$/)
})
