import { expect, test } from 'vitest'
import { noted } from './metric.ts'
import { type Asked, partsAsked } from './parts.ts'

const LAYERS = {
  planted: () => [noted('recall', 1)],
  measurement: { halves: () => [noted('seen', 1)], looks: () => [noted('false', 0)] },
}

const namesOf = (asked: Asked) => partsAsked(LAYERS, asked).map(({ name }) => name)

test('a layer with parts is run part by part, or the one that was named', () => {
  expect(namesOf({})).toEqual(['planted', 'measurement, halves', 'measurement, looks'])
  expect(namesOf({ only: 'measurement', part: 'looks' })).toEqual(['measurement, looks'])
  expect(namesOf({ part: 'looks' })).toEqual(['measurement, looks'])
  expect(namesOf({ only: 'measurement', part: 'nothing' })).toEqual([])
  expect(namesOf({ only: 'planted', part: 'looks' })).toEqual([])
})
