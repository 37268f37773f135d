import { expect, test } from 'vitest'
import { MICROS } from '../../shared/metrics.ts'
import * as spanishNumbers from '../../shared/spanish-numbers.ts'
import { contextOf } from '../account/context.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import { sampleSurroundings } from '../samples/sample-surroundings.ts'
import { sayIn } from '../words/say.ts'
import type { GoogleAdvice, Surroundings } from './advice.ts'
import { secondOpinion } from './second-opinion.ts'
import { surroundingsOf } from './surroundings.ts'

const advice = (type: string): GoogleAdvice => ({
  ...{ id: '1', type, campaignId: '9', adGroupId: null, impact: null, proposal: {} },
})
const around = (preferences: Surroundings['preferences']) =>
  sampleSurroundings({
    preferences,
    target: { micros: 30 * MICROS, origin: 'average' },
    sideNetworks: {
      SEARCH_PARTNERS: { costMicros: 600 * MICROS, conversions: 60 },
      CONTENT: null,
    },
  })

test('partners that the owner has ruled out are refused, however cheap they were', () => {
  const opinion = (searchPartners: 'data' | 'on' | 'off') =>
    secondOpinion(advice('SEARCH_PARTNERS_OPT_IN'), around({ searchPartners }))
  expect(opinion('data').verdict).toBe('apply')
  expect(opinion('off').verdict).toBe('discard')
  expect(opinion('off').reason).toContain('sin socios de búsqueda')
})

test('Performance Max needs as many conversions as the owner asks of it', () => {
  const reason = (performanceMaxConversions: number) =>
    secondOpinion(advice('PERFORMANCE_MAX_OPT_IN'), around({ performanceMaxConversions })).reason
  // The campaign has 150 a month.
  expect(reason(200)).toContain('aquí pides 200 conversiones')
  expect(reason(100)).not.toContain('no tiene de qué aprender')
})

test('the choices of the account are those that are asked', () => {
  const preferences = { searchPartners: 'off' as const }
  const snapshot = { ...sampleAccount(), inventory: { preferences } }
  const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))
  const counts = { sitelinks: null, callouts: null, liveAds: null }
  const found = surroundingsOf(advice('SEARCH_PARTNERS_OPT_IN'), snapshot, context, counts)
  expect(found.preferences).toEqual(preferences)
})
