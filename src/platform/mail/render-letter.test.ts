import { expect, test } from 'vitest'
import { renderLetter } from './render-letter.ts'

const LETTER = {
  subject: 'Hoy: 1 aviso',
  greeting: 'Hola, Ana & Cía:',
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
    'Hola, Ana & Cía:\n\nResultados:\n• Empeorado: Pujas de <b>Botas</b>\n  Entre 10 € y 20 €\nY 3 más.\n\n— Pujante\n',
  )
})

test('what comes from an account stays text in the markup', () => {
  const { html } = renderLetter(LETTER, 'ayuda@pujante.test')
  expect(html).not.toContain('<b>')
  expect(html).toContain('Pujas de &lt;b&gt;Botas&lt;/b&gt;</p>')
  for (const text of ['Hola, Ana &amp; Cía:', 'Empeorado', 'Entre 10 € y 20 €', 'Y 3 más.'])
    expect(html).toContain(text)
})
