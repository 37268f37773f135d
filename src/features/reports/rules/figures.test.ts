import { expect, test } from 'vitest'
import { changeOf, figuresOf, figureText } from './figures.ts'

const sums = {
  impressions: 100,
  clicks: 4,
  costMicros: 12_000_000,
  conversionsMicros: 0,
  valueMicros: 0,
}

test('a report claims no cost of a conversion where there was none, nor a change of it', () => {
  const { costPerConversion, cpc } = figuresOf(sums, null)
  expect(figureText('money', costPerConversion, 'EUR')).toBe('—')
  expect(figureText('money', cpc, 'EUR').replace(/\u00a0/g, ' ')).toBe('3,00 €')
  expect(changeOf('less', costPerConversion, 20)).toEqual({ text: '—', tone: 'neutral' })
  const before = figuresOf({ ...sums, conversionsMicros: 2_000_000 }, null)
  expect(changeOf('less', 3, before.costPerConversion).text).toMatch(/^-50/)
  expect(figuresOf(sums, ['costMicros', 'clicks'])).toMatchObject({ conversions: null, cpc: 3 })
})
