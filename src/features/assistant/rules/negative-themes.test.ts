import { expect, test } from 'vitest'
import { themesByWord } from './negative-themes.ts'

const NOTHING = { convertingTexts: [], keywordTexts: [] }
const term = (text: string, clicks: number) => ({
  text,
  cost: 5,
  clicks,
  campaignId: '1',
  campaignName: 'C',
})

test('a word is offered as a negative only where all terms write it so', () => {
  const [mixed] = themesByWord([term('opinion botas', 20), term('opiniones zapatos', 20)], NOTHING)
  expect(mixed).toMatchObject({ word: null, terms: [{}, {}] })
  const [same] = themesByWord([term('opiniones botas', 20), term('opiniones zapatos', 20)], NOTHING)
  expect(same).toMatchObject({ word: 'opiniones' })
})

test('and only where enough clicks tell that it does not sell', () => {
  const [few] = themesByWord([term('empleo botas', 1), term('empleo zapatos', 1)], NOTHING)
  expect(few).toMatchObject({ name: 'empleo', word: null })
})
