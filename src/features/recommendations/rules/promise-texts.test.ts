import { expect, test } from 'vitest'
import { atOnceWay, disturbedTexts, halvesWay } from './promise-texts.ts'

const EURO = 1_000_000
const dayOfLook = (weeks: number) => (weeks === 4 ? '2027-01-05' : '2027-03-02')
const said = (expected: number | null) => ({
  currencyCode: 'EUR',
  expectedMicros: expected === null ? null : expected * EURO,
  dayOfLook,
})
/** Seen from 500 € on at once, from 300 € on after twelve weeks. */
const promise = {
  looks: [
    { weeks: 4, leastMicros: 500 * EURO },
    { weeks: 12, leastMicros: 300 * EURO },
  ],
  chanceOf: (micros: number) => Math.min(1, micros / EURO / 375),
}
const lone = (expected: number | null) => atOnceWay({ promise, reason: null }, said(expected))

const plain = (sentences: readonly string[]) => sentences.join(' ').replaceAll('\u00a0', ' ')

test('a large effect is told by the first look, a middling one by the last, a small one never', () => {
  expect(plain(lone(600).sentences)).toMatch(/^Se sabrá el 5 ene 2027, con un 95 % .*600,00 €/)
  expect(plain(lone(350).sentences)).toMatch(/^Se sabrá el 2 mar 2027, con un 95 %/)
  expect(plain(lone(200).sentences)).toMatch(/^Puede que se sepa el 2 mar 2027, con un 55 %/)
  const never = plain(lone(20).sentences)
  expect(never).toContain('se esperan 20,00 € al mes y solo se distinguiría a partir de 300,00 €')
  expect(never).toContain('Se suma a los demás de su tipo')
})

test('what was applied today to the same campaigns is measured with it, and nothing is learned of one', () => {
  const one = atOnceWay({ promise, reason: null, together: ['Baja la puja'] }, said(20))
  expect(plain(one.sentences)).toMatch(
    /300,00 €\. Se medirá junto con «Baja la puja», que se aplicó aquí hoy: el efecto que se vea será de todas\.$/,
  )
  const three = { promise, reason: null, together: ['Baja la puja', 'Otra', 'Otra más'] }
  expect(plain(atOnceWay(three, said(600)).sentences)).toMatch(
    /^Se sabrá el 5 ene .* Se medirá junto con «Baja la puja» y 2 más, que se aplicaron aquí hoy/,
  )
})

test('without a forecast it says from which effect on it would be told', () => {
  expect(lone(null)).toMatchObject({ chance: null })
  expect(plain(lone(null).sentences)).toContain('un efecto de 300,00 € al mes o más')
})

test('what could only be seen if it were more than all that the campaigns sell is not promised', () => {
  const small = (wholeMicros: number) =>
    plain(atOnceWay({ promise, reason: null }, { ...said(null), wholeMicros }).sentences)
  expect(small(200 * EURO)).toContain('mayor que todo lo que estas campañas gastan o venden')
  expect(small(900 * EURO)).toContain('un efecto de 300,00 € al mes o más')
})

test('without anything to compare with it says so', () => {
  const silent = atOnceWay({ promise: null, reason: 'no-control' }, said(100))
  expect(silent.sentences[0]).toContain('no queda nada parecido sin tocar')
})

test('halves say how many now and later, and what that tells', () => {
  const more = { ...said(100), first: 9, second: 8, secondOn: '2027-01-05', latestOn: '2027-03-02' }
  const likely = halvesWay({ leastMicros: 90 * EURO, chanceOf: () => 0.82 }, more)
  expect(plain(likely.sentences)).toMatch(
    /^Unos 9 cambios ahora, por sorteo, y unos 8 el 5 ene 2027.*como mucho hasta el 2 mar 2027.*Se sabrá el 5 ene 2027, con un 80 %/,
  )
  const hopeless = halvesWay({ leastMicros: 900 * EURO, chanceOf: () => 0.03 }, more)
  expect(plain(hopeless.sentences)).toContain('se distinguiría a partir de 900,00 €')
  const never = halvesWay({ leastMicros: null, chanceOf: () => 0 }, more)
  expect(never.sentences[1]).toContain('Ni así se sabría')
})

test('what it does to measurements that are not over is said before', () => {
  expect(disturbedTexts({ again: [], beside: [] })).toEqual([])
  const [again, beside] = disturbedTexts({ again: ['Sube'], beside: ['Baja', 'Quita', 'Pausa'] })
  expect(again).toMatch(/^«Sube» se está midiendo todavía y cambia lo mismo/)
  expect(beside).toMatch(/^«Baja» y 2 más se están midiendo todavía en las mismas campañas/)
})
