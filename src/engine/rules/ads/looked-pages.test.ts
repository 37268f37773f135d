import { describe, expect, test } from 'vitest'
import type { BrokenWay } from '#shared/broken-page.ts'
import { MICROS } from '#shared/metrics.ts'
import type { AdFacts, LandingPage, LookedPage } from '../../account/inventory.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { numbersMissing, plain, sayingsOf } from '../../samples/sample-analysis.ts'
import { ad, healthyInventory, lookedPage } from '../../samples/sample-inventory.ts'

const FINE = 'https://lumbre.example/zapatos/mujer'
const DEAD = 'https://lumbre.example/zapatos/promo'
const dead = (way: BrokenWay = 'missing', over: Partial<LookedPage> = {}) =>
  lookedPage({
    address: DEAD,
    isFine: false,
    broken: { way, since: '2026-11-18' },
    title: '',
    headings: [],
    ...over,
  })
const onDead = (over: Partial<AdFacts> = {}) =>
  ad({ adId: '902', finalUrls: [`${DEAD}?gclid=x`], sums: sums(900, 20), ...over })
const onFine = (over: Partial<AdFacts> = {}) => ad({ sums: sums(3_000, 130), ...over })

function account(
  ads: AdFacts[],
  lookedPages: LookedPage[],
  over: Partial<WholeSnapshot> = {},
): WholeSnapshot {
  const base = sampleAccount(over)
  const landingPages: LandingPage[] = []
  const inventory = { ...healthyInventory(), ads, adDays: [], landingPages, lookedPages }
  return { ...base, inventory }
}

describe('pages that are not there', () => {
  const { found, reason } = sayingsOf('dead-landing-pages')

  test('the ad is paused where another of its ad group leads to a page that works', () => {
    const [one, ...others] = found(account([onFine(), onDead()], [lookedPage(), dead()]))
    expect(others).toEqual([])
    expect(one).toMatchObject({ category: 'landing-pages', adGroupId: '11', campaignId: '1' })
    expect(one!.evidence.change!.operations).toEqual([
      {
        adGroupAdOperation: {
          updateMask: 'status',
          update: { resourceName: 'customers/{customerId}/adGroupAds/11~902', status: 'PAUSED' },
        },
      },
    ])
    expect(plain(one!.title)).toBe('Pausa 1 anuncio de «Mujer» en «Zapatos»: la página no funciona')
    expect(one!.description).toContain(`ya no existe (${DEAD})`)
    expect(plain(one!.description)).toContain('900 clics han costado 450,00 €')
    const [row] = one!.evidence.table.rows
    expect(row).toMatchObject({ since: '2026-11-18', state: 'No existe (404 o 410)' })
    expect(plain(String(row!.seen))).toBe('20 nov 2026, 04:12')
    expect(numbersMissing(one!)).toEqual([])
  })

  test('the amount is what its clicks sell elsewhere in the ad group, less what an error page keeps', () => {
    const forecastOf = (way: BrokenWay) =>
      found(account([onFine(), onDead()], [lookedPage(), dead(way)]))[0]!.evidence.forecast!
    // 900 clicks in 90 days, 4.3 % of the others sell, at what a conversion costs on average (12.5 €).
    const whole = (900 / 3) * (130 / 3_000) * 12.5 * MICROS
    const gone = forecastOf('name')
    expect(gone.monthlyLowMicros).toBeGreaterThan(whole * 0.75)
    expect(gone.monthlyLowMicros).toBeLessThan(whole)
    expect(gone.monthlyHighMicros).toBeGreaterThan(whole)
    expect(gone.monthlyHighMicros).toBeLessThan(whole * 1.25)
    expect(forecastOf('missing').monthlyMidMicros / gone.monthlyMidMicros).toBeCloseTo(0.85, 1)
  })

  test('where no other page of the ad group is known to work it is advice', () => {
    for (const [ads, pages] of [
      [[onDead()], [dead()]],
      [[onDead(), onFine()], [dead()]],
      [
        [onDead(), onFine()],
        [dead(), lookedPage({ isFine: false })],
      ],
      [
        [onDead(), onFine({ approvalStatus: 'DISAPPROVED' })],
        [dead(), lookedPage()],
      ],
      [
        [onDead(), onFine({ status: 'PAUSED' })],
        [dead(), lookedPage()],
      ],
      [[onDead(), onDead({ adId: '903' })], [dead()]],
    ] as const) {
      const [one, ...others] = found(account([...ads], [...pages]))
      expect(others).toEqual([])
      expect(one!.evidence.change!.operations).toEqual([])
      expect(plain(one!.title)).toMatch(/^Arregla la página de «Mujer» en «Zapatos»/)
      expect(one!.evidence.forecast).not.toBeNull()
      expect(numbersMissing(one!)).toEqual([])
    }
  })

  test.each<BrokenWay>(['home', 'domain'])(
    'a page that leads to another (%s) claims nothing',
    (way) => {
      const [one] = found(account([onFine(), onDead()], [lookedPage(), dead(way)]))
      expect(one!.title).toMatch(/^Revisa la página/)
      expect(one!.evidence.forecast).toBeNull()
      expect(one!.evidence.change!.operations).toEqual([])
      expect(one!.estimatedImpact).toMatch(/^Sin importe/)
      expect(numbersMissing(one!)).toEqual([])
    },
  )

  test('without conversions to believe it is told all the same, and claims nothing', () => {
    const none = { campaigns: [campaign({ sums: sums(9_000, 0) })], keywords: [], searchTerms: [] }
    const silent = account([onFine(), onDead()], [lookedPage(), dead()], none)
    const [one] = found(silent)
    expect(one).toMatchObject({ priority: 'high', evidence: { forecast: null } })
    expect(one!.evidence.change!.operations).toHaveLength(1)
  })

  test('several ad groups of a campaign are one card, with an operation each', () => {
    const base = sampleAccount()
    const adGroups = [
      ...base.adGroups,
      { id: '12', campaignId: '1', name: 'Hombre', status: 'ENABLED' as const },
    ]
    const ads = [
      ...[onFine(), onDead()],
      ...[onFine({ adGroupId: '12', adId: '911' }), onDead({ adGroupId: '12', adId: '912' })],
    ]
    const [one, ...others] = found(account(ads, [lookedPage(), dead()], { adGroups }))
    expect(others).toEqual([])
    expect(plain(one!.title)).toBe('Pausa los anuncios con la página rota en 2 grupos de «Zapatos»')
    expect(one!.evidence.change!.operations).toHaveLength(2)
    expect(numbersMissing(one!)).toEqual([])
  })

  test('an address that its keywords have replaced is not spoken of', () => {
    const landing = (url: string, clicks: number) => ({
      url,
      campaignId: '1',
      adGroupId: '11',
      sums: sums(clicks, 1),
    })
    const whole = account([onFine(), onDead()], [lookedPage(), dead()])
    const visited = (...landingPages: LandingPage[]) =>
      found({ ...whole, inventory: { ...whole.inventory!, landingPages } })
    expect(visited(landing('https://lumbre.example/otra', 900))).toEqual([])
    expect(visited(landing(FINE, 900), landing(DEAD, 0))).toEqual([])
    expect(visited(landing(FINE, 900), landing(`${DEAD}?gclid={gclid}`, 9))).toHaveLength(1)
  })

  test('it says nothing of what was not opened, of few clicks and of what works', () => {
    const few = account([onFine(), onDead({ sums: sums(9, 0) })], [lookedPage(), dead()])
    expect(found(few)).toEqual([])
    const well = account([onFine(), onDead()], [lookedPage(), lookedPage({ address: DEAD })])
    expect(found(well)).toEqual([])
    expect(reason(well)).toContain('Se han abierto 2 páginas')
    const one = account([onFine()], [lookedPage()])
    expect(reason(one)).toContain('Se ha abierto 1 página')
    expect(reason(account([onFine()], []))).toContain('No se ha abierto ninguna página')
    const { lookedPages: _, ...inventory } = well.inventory!
    expect(reason({ ...well, inventory })).toContain('No se han podido leer las páginas')
  })
})

describe('pages that do not name what is searched for', () => {
  const { found, reason } = sayingsOf('message-match')
  const OFF = { title: 'Nueva temporada', headings: ['Descubre la colección'] }
  const asking = (...texts: [string, number][]) => ({
    keywords: texts.map(([text, clicks]) => keyword(text, sums(clicks, clicks / 25))),
  })
  const WOMEN = asking(['zapatos de mujer', 300], ['zapatos mujer baratos', 100])

  test('neither title nor headings have a word of the keywords that are clicked', () => {
    const [one, ...others] = found(account([onFine()], [lookedPage(OFF)], WOMEN))
    expect(others).toEqual([])
    expect(one).toMatchObject({ category: 'landing-pages', campaignId: '1', priority: 'low' })
    expect(one!.evidence.forecast).toBeNull()
    expect(one!.evidence.change!.operations).toEqual([])
    expect(one!.description).toContain('«zapatos de mujer» llega a «Nueva temporada»')
    expect(one!.evidence.table.rows).toMatchObject([
      { page: FINE, heading: 'Descubre la colección', clicks: 400 },
    ])
    expect(numbersMissing(one!)).toEqual([])
  })

  test.each([
    ['Zapatos'],
    ['ZAPATO DE MUJER'],
    ['Calzado para mujeres'],
    ['Zapatería infantil y zapatos'],
  ])('«%s» names it', (heading) => {
    const page = lookedPage({ title: 'Tienda', headings: [heading] })
    expect(found(account([onFine()], [page], WOMEN))).toEqual([])
  })

  test('a longer word of the same beginning names it, a common short one does not', () => {
    const teeth = asking(['implante', 400])
    const page = (heading: string) => lookedPage({ title: 'Clínica', headings: [heading] })
    expect(found(account([onFine()], [page('Implantología avanzada')], teeth))).toEqual([])
    const pans = asking(['pan sin gluten', 400])
    expect(found(account([onFine()], [page('Pantalones')], pans))).toHaveLength(1)
  })

  test('long words of one beginning name it; where words are not parted nothing is told', () => {
    const page = (heading: string) => lookedPage({ title: 'Factorix', headings: [heading] })
    const german = asking(['rechnungsprogramm', 400])
    expect(found(account([onFine()], [page('Rechnungen schreiben')], german))).toEqual([])
    expect(found(account([onFine()], [page('Rechte und Pflichten')], german))).toHaveLength(1)
    const japanese = asking(['ラーメン 渋谷', 400])
    expect(found(account([onFine()], [page('渋谷でおいしいラーメン')], japanese))).toEqual([])
  })

  test('where only few clicks are answered it is told', () => {
    const few = asking(['zapatos de mujer', 380], ['rebajas', 20])
    const page = lookedPage({ title: 'Rebajas', headings: ['Rebajas de temporada'] })
    expect(found(account([onFine()], [page], few))).toHaveLength(1)
    const more = asking(['zapatos de mujer', 300], ['rebajas', 100])
    expect(found(account([onFine()], [page], more))).toEqual([])
  })

  test('it says nothing of few clicks, home pages, pages drawn by scripts or not in order', () => {
    const thin = asking(['zapatos de mujer', 49])
    expect(found(account([onFine()], [lookedPage(OFF)], thin))).toEqual([])
    const home = lookedPage({ ...OFF, address: 'https://lumbre.example/es/' })
    expect(found(account([onFine({ finalUrls: [home.address] })], [home], WOMEN))).toEqual([])
    const drawn = lookedPage({ title: 'Lumbre', headings: [] })
    expect(found(account([onFine()], [drawn], WOMEN))).toEqual([])
    const broken = lookedPage({ ...OFF, isFine: false })
    expect(found(account([onFine()], [broken], WOMEN))).toEqual([])
    expect(reason(account([onFine()], [lookedPage()], WOMEN))).toContain('nombran lo que se busca')
  })

  test('several campaigns are one card', () => {
    const base = sampleAccount()
    const campaigns = [campaign(), campaign({ id: '2', name: 'Botas', budgetId: '92' })]
    const group = { id: '21', campaignId: '2', name: 'Piel', status: 'ENABLED' as const }
    const boots = keyword('botas de piel', sums(200, 8), { campaignId: '2', adGroupId: '21' })
    const ads = [onFine(), onFine({ campaignId: '2', adGroupId: '21', adId: '921' })]
    const keywords = [...WOMEN.keywords, boots]
    const adGroups = [...base.adGroups, group]
    const both = account(ads, [lookedPage(OFF)], { campaigns, adGroups, keywords })
    const [one, ...others] = found(both)
    expect(others).toEqual([])
    expect(plain(one!.title)).toBe('Haz que las páginas de 2 campañas hablen de lo que se busca')
    expect(one!.evidence.table.rows.map((row) => row.campaign).toSorted()).toEqual([
      'Botas',
      'Zapatos',
    ])
    expect(numbersMissing(one!)).toEqual([])
  })

  test('the page that most clicks go to is looked at', () => {
    const other = 'https://lumbre.example/otra'
    const ads = [onFine(), ad({ adId: '905', finalUrls: [other], sums: sums(9_000, 300) })]
    const pages = [lookedPage(), lookedPage({ ...OFF, address: other })]
    expect(found(account(ads, pages, WOMEN))).toHaveLength(1)
    expect(found(account(ads.slice(0, 1), pages, WOMEN))).toEqual([])
  })
})
