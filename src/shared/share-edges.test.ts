import { expect, test } from 'vitest'
import { shareEdge } from './share-edges.ts'

test('a share that Google does not tell is told as less than 10 %, one lost as more than 90 %', () => {
  const had = [0.0999, 20 / 200, 0.1004, 0.5, 0.9001].map((share) => shareEdge(share, 'had'))
  expect(had).toEqual(['<\u00a010\u00a0%', '<\u00a010\u00a0%', null, null, null])
  const lost = [0.9001, 495 / 550, 0.8993, 0.0999, 0].map((share) => shareEdge(share, 'lost'))
  expect(lost).toEqual(['>\u00a090\u00a0%', '>\u00a090\u00a0%', null, null, null])
})
