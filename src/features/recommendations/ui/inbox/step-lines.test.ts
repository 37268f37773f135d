import { expect, test } from 'vitest'
import { stepLines } from './step-lines.ts'

test('each step is a line, and one sentence is one, whatever it names', () => {
  const moved = '«Marca»: 17,00 € al día. «Ciudades»: 32,00 € al día. «Dr. Soto»: 38,00 € al día.'
  expect(stepLines(moved)).toEqual([
    '«Marca»: 17,00 € al día.',
    '«Ciudades»: 32,00 € al día.',
    '«Dr. Soto»: 38,00 € al día.',
  ])
  const one = 'Negativas de frase con «gratis» y «pdf» en la lista «Lo que solo gasta». Ya está.'
  expect(stepLines(one)).toEqual([one])
})
