import { expect, test } from 'vitest'
import { duePages, isNews, isUnconfirmed, type KnownPage, seenPage } from './due-pages.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const at = (path: string) => `https://lumbre.example${path}`
const page = (path: string, over: Partial<KnownPage> = {}): KnownPage => ({
  address: at(path),
  endedAt: at(path),
  status: 200,
  failure: null,
  lookedAt: ago(1),
  brokenSince: null,
  title: 'Zapatos',
  headings: [],
  ...over,
})
const ad = (path: string, costMicros: number) => ({ finalUrls: [at(path)], costMicros })

test('the page that costs most is first, with all ads that lead to it', () => {
  const ads = [ad('/a', 5), ad('/b?gclid=1', 4), ad('/b#x', 3), ad('/c', 7), ad('/{keyword}', 90)]
  expect(duePages(ads, [], NOW)).toEqual([at('/b'), at('/c'), at('/a')])
})

test('once a day; what was broken once, after an hour and before all others', () => {
  const ads = [ad('/fresh', 9), ad('/old', 8), ad('/suspect', 1), ad('/dead', 3), ad('/just', 2)]
  const known = [
    page('/fresh', { lookedAt: ago(23) }),
    page('/old', { lookedAt: ago(24) }),
    page('/suspect', { status: 404, lookedAt: ago(1), brokenSince: ago(1) }),
    page('/just', { status: 404, lookedAt: ago(0.5), brokenSince: ago(0.5) }),
    page('/dead', { status: 404, lookedAt: ago(2), brokenSince: ago(30) }),
  ]
  expect(duePages(ads, known, NOW)).toEqual([at('/suspect'), at('/old')])
})

test('broken is what two looks found an hour apart, with none between that found it well', () => {
  const first = seenPage(page('/a', { status: 404, lookedAt: ago(5) }), undefined)
  expect(isUnconfirmed(first)).toBe(true)
  const second = seenPage(page('/a', { status: 500, lookedAt: ago(3) }), first)
  expect(second).toMatchObject({ brokenSince: ago(5) })
  expect(isUnconfirmed(second)).toBe(false)
  const well = seenPage(page('/a', { lookedAt: ago(2) }), second)
  expect(well.brokenSince).toBeNull()
  expect(seenPage(page('/a', { status: 404 }), well).brokenSince).toEqual(ago(1))
})

test('news is what a rule would see', () => {
  const well = page('/a')
  expect(isNews(well, undefined)).toBe(true)
  expect(isNews(page('/a', { lookedAt: NOW }), well)).toBe(false)
  expect(isNews(page('/a', { title: 'Botas' }), well)).toBe(true)
  const blank = { status: 404, title: '' }
  const once = page('/a', { ...blank, lookedAt: ago(2), brokenSince: ago(2) })
  const twice = page('/a', { ...blank, lookedAt: ago(1), brokenSince: ago(2) })
  expect(isNews(twice, once)).toBe(true)
  expect(isNews(page('/a', { ...blank, lookedAt: NOW, brokenSince: ago(2) }), twice)).toBe(false)
})
