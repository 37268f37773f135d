import { expect, test } from 'vitest'
import { ASKED_QUESTIONS } from '../../../../tests/asked-questions.ts'
import { ASKED_PLACES } from '../../../../tests/asked-shop.ts'
import type { Thing } from './named-things.ts'
import { readQuestion } from './read-question.ts'
import { placeThings } from './spanish-places.ts'

const THINGS: Thing[] = [
  { kind: 'campaign', name: 'Marca', ids: ['70'] },
  { kind: 'campaign', name: 'Botas 24', ids: ['71'] },
  { kind: 'campaign', name: 'Botas niño', ids: ['72'] },
  { kind: 'campaign', name: 'Zapatos de verano', ids: ['73'] },
  { kind: 'campaign', name: 'ES_Search_Brand', ids: ['74'] },
  { kind: 'campaign', name: 'ES_Search_Generic', ids: ['75'] },
  { kind: 'campaign', name: 'Tenis | Exacta', ids: ['76'] },
  { kind: 'campaign', name: 'Tenis | Amplia [+] & más', ids: ['77'] },
  { kind: 'campaign', name: "L'Étoile", ids: ['78'] },
  { kind: 'ad_group', name: 'Piel', ids: ['710'] },
  { kind: 'ad_group', name: 'Tacón alto', ids: ['711'] },
  { kind: 'keyword', name: 'comprar botas', ids: ['40'] },
  { kind: 'search_term', name: 'botas baratas', ids: ['1'] },
  ...ASKED_PLACES.flatMap(({ regionId, name }) => placeThings(String(regionId), name)),
]
const KNOWN = {
  today: '2026-11-20',
  things: THINGS,
  account: { name: 'Zapatería', number: '5556667777' },
}

test.each(ASKED_QUESTIONS.map((one) => [one.ask.slice(0, 80), one] as const))(
  '«%s»',
  (_, asked) => {
    const reading = readQuestion(asked.ask, KNOWN)
    if ('refusal' in reading) {
      expect({ refused: reading.refusal.reason }, reading.refusal.text).toEqual({
        refused: asked.refused,
      })
      return
    }
    const { question } = reading
    expect(asked.refused, JSON.stringify(question)).toBeUndefined()
    const read = {
      intent: question.intent,
      split: question.split,
      measures: question.measures,
      days: question.ranges[0] && [question.ranges[0].from, question.ranges[0].to],
      against: question.ranges[1] && [question.ranges[1].from, question.ranges[1].to],
      things: question.things.map(({ name }) => name),
      periods: question.ranges.length,
      versus: question.versus,
      device: question.filters.device,
      weekdays: question.filters.weekdays,
      hours: question.filters.hours,
      region: question.filters.region?.name,
      since: question.sinceChange,
      isMean: question.isMean,
      isPartOf: question.isPartOf,
      sortBy: question.ranked.sortBy,
      direction: question.ranked.direction,
      withoutConversions: question.ranked.withoutConversions,
    }
    const { ask: _ask, sum: _sum, campaigns: _campaigns, ...expected } = asked
    expect(read).toMatchObject({
      intent: 'figures',
      split: null,
      isMean: false,
      isPartOf: false,
      ...expected,
    })
  },
)

test('what is asked of another screen is told with its name, and a campaign of such a name is asked about', () => {
  const told = (asked: string, things = THINGS) => {
    const reading = readQuestion(asked, { ...KNOWN, things })
    return 'refusal' in reading ? reading.refusal.text : reading.question
  }
  expect(told('¿Cuándo se acaba el presupuesto?')).toContain('«Ritmo del mes»')
  expect(told('¿Cuánto gastaré este mes?')).toContain('«Ritmo del mes»')
  expect(told('¿Cuántas campañas tengo activas?')).toContain('«Estado»')
  expect(told('palabras clave con mala calidad')).toContain('«Calidad»')
  const paper: Thing = { kind: 'campaign', name: 'Diario Sur', ids: ['90'] }
  expect(told('gasto de la campaña Diario Sur', [...THINGS, paper])).toMatchObject({
    split: null,
    things: [paper],
  })
})
