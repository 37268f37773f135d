import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

test.each([
  ['https://Lumbre.example', 'https://lumbre.example/'],
  ['https://lumbre.example/zapatos#tallas', 'https://lumbre.example/zapatos'],
  [
    'https://lumbre.example/z?gclid=x1&utm_source=google&UTM_Medium=cpc',
    'https://lumbre.example/z',
  ],
  ['https://lumbre.example/z?talla=38&gad_source=1', 'https://lumbre.example/z?talla=38'],
  ['https://lumbre.example/z?q={keyword}&talla=38', 'https://lumbre.example/z?talla=38'],
  ['https://lumbre.example/z?q=%7Bkeyword%7D', 'https://lumbre.example/z'],
  ['https://lumbre.example/b?q=a+b&c=%C3%B1', 'https://lumbre.example/b?q=a+b&c=%C3%B1'],
  ['http://lumbre.example/', 'http://lumbre.example/'],
])('%s is the page %s', (finalUrl, address) => {
  expect(pageAddress(finalUrl)).toBe(address)
  expect(pageAddress(address)).toBe(address)
})

test.each([
  '{lpurl}',
  'https://lumbre.example/{keyword}/',
  'https://lumbre.example/%7bkeyword%7d',
  'market://details?id=app',
  'lumbre.example',
  '',
])('%s is no page', (finalUrl) => {
  expect(pageAddress(finalUrl)).toBeNull()
})
