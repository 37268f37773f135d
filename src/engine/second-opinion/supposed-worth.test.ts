import { expect, test } from 'vitest'
import { MICROS } from '../../shared/metrics.ts'
import type { Target } from '../account/targets.ts'
import { sampleSurroundings } from '../samples/sample-surroundings.ts'
import type { GoogleAdvice, Surroundings } from './advice.ts'
import { secondOpinion } from './second-opinion.ts'

const WEEK = { clicks: 700, costMicros: 700 * MICROS, conversions: 35 }

/** A higher target CPA, by which Google promises five conversions more a week. */
const raised = (cost: number): GoogleAdvice => ({
  id: '1',
  type: 'RAISE_TARGET_CPA',
  campaignId: '9',
  adGroupId: null,
  impact: {
    base: WEEK,
    potential: { ...WEEK, costMicros: WEEK.costMicros + cost * MICROS, conversions: 40 },
  },
  proposal: {},
})

/** 90 days: 9,000 € for 450 conversions, each of which may cost 20 €. */
function around(origin: Target['origin']): Surroundings {
  const target = { micros: 20 * MICROS, origin }
  return sampleSurroundings({ target }, { biddingStrategyType: 'TARGET_CPA' })
}

const assumption = ({ caveats }: { caveats: string[] }) =>
  caveats.find((one) => one.includes('se suponen'))

test('a verdict that rests on what nobody said tells so, and what it would be at twice and half', () => {
  const opinion = secondOpinion(raised(60), around('average'))
  expect(opinion.verdict).toBe('apply')
  expect(opinion.reason).toContain('lo que se supone que pueden costar')
  expect(assumption(opinion)).toMatch(/20,00\s€ \(CPA medio.*con la mitad, (habría|sería)/)
  const said = secondOpinion(raised(60), around('goal'))
  expect(said.verdict).toBe('apply')
  expect(said.reason).not.toContain('supone')
  expect(assumption(said)).toBeUndefined()
})

test('a little more than is supposed that one may cost is no reason to refuse', () => {
  // 22 € each: dearer than the mean, as any further one is.
  expect(secondOpinion(raised(110), around('goal')).verdict).toBe('discard')
  expect(secondOpinion(raised(110), around('average')).verdict).toBe('try')
})

test('what would pay at twice of what is supposed is not refused, but asked for; what would not is', () => {
  // 30 € each, where 20 € are paid on average.
  const open = secondOpinion(raised(150), around('average'))
  expect(open.verdict).toBe('no_opinion')
  expect(open.reason).toContain('dilo en «Cuánto vale una conversión»')
  expect(assumption(open)).toContain(
    'así sería mejor descartarla; con el doble, convendría aplicarla',
  )
  expect(secondOpinion(raised(150), around('goal')).verdict).toBe('discard')
  const far = secondOpinion(raised(225), around('average'))
  expect(far.verdict).toBe('discard')
  expect(far.reason).not.toContain('dilo en')
})

test('what is judged by a setting rests on no worth', () => {
  const rotation = { ...raised(60), type: 'OPTIMIZE_AD_ROTATION' }
  expect(assumption(secondOpinion(rotation, around('average')))).toBeUndefined()
})

test('a target that is refused by a supposed worth is asked about too, as is bidding for it', () => {
  const proposing = (type: string, proposal: object): GoogleAdvice => ({
    ...raised(10),
    ...{
      type,
      proposal: { ...proposal },
      impact: type.endsWith('OPT_IN') ? raised(10).impact : null,
    },
  })
  const of = (advice: GoogleAdvice, origin: Target['origin']) =>
    secondOpinion(
      advice,
      sampleSurroundings(
        { target: { micros: 15 * MICROS, origin }, valuesTell: true },
        {
          biddingStrategyType: 'MANUAL_CPC',
          sums: {
            ...{ impressions: 100_000, clicks: 9_000, costMicros: 9_000 * MICROS },
            ...{ conversionsMicros: 450 * MICROS, valueMicros: 36_000 * MICROS },
          },
        },
      ),
    )
  // 20 € are paid for each, which brings 80 €.
  for (const advice of [
    proposing('SET_TARGET_CPA', { recommendedTargetCpaMicros: 20 * MICROS }),
    proposing('SET_TARGET_ROAS', { recommendedTargetRoas: 4 }),
    proposing('TARGET_CPA_OPT_IN', { recommendedTargetCpaMicros: 20 * MICROS }),
    proposing('TARGET_ROAS_OPT_IN', { recommendedTargetRoas: 4 }),
  ]) {
    const said = of(advice, 'goal')
    expect([said.verdict, assumption(said)], advice.type).toEqual(['discard', undefined])
    expect(said.reason).toMatch(/(y|cuando) aquí pueden costar 15,00/)
    const open = of(advice, 'reported')
    expect(open.verdict, advice.type).toBe('no_opinion')
    expect(open.reason).toContain('se supone que aquí pueden costar 15,00')
    expect(assumption(open)).toMatch(
      /15,00\s€ \(Valor que Google registra.*así sería mejor descartarla; con el doble/,
    )
  }
})
