import { expect, test } from 'vitest'
import { pageText } from './page-text.ts'

const read = (html: string, contentType = 'text/html; charset=utf-8') =>
  pageText(Buffer.from(html), contentType)

test('title and headings are the words that a visitor sees', () => {
  const page = `<!doctype html><html><head><title> Zapatos
    de mujer &amp; niña </title><script>var a = '<h1>no</h1>'</script></head>
    <body><svg><title>Icono</title></svg><h1>Zapatos <b>de</b><br>mujer</h1><h2 class="a>b">Botas</h2>
    <!-- <h2>oculto</h2> --><template><h2>plantilla</h2></template><h3>Detalle</h3><h2>Sandalias`
  expect(read(page)).toEqual({
    title: 'Zapatos de mujer & niña',
    headings: ['Zapatos de mujer', 'Botas', 'Sandalias'],
  })
})

test('a page without either says nothing', () => {
  expect(read('<div id="app"></div>')).toEqual({ title: '', headings: [] })
  expect(read('')).toEqual({ title: '', headings: [] })
})

test.each([
  ['text/html; charset=ISO-8859-1', ''],
  ['text/html', '<meta charset="windows-1252">'],
  ['text/html', '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">'],
  ['text/html', ''],
  ['text/html; charset=nobody-knows', ''],
])('old letters are read by %s %s', (contentType, declared) => {
  const latin = Buffer.from(`${declared}<title>Peluquería para niños</title>`, 'latin1')
  expect(pageText(latin, contentType).title).toBe('Peluquería para niños')
})

test('UTF-8 needs no saying, and its mark is no text', () => {
  expect(pageText(Buffer.from('\uFEFF<title>Ñandú</title>'), 'text/html').title).toBe('Ñandú')
})

test('as much as is kept of a page is bounded', () => {
  const many = read('<h2>uno</h2>'.repeat(1_000))
  expect(many.headings).toHaveLength(30)
  expect(read(`<title>${'a'.repeat(5_000)}</title>`).title).toHaveLength(300)
})
