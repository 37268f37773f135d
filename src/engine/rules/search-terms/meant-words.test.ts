import { expect, test } from 'vitest'
import { meaningReader } from '../../account/meanings.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, numbersMissing, plain } from '../../samples/sample-analysis.ts'

/** A small dentist's at 3 € a click, 42 conversions in the window; what else is searched, with clicks and conversions. */
function dentist(
  others: Record<string, [clicks: number, conversions: number]>,
  over: Partial<WholeSnapshot> = {},
): WholeSnapshot {
  const CPC = 3
  const things = ['implantes', 'ortodoncia', 'carillas', 'endodoncia', 'limpieza', 'fundas']
  const wishes = ['', ' precio', ' urgente', ' cita', ' adultos', ' clínica']
  const sold = things.flatMap((thing) => wishes.map((wish) => `${thing} dental${wish}`))
  const rows = [
    ...sold.map((term, i) => searchTerm(term, sums(20, i % 6 === 0 ? 2 : 1, CPC))),
    ...Object.entries(others).map(([term, [clicks, conversions]]) =>
      searchTerm(term, sums(clicks, conversions, CPC)),
    ),
  ].map((row) => ({ ...row, keywordText: 'implantes dental' }))
  const base = sampleAccount()
  return {
    ...base,
    account: { ...base.account, name: 'Clínica Puerta del Mar' },
    targetCpaMicros: 80_000_000,
    campaigns: [
      campaign({ name: 'Clínica', biddingStrategyType: 'TARGET_SPEND', sums: sums(900, 42, CPC) }),
    ],
    keywords: things.map((thing) => keyword(`${thing} dental`, sums(120, 7, CPC))),
    searchTerms: rows,
    ...over,
  }
}

const excluded = (account: WholeSnapshot) =>
  found(account, 'wasted-ngrams').flatMap(({ evidence }) =>
    (JSON.stringify(evidence.change!.operations).match(/"text":"[^"]+"/g) ?? []).map((text) =>
      text.slice('"text":"'.length, -1),
    ),
  )

/** Three to six clicks each: none of them tells anything by itself. */
const JOBS = {
  'sueldo higienista dental': [6, 0],
  'ofertas de trabajo ortodoncia': [5, 0],
  'empleo clínica dental': [6, 0],
  'empleo endodoncia': [3, 0],
  'vacantes carillas dental': [4, 0],
} satisfies Record<string, [number, number]>

test('words that mean something else than to buy are excluded before any of them has many clicks', () => {
  expect(excluded(dentist(JOBS)).toSorted()).toEqual([
    'empleo',
    'ofertas de trabajo',
    'sueldo',
    'vacantes',
  ])
  const meaningless = Object.fromEntries(
    Object.entries(JOBS).map(([term, seen], i) => [
      `carillas dental zirconio${i} ${term.length}x`,
      seen,
    ]),
  )
  expect(excluded(dentist(meaningless)), 'as few clicks without a meaning').toEqual([])
})

test('the card says that it rests on the meaning, and how all searches like it have sold', () => {
  const [card] = found(dentist(JOBS), 'wasted-ngrams')
  const description = plain(card!.description)
  expect(description).toContain('Quien las escribe suele buscar trabajo (')
  expect(description).toContain(
    'las búsquedas con palabras así hicieron 24 clics y no trajeron ninguna conversión',
  )
  expect(description).toContain('Si vendes eso, no las excluyas.')
  expect(numbersMissing(card!)).toEqual([])
  const [alone] = found(dentist({ 'empleo clínica dental': [40, 0] }), 'wasted-ngrams')
  expect(plain(alone!.description)).toMatch(
    /^1 búsqueda distinta que contiene «empleo» sumó 40 clics/,
  )
  expect(numbersMissing(alone!)).toEqual([])
})

test('where words of the same meaning sell, none of them is excluded for what it means', () => {
  const sells = {
    ...JOBS,
    'trabajo higienista dental': [60, 4],
    'empleos dental': [30, 2],
  } satisfies Record<string, [number, number]>
  expect(excluded(dentist(sells))).toEqual([])
})

test('what the account says it sells is no word against it', () => {
  const ads = (headline: string): Partial<WholeSnapshot> => ({
    inventory: {
      ads: [
        {
          campaignId: '1',
          adGroupId: '11',
          adId: '7',
          type: 'RESPONSIVE_SEARCH_AD',
          status: 'ENABLED',
          policyTopics: [],
          headlines: [{ text: headline }],
          descriptions: [],
          finalUrls: [],
          sums: sums(0, 0),
        },
      ],
    },
  })
  expect(excluded(dentist(JOBS, ads('Ofertas de trabajo para higienistas')))).toEqual([])
  expect(excluded(dentist(JOBS, ads('Clínica dental'))).length).toBe(4)
  const base = dentist(JOBS)
  const ofKeyword = [...base.keywords, keyword('empleo dental', sums(9, 0, 3))]
  expect(excluded({ ...base, keywords: ofKeyword })).toEqual([])
})

test('a town is elsewhere for who names his own, unless it is of the same area', () => {
  const read = (name: string, text: string) => {
    const base = sampleAccount()
    const account = { ...base, account: { ...base.account, name } }
    return meaningReader(account)(text).map(({ written, meaning }) => `${written}: ${meaning}`)
  }
  expect(read('Dentista Sevilla', 'dentista toledo')).toEqual(['toledo: elsewhere'])
  expect(read('Dentista Sevilla', 'dentista dos hermanas')).toEqual([])
  expect(read('Calzados Lumbre', 'dentista toledo'), 'the whole country').toEqual([])
  const shop = sampleAccount()
  const bids = [...shop.keywords, keyword('zapatos sevilla', sums(9, 1))]
  expect(
    meaningReader({ ...shop, keywords: bids })('zapatos toledo'),
    'one of many keywords',
  ).toEqual([])
  const local = shop.keywords.map((one) => ({ ...one, text: `${one.text} sevilla` }))
  expect(meaningReader({ ...shop, keywords: local })('zapatos toledo').length).toBe(1)
  expect(read('Calzados Lumbre', 'Cómo hacer zapatos grátis')).toEqual([
    'cómo hacer: by oneself',
    'grátis: free',
  ])
})

test('where the brand is searched with such a word the others go one by one', () => {
  const jobs = {
    'empleo clínica dental': [60, 0],
    'empleo puerta del mar': [9, 0],
  } satisfies Record<string, [number, number]>
  const account = { ...dentist(jobs), ownWords: { brand: ['puerta del mar'], protected: [] } }
  expect(excluded(account)).toEqual([])
  const [card] = found(account, 'wasted-search-terms')
  expect(JSON.stringify(card!.evidence.change!.operations)).toContain('empleo clínica dental')
  expect(JSON.stringify(card!.evidence.change!.operations)).not.toContain('puerta')
  expect(plain(card!.description)).toContain('también la llevan búsquedas con tu marca')
})

test('where Google bids, one large waste makes no room for many words that may well sell', () => {
  const doubtful = ['trabajo', 'plantilla', 'fotos', 'ejemplos', 'alquiler', 'clases', 'logo']
  const base = dentist({
    'implantes gratis': [300, 0],
    ...Object.fromEntries(doubtful.map((word) => [`carillas ${word}`, [4, 0] as const])),
  } as Record<string, [number, number]>)
  const bidBy = (biddingStrategyType: string) =>
    base.campaigns.map((one) => ({ ...one, biddingStrategyType }))
  const byGoogle = excluded({ ...base, campaigns: bidBy('TARGET_CPA') })
  expect(byGoogle).toContain('gratis')
  expect(byGoogle.length).toBeLessThan(doubtful.length / 2)
  const byHand = excluded({ ...base, campaigns: bidBy('TARGET_SPEND') })
  expect(byHand.toSorted()).toEqual([...doubtful, 'gratis'].toSorted())
})
