import { expect, test } from 'vitest'
import { newConflicts } from './conflicts.ts'

function kept(...all: string[][]): boolean[] {
  const conflicts = newConflicts()
  return all.map((acts) => {
    const free = conflicts.allow(acts)
    if (free) conflicts.take(acts)
    return free
  })
}

test('one act is done once; others on the same thing may be', () => {
  expect(kept(['keyword:1:bid'], ['keyword:1:bid'], ['keyword:1:text'], ['keyword:2:bid'])).toEqual(
    [true, false, true, true],
  )
})

test('what is paused is not changed, and what is changed is not paused', () => {
  expect(kept(['keyword:1:status'], ['keyword:1:bid'])).toEqual([true, false])
  expect(kept(['keyword:1:bid'], ['keyword:1:status'])).toEqual([true, false])
})

test('a bundle needs all its acts; none means no conflict', () => {
  expect(kept(['campaign:5:budget'], ['campaign:6:budget', 'campaign:5:budget'], [])).toEqual([
    true,
    false,
    true,
  ])
})
