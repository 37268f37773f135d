import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import { campaign, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, reasonOf, withTerms } from '../../samples/sample-analysis.ts'

const base = sampleAccount()
const two = [campaign(), campaign({ id: '2', name: 'Botas' })]
const withInventory = (inventory: AccountInventory) => sampleAccount({ campaigns: two, inventory })

const change = (at: string, resourceType: string) => ({
  at,
  clientType: 'GOOGLE_ADS_WEB_CLIENT',
  resourceType,
  operation: 'CREATE' as const,
  changedFields: [],
})

test('several campaigns and no shared list of negatives', () => {
  const rule = 'negative-lists'
  const list = { id: '1', name: 'Generales', memberCount: 30, campaignIds: ['1'] }
  expect(found(withInventory({ negativeLists: [] }), rule)[0]!.title).toContain('2 campañas')
  expect(found(withInventory({ negativeLists: [{ ...list, memberCount: 0 }] }), rule)).toHaveLength(
    1,
  )
  expect(found(withInventory({ negativeLists: [list] }), rule)).toEqual([])
  expect(found(sampleAccount({ inventory: { negativeLists: [] } }), rule)).toEqual([])
  expect(reasonOf(base, rule)).toContain('No se han podido leer')
  expect(reasonOf(withInventory({ negativeLists: [list] }), rule)).toContain('no se sabe')
  const reviewed = [change('2026-11-10 10:00:00', 'CAMPAIGN_CRITERION')]
  const told = reasonOf(withInventory({ negativeLists: [list], changes: reviewed }), rule)
  expect(told).toContain('se comparten y se revisan')
  expect(told).not.toContain('no se sabe')
})

test('nobody touched keywords or negatives for a month', () => {
  const titles = (changes: AccountInventory['changes']) =>
    found(withInventory({ changes }), 'negative-lists').map(({ title }) => title)
  expect(titles([])).toEqual([
    'Revisa los términos de búsqueda: 30 días sin añadir ni frenar ninguno',
  ])
  expect(titles([change('2026-11-10 10:00:00', 'CAMPAIGN_BUDGET')])).toHaveLength(1)
  expect(titles([change('2026-11-10 10:00:00', 'CAMPAIGN_CRITERION')])).toEqual([])
  expect(titles([change('2026-10-01 10:00:00', 'CAMPAIGN_CRITERION')])).toHaveLength(1)
  const unsearched = { ...withInventory({ changes: [] }), searchTerms: [] }
  expect(found(unsearched, 'negative-lists')).toEqual([])
  const all = withInventory({ changes: [] })
  const decided = all.searchTerms.map((term) => ({ ...term, status: 'ADDED' as const }))
  expect(found({ ...all, searchTerms: decided }, 'negative-lists')).toEqual([])
  const but = [{ ...decided[0]!, status: 'NONE' as const }, ...decided.slice(1)]
  const [one] = found({ ...all, searchTerms: but }, 'negative-lists')
  expect(one!.description).toContain('hubo clics desde 1 búsqueda que no es palabra clave')
})

test('who keeps negatives in a shared list may have worked on it without a trace', () => {
  const list = { id: '1', name: 'Generales', memberCount: 30, campaignIds: ['1'] }
  const silence = (over: Partial<typeof list>, changes: AccountInventory['changes'] = []) => {
    const account = withInventory({ changes, negativeLists: [{ ...list, ...over }] })
    return reasonOf(account, 'negative-lists')
  }
  expect(silence({})).toContain('Google no dice cuándo')
  expect(silence({}, [change('2026-11-10 10:00:00', 'CAMPAIGN_CRITERION')])).toContain('se revisan')
  expect(silence({ campaignIds: ['99'] })).toBeUndefined()
})

test('what Google hides is measured against the cost of Search, without any amount', () => {
  const rule = 'hidden-search-terms'
  const spent = (clicks: number) =>
    sampleAccount({ campaigns: [campaign({ sums: sums(clicks, 360) })] })
  expect(found(spent(14_000), rule)).toEqual([])
  expect(found(spent(16_000), rule)[0]!.priority).toBe('low')
  const [most] = found(spent(30_000), rule)
  expect(most!.priority).toBe('low')
  expect(most!.title.replace(/\u00a0/g, ' ')).toBe(
    'Google solo enseña las búsquedas del 30 % del gasto',
  )
  expect(most!.evidence.forecast).toBeNull()
  expect(reasonOf(sampleAccount({ searchTerms: [] }), rule)).toContain('faltan datos')
})

test('too many kinds of searches: only beyond what chance would do', () => {
  const rule = 'term-breadth'
  const barren = Array.from({ length: 130 }, (_, i) => searchTerm(`rareza${i}`, sums(150, 0)))
  const [loose] = found(withTerms(...barren), rule)
  expect(loose!.title).toMatch(/búsquedas muy dispares: índice 3,2/)
  expect(loose!.description).toContain('menos concordancia amplia')
  const by = (matchType: string) => {
    const account = withTerms(...barren)
    return { ...account, searchTerms: account.searchTerms.map((one) => ({ ...one, matchType })) }
  }
  for (const type of ['EXACT', 'PHRASE', 'UNKNOWN']) {
    const [one] = found(by(type), rule)
    expect(one!.description).not.toContain('concordancia amplia')
    expect(one!.description).toContain('menos palabras clave de las que no venden')
  }
  // Shopping has neither.
  const shopping = [campaign({ channelType: 'SHOPPING' })]
  expect(found({ ...withTerms(...barren), campaigns: shopping }, rule)).toEqual([])
  const thin = Array.from({ length: 20_000 }, (_, i) => searchTerm(`rareza${i}`, sums(1, 0)))
  const sold = Array.from({ length: 800 }, (_, i) => searchTerm(`venta${i}`, sums(1, 1)))
  expect(found({ ...base, searchTerms: [...thin, ...sold] }, rule)).toEqual([])
})

test('too few kinds: nearly all by exact match', () => {
  const rule = 'term-breadth'
  const by = (matchType: string) =>
    sampleAccount({ searchTerms: base.searchTerms.map((row) => ({ ...row, matchType })) })
  expect(found(by('EXACT'), rule)[0]!.title).toContain('apenas prueba búsquedas nuevas')
  expect(found(by('PHRASE'), rule)).toEqual([])
  // Where half is spent without keywords, Google tries new searches all the time.
  const exact = by('EXACT')
  const shopping = { id: '2', budgetId: '92', channelType: 'PERFORMANCE_MAX' }
  const spent = { ...exact, campaigns: [...exact.campaigns, campaign(shopping)] }
  expect(found(spent, rule)).toEqual([])
  const brand = base.searchTerms.map((row) => ({
    ...row,
    term: 'calzados lumbre',
    matchType: 'EXACT',
  }))
  expect(found(sampleAccount({ searchTerms: brand }), rule)).toEqual([])
  const few = base.searchTerms.map((row) => ({
    ...row,
    sums: { ...row.sums, conversionsMicros: MICROS / 10 },
  }))
  expect(reasonOf(sampleAccount({ searchTerms: few }), rule)).toMatch(
    /Hacen falta unas 24 conversiones/,
  )
})
