import { expect, test } from 'vitest'
import type { AccountInventory } from '../../account/inventory.ts'
import { campaign, sums } from '../../samples/sample-account.ts'
import { numbersMissing, plain, sayingsOf } from '../../samples/sample-analysis.ts'
import { equippedAccount } from '../../samples/sample-inventory.ts'

const { found, reason } = sayingsOf('location-targeting')

const account = (targeted: string[], excluded: string[] = []) =>
  equippedAccount({
    regions: [
      { campaignId: '1', regionId: '20282', name: 'Madrid', sums: sums(8_000, 355) },
      { campaignId: '1', regionId: '20271', name: 'Cataluña', sums: sums(1_000, 3) },
    ],
    chosenPlaces: [{ campaignId: '1', targeted, excluded }],
  })

test('a region that is chosen by itself is not sent as an exclusion, which Google refuses', () => {
  const changed = (targeted: string[]) => {
    const { operations, after } = found(account(targeted))[0]!.evidence.change!
    return { sent: operations.length, isTold: after.includes('quítala antes de esa lista') }
  }
  expect(changed(['2724'])).toEqual({ sent: 1, isTold: false })
  expect(changed([])).toEqual({ sent: 1, isTold: false })
  expect(changed(['2724', '20271'])).toEqual({ sent: 0, isTold: true })
  expect(changed(['20282', '20271'])).toEqual({ sent: 0, isTold: true })
})

test('nor is it told where it is excluded already, or all that its campaign is for', () => {
  expect(reason(account(['2724'], ['20271']))).toContain('En ninguna zona')
  expect(reason(account(['20271']))).toContain('En ninguna zona')
})

type Match = [countryId: string, clicks: number, sales: number, isTargeted?: boolean]

const worldwide = (matches: readonly Match[], over: Partial<AccountInventory> = {}) =>
  equippedAccount({
    regions: account([]).inventory!.regions!,
    chosenPlaces: [],
    locationMatches: matches.map(([countryId, clicks, sales, isTargeted = true]) => ({
      ...{ campaignId: '1', countryId, isTargeted, sums: sums(clicks, sales) },
    })),
    ...over,
  })

test('where no place is chosen they are to be, by country, and no region is excluded', () => {
  const matches: Match[] = [
    ['2724', 7_000, 355],
    ['2484', 1_000, 3],
    ['2170', 900, 40],
    ['2032', 25, 0],
    ['2604', 25, 0],
  ]
  for (const flags of [true, false]) {
    const rows = matches.map(([id, clicks, sales]): Match => [id, clicks, sales, flags])
    const [card, ...others] = found(worldwide(rows))
    expect(others).toEqual([])
    expect(plain(card!.title)).toMatch(
      /^Elige las ubicaciones de «Zapatos», que no tiene ninguna: en México gasta .* € al mes/,
    )
    expect(card!.description).toContain('donde más vende es en España')
    expect(card!.evidence.change!.operations).toEqual([])
    expect(card!.evidence.table.rows.map(({ slice }) => slice)).toEqual([
      ...['España', 'México', 'Colombia', 'otros países'],
    ])
    expect(numbersMissing(card!)).toEqual([])
  }
  expect(found(worldwide(matches, { regions: undefined }))).toHaveLength(1)
})

test('not where a place is chosen, where the country is excluded, or all of them sell alike', () => {
  const matches: Match[] = [
    ['2724', 7_000, 355],
    ['2484', 1_000, 3],
  ]
  const titles = (of: Match[], over?: Partial<AccountInventory>) =>
    found(worldwide(of, over)).map(({ title }) => title.split(' ')[0])
  const chosen = (targeted: string[], excluded: string[] = []) => ({
    chosenPlaces: [{ campaignId: '1', targeted, excluded }],
  })
  expect(titles(matches)).toEqual(['Elige'])
  expect(titles(matches, chosen(['2724', '2484']))).toEqual(['Excluye'])
  // What is left is one country: its regions are the matter.
  expect(titles(matches, chosen([], ['2484']))).toEqual(['Excluye'])
  const around = [{ ...chosen([]).chosenPlaces[0]!, isAround: true as const }]
  expect(titles(matches, { chosenPlaces: around })).toEqual(['Excluye'])
  expect(titles(matches, { chosenPlaces: undefined })).toEqual(['Excluye'])
  // Around an address: those outside are of another country, or of the same one.
  expect(titles([matches[0]!, ['2484', 1_000, 3, false]])).not.toContain('Elige')
  expect(titles([matches[0]!, ['2484', 1_000, 50]])).toEqual([])
})

test('a stray click from another country is no reason to be silent about regions', () => {
  for (const isTargeted of [true, false]) {
    const matches: Match[] = [
      ['2724', 8_000, 355, isTargeted],
      ['2484', 2, 0, isTargeted],
    ]
    const titles = found(worldwide(matches)).map(({ title }) => title.split(' ')[0])
    expect(titles).toEqual(['Excluye'])
  }
})

test('what is excluded already is said', () => {
  const matches: Match[] = [
    ['2724', 7_000, 355],
    ['2484', 1_000, 3],
  ]
  const told = (excluded: string[]) => {
    const chosenPlaces = [{ campaignId: '1', targeted: [], excluded }]
    return found(worldwide(matches, { chosenPlaces }))[0]!.description
  }
  expect(told([])).toContain('se muestra en todo el mundo,')
  expect(told(['2032'])).toContain('se muestra en todos los países salvo lo que excluye,')
})

test('campaigns without places stand on one card', () => {
  const rows = (campaignId: string) => [
    { campaignId, countryId: '2724', isTargeted: true, sums: sums(9_000, 360) },
    { campaignId, countryId: '2484', isTargeted: true, sums: sums(1_000, 2) },
  ]
  const inventory = { chosenPlaces: [], locationMatches: ['1', '2'].flatMap(rows) }
  const campaigns = [campaign(), campaign({ id: '2', name: 'Botas', budgetId: '92' })]
  const [card, ...others] = found(equippedAccount(inventory, { campaigns }))
  expect(others).toEqual([])
  expect(card!.title).toContain('Elige las ubicaciones de 2 campañas')
  expect(card!.description).toContain('México en «Zapatos»')
  expect(numbersMissing(card!)).toEqual([])
})
