import { expect, test } from 'vitest'
import { cutName, cutNames } from './cut-name.ts'

test('a name that fits stays; a longer one keeps both ends, in whole letters', () => {
  expect(cutName('Zapatería Ñandú', 15)).toBe('Zapatería Ñandú')
  expect(cutName('Zapatería 👞 de la Fuente e Hijos · Valladolid', 30)).toBe(
    'Zapatería 👞 de…s · Valladolid',
  )
  expect([...cutName('👞'.repeat(200), 60)]).toHaveLength(60)
})

test('of a sentence the names are cut, and no more than it takes', () => {
  const [one, other] = ['Búsqueda · Botines y zapatos cómodos', 'Máximo rendimiento · Tienda']
  const text = `Mueve 153,67 € al mes de «${one}» a «${other}»`
  expect(cutNames(text, 200)).toBe(text)
  expect(cutNames(text, 90)).toBe(
    `Mueve 153,67 € al mes de «Búsqueda · Botin…apatos cómodos» a «${other}»`,
  )
  const page = 'Mejora la página https://www.zapateriaalameda.test/rebajas/botas: convierte menos'
  expect(cutNames(page, 60)).toBe(
    'Mejora la página zapateriaalamed…/rebajas/botas: convierte menos',
  )
  const short = cutNames(text, 20)
  expect(short).toContain('Mueve 153,67 € al mes de «Búsq')
  expect(short.match(/«[^»]*»/g)?.map((name) => [...name].length)).toEqual([22, 22])
})
