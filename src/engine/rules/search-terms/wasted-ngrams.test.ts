import { expect, test } from 'vitest'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, numbersMissing, reasonOf, withTerms } from '../../samples/sample-analysis.ts'

const base = sampleAccount()

const FREE = ['botas gratis', 'zuecos gratis', 'gratis tacones', 'crocs grátis', 'suela gratis']

test('a word that never sells is excluded once, with each of its spellings', () => {
  const account = withTerms(...FREE.map((term) => searchTerm(term, sums(90, 0))))
  const all = found(account, 'wasted-ngrams')
  expect(all).toHaveLength(1)
  const texts = JSON.stringify(all[0]!.evidence.change!.operations).match(/"text":"[^"]+"/g)
  expect(texts).toEqual(['"text":"gratis"', '"text":"grátis"'])
})

test('a word of several campaigns says which', () => {
  const terms = FREE.map((term, i) =>
    searchTerm(term, sums(90, 0), { campaignId: i % 2 === 0 ? '1' : '2' }),
  )
  const campaigns = ['1', '2'].map((id) => campaign({ id, name: `Campaña ${id}` }))
  const [card] = found({ ...withTerms(...terms), campaigns }, 'wasted-ngrams')
  expect(card!.campaignId).toBeNull()
  expect(card!.evidence.campaignIds).toEqual(['1', '2'])
})

test('a word of several campaigns is promised at what a conversion is worth in each', () => {
  const ids = ['1', '2']
  const terms = ids.flatMap((campaignId) =>
    FREE.map((term) => searchTerm(term, sums(90, 0), { campaignId })),
  )
  const campaigns = ids.map((id) => campaign({ id, name: `Campaña ${id}` }))
  const promised = (...worth: readonly [number, number]) => {
    const said = ids.map((id, i) => ({ id, micros: worth[i]! * 1e6 }))
    const conversionValues = { campaigns: said, actions: [] }
    const [card] = found({ ...withTerms(...terms), campaigns, conversionValues }, 'wasted-ngrams')
    return card!.stakeMicros
  }
  const middle = (promised(40, 40) + promised(10, 10)) / 2
  expect(Math.abs(promised(40, 10) / middle - 1)).toBeLessThan(0.05)
})

test('a word is excluded where its clicks cost more than they bring, not where they are cheap', () => {
  const dear = FREE.map((term) => searchTerm(term, sums(90, 0)))
  const cheap = FREE.map((term) => searchTerm(term, sums(4, 0, 0.002), { campaignId: '2' }))
  const campaigns = ['1', '2'].map((id) => campaign({ id, name: `Campaña ${id}` }))
  const account = { ...withTerms(...dear, ...cheap), campaigns }
  const [card, ...more] = found(account, 'wasted-ngrams')
  expect(more).toEqual([])
  expect(card!.campaignId).toBe('1')
  const both = {
    ...withTerms(...dear, ...cheap.map((one) => ({ ...one, sums: sums(90, 0) }))),
    campaigns,
  }
  expect(found(both, 'wasted-ngrams')[0]!.evidence.campaignIds).toEqual(['1', '2'])
})

test('words of several campaigns that do not fit in one card go on another', () => {
  const words = Array.from(
    { length: 60 },
    (_, i) => `palabra${String.fromCharCode(97 + (i % 26))}${i}x`,
  )
  const ids = ['1', '2']
  const terms = words.flatMap((word) =>
    ids.flatMap((campaignId) =>
      ['botas', 'zuecos', 'tacones', 'crocs', 'suela'].map((item) =>
        searchTerm(`${item} ${word}`, sums(90, 0), { campaignId }),
      ),
    ),
  )
  const campaigns = ids.map((id) =>
    campaign({ id, name: `Campaña ${id}`, sums: sums(90_000, 3_600) }),
  )
  const cards = found({ ...withTerms(...terms), campaigns }, 'wasted-ngrams')
  const counts = cards.map(({ evidence }) => evidence.change!.operations.length)
  expect(counts).toHaveLength(2)
  expect(Math.max(...counts)).toBe(50)
})

test('where most of a campaign has the word, the campaign itself is doubted first', () => {
  const terms = FREE.map((term) => searchTerm(term, sums(90, 0), { campaignId: '3' }))
  const account = withTerms(...terms)
  const doubts = (clicks: number) => {
    const small = campaign({ id: '3', name: 'Disfraces', sums: sums(clicks, clicks / 25) })
    const campaigns = [...account.campaigns, small]
    return found({ ...account, campaigns }, 'wasted-ngrams')[0]!.evidence.counterEvidence
  }
  expect(doubts(600)[0]).toMatch(/en «Disfraces» son el 75\s% de lo que gasta\. Mira/)
  expect(doubts(9_000).join()).not.toContain('«Disfraces»')
})

test('words to be excluded in all their campaigns go on one list that these share', () => {
  const ids = ['1', '2', '3']
  const terms = ['gratis', 'empleo'].flatMap((word) =>
    ids.flatMap((campaignId) =>
      ['botas', 'zuecos', 'tacones', 'crocs', 'suela'].map((item) =>
        searchTerm(`${item} ${word}`, sums(90, 0), { campaignId }),
      ),
    ),
  )
  const campaigns = ids.map((id) => campaign({ id, name: `Campaña ${id}` }))
  const account = { ...withTerms(...terms), campaigns, inventory: { negativeLists: [] } }
  const [card, ...more] = found(account, 'wasted-ngrams')
  expect(more).toEqual([])
  // Nor is one to be made by hand besides.
  expect(found(account, 'negative-lists')).toEqual([])
  expect(reasonOf(account, 'negative-lists')).toContain('la crea la recomendación')
  expect(found({ ...account, searchTerms: base.searchTerms }, 'negative-lists')).toHaveLength(1)
  // Where no word is told, one is asked for all the same.
  const unreachable = { ...account, targetCpaMicros: 1e6 }
  expect(found(unreachable, 'wasted-ngrams')).toEqual([])
  expect(found(unreachable, 'negative-lists')).toHaveLength(1)
  const { operations, after } = card!.evidence.change!
  expect(operations.map((operation) => Object.keys(operation)[0])).toEqual([
    'sharedSetOperation',
    ...['gratis', 'empleo'].map(() => 'sharedCriterionOperation'),
    ...ids.map(() => 'campaignSharedSetOperation'),
  ])
  expect(after).toContain('«Campaña 1», «Campaña 2» y «Campaña 3»')
  expect(numbersMissing(card!)).toEqual([])
})

test('one sale, or a keyword with it, saves a word', () => {
  const rule = 'wasted-ngrams'
  const terms = FREE.map((term) => searchTerm(term, sums(90, 0)))
  const sold = searchTerm('envío gratis botas', sums(9, 1))
  expect(found(withTerms(...terms, sold), rule)).toEqual([])
  const keywords = [...base.keywords, keyword('zapatos gratis', sums(5, 0))]
  expect(found({ ...withTerms(...terms), keywords }, rule)).toEqual([])
})

test('where one lucky search keeps a word, the others go one by one, but never what sold', () => {
  const jobs = ['zapateria', 'tienda', 'almacen', 'fabrica', 'oficina', 'costura', 'reparto']
  const terms = jobs.map((job) => searchTerm(`empleo ${job}`, sums(90, 0)))
  const rare = searchTerm('empleo taller', sums(4, 0))
  const lucky = searchTerm('empleo botas', sums(3, 1))
  const account = withTerms(...terms, rare, lucky)
  expect(found(account, 'wasted-ngrams')).toEqual([])
  const [card, ...more] = found(account, 'wasted-search-terms')
  expect(more).toEqual([])
  expect(card!.title).toContain('8 búsquedas con «empleo»')
  expect(card!.description).toContain('como «empleo botas» sí vendió')
  const excluded = JSON.stringify(card!.evidence.change!.operations)
  expect(excluded).toContain('"empleo taller"')
  expect(excluded).not.toContain('empleo botas')
  expect(excluded).not.toContain('PHRASE')
  const alone = withTerms(...terms.slice(0, 2), rare, lucky)
  expect(JSON.stringify(found(alone, 'wasted-search-terms'))).not.toContain('empleo taller')
})

test('what sold dearly goes with the rest of its word, which tells of it too', () => {
  const jobs = ['zapateria', 'tienda', 'almacen', 'fabrica', 'oficina', 'costura', 'reparto']
  const terms = jobs.map((job) => searchTerm(`empleo ${job}`, sums(90, 0)))
  const lucky = searchTerm('empleo botas', sums(3, 1))
  const dear = searchTerm('empleo zuecos', sums(120, 1))
  const excluded = (...own: ReturnType<typeof searchTerm>[]) =>
    JSON.stringify(found(withTerms(...own), 'wasted-search-terms'))
  const cards = excluded(...terms, lucky, dear)
  expect(cards).toContain('"text":"empleo zuecos"')
  expect(cards).not.toContain('"text":"empleo botas"')
  expect(cards).toContain('como «empleo botas» sí vendió')
  expect(excluded(lucky, dear)).not.toContain('"text":"empleo zuecos"')
})

test('where all that sold with a word is excluded too, no other search is said to have sold', () => {
  const jobs = ['zapateria', 'tienda', 'almacen', 'fabrica', 'oficina', 'costura', 'reparto']
  const terms = jobs.map((job) => searchTerm(`empleo ${job}`, sums(130, 0)))
  const dear = searchTerm('empleo zuecos', sums(200, 2))
  const [card] = found(withTerms(...terms, dear), 'wasted-search-terms')
  expect(JSON.stringify(card!.evidence.change!.operations)).toContain('"text":"empleo zuecos"')
  expect(card!.description).toContain('como alguna sí vendió, no se excluye la palabra entera')
})

test('what sold with a word where its negative would not act does not keep it', () => {
  const brands = campaign({ id: '3', name: 'Marca', sums: sums(1_000, 200) })
  const bought = searchTerm('calzados lumbre gratis', sums(60, 20), {
    campaignId: '3',
    adGroupId: '31',
  })
  const terms = FREE.map((term) => searchTerm(term, sums(90, 0)))
  const account = withTerms(...terms, bought)
  const [card] = found({ ...account, campaigns: [...account.campaigns, brands] }, 'wasted-ngrams')
  expect(card!.title).toContain('«gratis»')
  expect(card!.evidence.campaignIds ?? [card!.campaignId]).toEqual(['1'])
})

test('where what keeps the word sold in another campaign only, no search is named for it', () => {
  const jobs = ['zapateria', 'tienda', 'almacen', 'fabrica', 'oficina', 'costura', 'reparto']
  const terms = jobs.map((job) => searchTerm(`empleo ${job}`, sums(90, 0)))
  const bought = searchTerm('empleo botas', sums(20, 2, 0.05), { campaignId: '2' })
  const campaigns = ['1', '2'].map((id) => campaign({ id, name: `Campaña ${id}` }))
  const [card] = found({ ...withTerms(...terms, bought), campaigns }, 'wasted-search-terms')
  expect(card!.description).toContain('como alguna sí vendió, no se excluye')
})

test('a word kept by one lucky search is one card, whatever the campaigns', () => {
  const jobs = ['zapateria', 'tienda', 'almacen', 'fabrica', 'oficina', 'costura', 'reparto']
  const terms = jobs.map((job, i) =>
    searchTerm(`empleo ${job}`, sums(90, 0), { campaignId: i % 2 === 0 ? '1' : '2' }),
  )
  const campaigns = ['1', '2'].map((id) => campaign({ id, name: `Campaña ${id}` }))
  const lucky = searchTerm('empleo botas', sums(3, 1))
  const cards = found({ ...withTerms(...terms, lucky), campaigns }, 'wasted-search-terms')
  expect(cards.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Excluye 7 búsquedas con «empleo» de 2 campañas/),
  ])
  expect(cards[0]!.evidence.campaignIds!.toSorted()).toEqual(['1', '2'])
})

test('one search in five campaigns is not five searches', () => {
  const ids = ['1', '2', '3', '4', '5']
  const terms = ids.map((campaignId) => searchTerm('zuecos marinos', sums(90, 0), { campaignId }))
  const campaigns = ids.map((id) => campaign({ id, name: `Campaña ${id}` }))
  const all = found({ ...withTerms(...terms), campaigns }, 'wasted-ngrams')
  expect(all.filter(({ title }) => title.startsWith('Excluye las'))).toEqual([])
})

test('a word takes over its searches; one more click of them makes it surer', () => {
  const rule = 'wasted-ngrams'
  const account = (clicks: number) =>
    withTerms(...FREE.map((term) => searchTerm(term, sums(clicks, 0))))
  expect(found(account(4), rule)).toEqual([])
  expect(found(account(90), rule)[0]!.probability).toBeGreaterThan(
    found(account(40), rule)[0]!.probability,
  )
  expect(found(account(400), rule)).toHaveLength(1)
  expect(found(account(400), 'wasted-search-terms')).toEqual([])
})

test('a sale far too dear does not save a word, nor a brand search in it', () => {
  const rule = 'wasted-ngrams'
  const terms = FREE.map((term) => searchTerm(term, sums(90, 0)))
  const dear = searchTerm('suelas gratis', sums(400, 1))
  const [one] = found(withTerms(...terms, dear), rule)
  expect(one!.title).toMatch(/«gratis»: cada conversión le cuesta/)
  const brandFree = searchTerm('lumbre gratis', sums(10, 0))
  expect(found(withTerms(...terms, brandFree), rule)).toEqual([])
})

test('of words that only come together, all are excluded: fewer innocent searches are stopped', () => {
  const terms = ['botas', 'zuecos', 'crocs', 'tacones', 'suela'].map((word) =>
    searchTerm(`${word} segunda mano`, sums(90, 0)),
  )
  const titles = (...more: typeof terms) =>
    found(withTerms(...terms, ...more), 'wasted-ngrams').map(({ title }) => title)
  expect(titles()[0]).toContain('«segunda mano»')
  expect(titles(searchTerm('mano alzada', sums(90, 0)))[0]).toContain('«mano»')
})

test('a word that only ever comes with others of them is left: a town is not what people do not want', () => {
  const jobs = ['empleo', 'sueldo', 'curso', 'oposiciones', 'trabajar']
  const towns = ['badalona', 'mañanas', 'sabadell', 'terrassa', 'barcelona']
  const trades = ['limpieza', 'portería', 'cocina']
  const terms = jobs.flatMap((job, i) =>
    towns.map((town, j) => searchTerm(`${job} ${trades[(i + j) % 3]} ${town}`, sums(90, 0))),
  )
  const sold = ['precio', 'oficinas', 'empresa'].map((word) =>
    searchTerm(`limpieza ${word} barcelona`, sums(300, 18)),
  )
  const [card] = found(withTerms(...terms, ...sold), 'wasted-ngrams')
  const excluded = JSON.stringify(card!.evidence.change!.operations).match(/"text":"[^"]+"/g)
  expect(excluded!.sort()).toEqual(jobs.map((job) => `"text":"${job}"`).sort())
})

test('a word whose searches a paused keyword brought is not spent on any more', () => {
  const id = 'vestidos de fiesta'
  const terms = FREE.map((term) => searchTerm(term, sums(90, 0), { criterionId: id }))
  const brought = (status: 'ENABLED' | 'PAUSED') => ({
    ...withTerms(...terms),
    keywords: [...base.keywords, keyword(id, sums(2_000, 60), { status })],
  })
  expect(found(brought('ENABLED'), 'wasted-ngrams')).toHaveLength(1)
  expect(found(brought('PAUSED'), 'wasted-ngrams')).toEqual([])
})

test('a word that only comes with one that is offered elsewhere and sells as badly here is not to blame', () => {
  const things = ['botas', 'zuecos', 'tacones', 'crocs', 'suelas', 'chanclas']
  const account = withTerms(
    ...things.flatMap((thing) => [
      searchTerm(thing, sums(300, 15)),
      searchTerm(`${thing} online`, sums(60, 0)),
      searchTerm(`clases ${thing} online`, sums(60, 0)),
    ]),
  )
  const wordsOf = (keywords: typeof account.keywords) =>
    found({ ...account, keywords: [...account.keywords, ...keywords] }, 'wasted-ngrams')
      .flatMap(({ evidence }) =>
        JSON.stringify(evidence.change!.operations).match(/"text":"[^"]+"/g),
      )
      .sort()
  expect(wordsOf([])).toEqual(['"text":"online"'])
  const elsewhere = keyword('taller online', sums(9, 1), { campaignId: '2', adGroupId: '21' })
  expect(wordsOf([elsewhere])).not.toContain('"text":"clases"')
  // Where the offered word sells by itself the other one is what is wasted.
  const selling = things.map((thing) => searchTerm(`tienda ${thing} online`, sums(300, 15)))
  const sold = { ...account, searchTerms: [...account.searchTerms, ...selling] }
  const texts = found({ ...sold, keywords: [...account.keywords, elsewhere] }, 'wasted-ngrams')
  expect(JSON.stringify(texts)).toContain('"text":"clases"')
})
