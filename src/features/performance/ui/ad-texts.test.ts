import { expect, test } from 'vitest'
import { adTitle, displayAddress, textList } from './ad-texts.ts'

test('an ad is called by its headlines, its name or its number', () => {
  const ad = { ad_id: '7', name: 'Marca', headline1: 'Botas', headline2: '' }
  expect(adTitle(ad)).toBe('Botas')
  expect(adTitle({ ...ad, headline2: 'Envío gratis' })).toBe('Botas | Envío gratis')
  expect(adTitle({ ...ad, headline1: '' })).toBe('Marca')
  expect(adTitle({ ...ad, headline1: '', name: null })).toBe('Anuncio 7')
})

test('encoded lists survive nonsense', () => {
  expect(textList('["a","",3,"b"]')).toEqual(['a', 'b'])
  expect(textList('un texto')).toEqual(['un texto'])
  expect(textList('')).toEqual([])
  expect(textList('null')).toEqual([])
})

test('the address is the host and the paths', () => {
  const ad = { finalUrl: 'https://www.tienda.es/botas?x=1', paths: ['botas', 'oferta'] }
  expect(displayAddress(ad)).toBe('www.tienda.es › botas › oferta')
  expect(displayAddress({ finalUrl: '', paths: [] })).toBe('')
})
