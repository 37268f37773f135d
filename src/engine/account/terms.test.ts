import { expect, test } from 'vitest'
import { uniformsFrom } from '../statistics/random.ts'
import { keywordCovers, negativeActsOn, negativeBlocks } from './matches.ts'
import { askedMeaning, folded, kinOf, meaningOf, ngramsOf, stem, tokensOf } from './terms.ts'

test('folding drops accents but keeps ñ and ç', () => {
  expect(folded('niño')).toBe('niño')
  expect(folded('análisis')).toBe('analisis')
  expect(folded('pingüino')).toBe('pinguino')
  expect(folded('plaça')).toBe('plaça')
})

test.each([
  ['zapatos', 'zapato'],
  ['flores', 'flor'],
  ['luces', 'luz'],
  ['clases', 'clase'],
  ['hoteles', 'hotel'],
  ['camiones', 'camión'],
  ['cañas', 'caña'],
  ['colchões', 'colchão'],
  ['batteries', 'battery'],
  ['lamps', 'lamp'],
  ['cascos', 'casco'],
])('%s and %s have one stem', (plural, singular) => {
  expect(stem(plural)).toBe(stem(singular))
})

test('gratis is not a plural and año is not ano', () => {
  expect(stem('gratis')).toBe('gratis')
  expect(stem('año')).not.toBe(stem('ano'))
})

test('meaning ignores order, plurals, accents and nearness', () => {
  expect(meaningOf('Zapatos de mujer')).toBe(meaningOf('mujer zapato'))
  expect(meaningOf('dentista cerca de mí')).toBe(meaningOf('dentistas cerca de mi'))
  expect(meaningOf('dentista a prop meu')).toBe(meaningOf('dentista'))
  expect(meaningOf('zapatos rojos')).not.toBe(meaningOf('zapatos azules'))
})

test('a place is another one without its article, and its noun may be no place', () => {
  for (const [own, other] of [
    ['hoteles la palma', 'hoteles palma'],
    ['hoteles la palma', 'hoteles las palmas'],
    ['apartamentos la manga', 'apartamentos manga'],
    ['vuelos el salvador', 'vuelos san salvador'],
    ['hotel lago de como', 'hotel lago di como'],
  ] as const) {
    expect(meaningOf(own)).not.toBe(meaningOf(other))
    expect(kinOf(own)).not.toBe(kinOf(other))
  }
  expect(meaningOf('vuelos al salvador')).toBe(meaningOf('vuelos a el salvador'))
  expect(kinOf('hoteles la habana')).toBe(kinOf('hotel habana'))
  expect(keywordCovers({ text: 'hoteles palma', matchType: 'PHRASE' }, 'hoteles la palma')).toBe(
    false,
  )
  // What a negative says and stops are the words as they are written.
  expect([...ngramsOf('hoteles la palma').keys()]).toContain('palma')
})

test('who asks what a thing is, or how long it lasts, is no kin of who asks for it', () => {
  const asked = [
    'qué es un implante dental',
    'cómo son los implantes dentales',
    'cómo funciona un implante dental',
    'cuánto dura un implante dental',
    'que és un implant dental',
    'com és un implant dental',
    'o que é um implante dental',
    'como é um implante dental',
  ]
  for (const text of asked) {
    expect(kinOf(text)).toMatch(/^\? /)
    expect(askedMeaning(text)).not.toBe(meaningOf(text))
  }
  expect(kinOf(asked[0]!)).toBe(kinOf(asked[2]!.replace('funciona', 'es')))
  expect(kinOf('cuánto cuesta un implante dental')).not.toMatch(/^\? /)
})

test('the words of a meaning come in the order in which an array sorts them', () => {
  const next = uniformsFrom('meaning')
  const letters = [...'abñçaé&9z']
  const word = () =>
    Array.from({ length: 4 }, () => letters[Math.floor(letters.length * next())]).join('')
  for (let i = 0; i < 300; i++) {
    const words = Array.from({ length: 1 + Math.floor(7 * next()) }, word)
    expect(meaningOf(words.join(' '))).toBe(words.map(stem).sort().join(' '))
  }
})

test('emoji, Catalan and other alphabets break nothing', () => {
  expect(tokensOf('👟 zapatillas 👟')).toEqual(['zapatillas'])
  expect(tokensOf('👟👟')).toEqual([])
  expect(tokensOf("hotel d'hivern al·lot col·legi")).toEqual([
    'hotel',
    'd',
    'hivern',
    'allot',
    'collegi',
  ])
  expect(meaningOf('👟')).toBe('')
})

test('n-grams neither begin nor end in a little word', () => {
  expect([...ngramsOf('zapatos gratis de segunda mano').keys()]).toEqual([
    'zapatos',
    'zapatos gratis',
    'gratis',
    'gratis de segunda',
    'segunda',
    'segunda mano',
    'mano',
  ])
})

test('negatives match their own words only', () => {
  const exact = { text: 'zapatos gratis', matchType: 'EXACT' as const }
  expect(negativeBlocks(exact, 'Zapatos Gratis')).toBe(true)
  expect(negativeBlocks(exact, 'zapato gratis')).toBe(false)
  expect(negativeBlocks(exact, 'zapatos gratis online')).toBe(false)
  const phrase = { text: 'segunda mano', matchType: 'PHRASE' as const }
  expect(negativeBlocks(phrase, 'zapatos segunda mano madrid')).toBe(true)
  expect(negativeBlocks(phrase, 'mano segunda')).toBe(false)
  const broad = { text: 'mano segunda', matchType: 'BROAD' as const }
  expect(negativeBlocks(broad, 'zapatos segunda mano')).toBe(true)
  expect(negativeBlocks({ text: 'cafe', matchType: 'BROAD' }, 'café')).toBe(false)
  expect(negativeBlocks({ text: '👟', matchType: 'BROAD' }, 'zapatos')).toBe(false)
})

test('negatives act in their own place', () => {
  const place = { campaignId: '1', adGroupId: '11' }
  const words = { text: 'gratis', matchType: 'BROAD' as const }
  expect(negativeActsOn({ ...words, scope: 'adGroup', adGroupId: '11' }, place)).toBe(true)
  expect(negativeActsOn({ ...words, scope: 'adGroup', adGroupId: '12' }, place)).toBe(false)
  expect(negativeActsOn({ ...words, scope: 'shared', campaignId: '2' }, place)).toBe(false)
  expect(negativeActsOn({ ...words, scope: 'shared' }, place)).toBe(true)
})

test('positive keywords cover close variants', () => {
  const exact = { text: 'zapatos de mujer', matchType: 'EXACT' as const }
  expect(keywordCovers(exact, 'mujer zapato')).toBe(true)
  expect(keywordCovers(exact, 'zapatos de mujer rojos')).toBe(false)
  expect(keywordCovers({ ...exact, matchType: 'PHRASE' }, 'zapato mujer rojo')).toBe(true)
  expect(keywordCovers({ ...exact, matchType: 'PHRASE' }, 'zapatos rojos de mujer')).toBe(false)
  expect(keywordCovers({ ...exact, matchType: 'BROAD' }, 'zapatos rojos de mujer')).toBe(true)
})

test.each([
  ['celular usado barato', 'móviles usadas económicos'],
  ['carro de segunda mano', 'coches segunda mano'],
  ['sabata home', 'sabates home'],
  ['dentista infantil a prop meu', 'dentistas infantiles cerca de mí'],
  ['alquiler depa', 'renta apartamento'],
  ['curso gratuito', 'cursos gratis'],
  ['shoes for women', 'women shoe'],
  ['chauffage pour la chambre', 'chauffages chambre'],
  ['cadeira até o quarto', 'cadeiras quarto'],
  ['hotel con piscina', 'hoteles piscina'],
  ['seguro contra incendios', 'seguro incendio'],
  ['hotel na praia', 'hotel das praias'],
  ['hotel més barat', 'hotel barat'],
  ['alquiler de un mes', 'alquiler mes'],
  ['dentista perto de mim', 'dentista'],
  ['dentista aprop', 'dentista'],
  ['landetxea ondoan', 'landetxea'],
  ['hoteles las palmas', 'hotel palmas'],
  ['apartamentos los cristianos', 'apartamento cristianos'],
  ['hotel los llanos', 'hotel llanos'],
  ['hotel los cabos', 'hoteles cabos'],
])('%s is of one kin with %s', (one, other) => {
  expect(kinOf(one)).toBe(kinOf(other))
})

test.each([
  ['zapatos rojos', 'zapatos azules'],
  ['año nuevo', 'ano nuevo'],
  ['té verde', 'verde'],
  ['hotel sur', 'hotel'],
  ['coches sin carnet', 'carnet de coche'],
  ['leche sin lactosa', 'leche con lactosa'],
  ['alquiler sin aval', 'aval alquiler'],
  ['pis sense ascensor', 'pis amb ascensor'],
  ['leite sem lactose', 'leite com lactose'],
  ['leite sen lactosa', 'leite con lactosa'],
  ['glutenik gabe', 'glutenik'],
  ['loans without collateral', 'loans with collateral'],
  ['no deposit rental', 'deposit rental'],
  ['cama dos plazas', 'cama una plaza'],
  ['oinetakoak', 'zapatos'],
  // Little in one sense, and what is asked for in another.
  ['botas ante mujer', 'botas mujer'],
  ['fiat uno usado', 'fiat usado'],
  ['alquiler coche mes', 'alquiler coche'],
  ['sobre kraft', 'kraft'],
  ['piso zona este', 'piso zona'],
  ['servidor nas', 'servidor'],
  ['tes ecológicos', 'ecológicos'],
  ['detector co', 'detector'],
  ['camisas polo', 'camisas'],
  ['renta casa edo mex', 'renta casa mex'],
  ['hotel la palma', 'hotel palma'],
  ['hotel palmas', 'hotel palma'],
  ['hotel las palmas', 'hotel la palma'],
  ['hotel la manga', 'hotel manga'],
  ['hotel lago como', 'hotel lago'],
  ['👟', '👠 rojo'],
])('%s is not of the kin of %s', (one, other) => {
  expect(kinOf(one)).not.toBe(kinOf(other))
})
