import { expect, test } from 'vitest'
import type { EvidenceCard } from '../contract/recommendations.ts'
import { shareDrawn } from './evidence-values.ts'

const card = (value: number | null, key = 'cost') =>
  ({ figures: [{ key, label: 'Coste', unit: 'money', value }] }) as unknown as EvidenceCard

test('a chart of a whole campaign says how much of it a card about its Display network is about', () => {
  expect(shareDrawn(card(12_000_000), 100_000_000)).toBeCloseTo(0.12)
})

test.each([
  ['is about all of it', card(99_000_000)],
  ['says no cost', card(null)],
  ['has another amount only', card(12_000_000, 'budget')],
])('no share is told where the card %s', (_, one) => {
  expect(shareDrawn(one, 100_000_000)).toBeNull()
})

test('nothing drawn has no shares', () => {
  expect(shareDrawn(card(12_000_000), 0)).toBeNull()
})
