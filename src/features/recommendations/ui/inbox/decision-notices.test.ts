import { expect, test } from 'vitest'
import { backNotice, type Made, madeMark, madeNotice } from './decision-notices.ts'

const PARTLY = 'Se han hecho 15 de 18 cambios. La campaña ya no existe.'

test('a card of which Google took only some steps is not told as applied', () => {
  const one = made('aplicada_en_parte', PARTLY)
  expect(madeMark(one)).toBe('Aplicada en parte')
  expect(madeNotice([one], 1)).toEqual({
    title: 'Aplicada en parte',
    description: `Excluye 18 búsquedas: ${PARTLY}`,
    variant: 'warning',
  })
  expect(madeMark(made('aplicada'))).toBe('Aplicado')
  expect(madeNotice([made('aplicada')], 1)).toEqual({
    title: 'Aplicado',
    description: 'Excluye 18 búsquedas',
    variant: 'success',
  })
})

test('nor is one by hand, which is only noted', () => {
  const one = made('hecha_a_mano')
  expect([madeMark(one), madeNotice([one], 1).title]).toEqual([
    'Anotada como hecha',
    'Anotada como hecha',
  ])
  expect(madeNotice([one, made('aplicada')], 2)).toMatchObject({
    title: '1 de 2 aplicadas',
    description: '1 anotada como hecha.',
    variant: 'success',
  })
  expect(madeNotice([one, one], 3)).toMatchObject({
    title: '2 de 3 anotadas como hechas',
    description: 'Las demás siguen en la lista, con su motivo.',
  })
})

test('of several, those made in part are named and do not count as applied', () => {
  const part = made('aplicada_en_parte', PARTLY)
  expect(madeNotice([made('aplicada'), part], 3)).toEqual({
    title: '1 de 3 aplicadas',
    description: `1 solo en parte, «Excluye 18 búsquedas»: ${PARTLY} Las demás siguen en la lista, con su motivo.`,
    variant: 'warning',
  })
  expect(madeNotice([part, part], 2).description).toMatch(/^2 solo en parte, .*Historial/)
  expect(madeNotice([made('aplicada'), made('aplicada')], 2)).toEqual({
    title: '2 de 2 aplicadas',
    description: '',
    variant: 'success',
  })
})

test('what was taken back is told apart from what was not', () => {
  const undone = { id: 'a', state: 'undone', text: '' } as const
  const refused = { id: 'a', state: 'refused', text: 'Alguien lo ha cambiado.' } as const
  const partly = { id: 'a', state: 'partly', text: 'Se ha deshecho 1 de 2 cambios.' } as const
  const open = { id: 'a', state: 'open', text: 'Google Ads no responde.' } as const
  const asked = (count: number) => Array.from({ length: count }, () => made('aplicada'))
  expect(backNotice([undone, undone], asked(2))).toEqual({
    title: 'Deshecho',
    description: 'Las 2 vuelven a la lista.',
    variant: 'success',
  })
  expect(backNotice([undone], asked(1)).description).toBe(
    'Excluye 18 búsquedas. En Google Ads está otra vez como antes.',
  )
  expect(backNotice([undone], [made('hecha_a_mano')]).description).toBe('Excluye 18 búsquedas')
  expect(backNotice([undone, refused, undone], asked(3))).toEqual({
    title: 'Deshechas 2 de 3',
    description: '1 no: Alguien lo ha cambiado.',
    variant: 'warning',
  })
  expect(backNotice([refused, refused], asked(2))).toMatchObject({
    title: 'No se pudo deshacer',
    variant: 'destructive',
  })
  expect(backNotice([undone, partly, open], asked(5))).toMatchObject({
    title: 'Deshechas 1 de 5',
    description: expect.stringMatching(
      /^1 solo en parte: Se ha deshecho 1 .* De 1 todavía no se sabe\. 2 no se han enviado/,
    ),
  })
  expect(backNotice([refused], asked(1))).toMatchObject({
    title: 'No se pudo deshacer',
    description: 'Excluye 18 búsquedas: Alguien lo ha cambiado.',
  })
  expect(backNotice([partly], asked(1)).title).toBe('Deshecha en parte')
  expect(backNotice([open], asked(1)).title).toContain('Todavía no se sabe')
})

function made(estado_cambio: Made['estado_cambio'], message = ''): Made {
  return { id: 'a', titulo: 'Excluye 18 búsquedas', estado_cambio, message }
}
