import { expect, test } from 'vitest'
import { kindWord } from '../src/features/admin/ui/job-kinds.ts'
import { jobHandlers } from '../src/server/jobs.ts'

test('every job that administrators see has a Spanish name', () => {
  const names = jobHandlers.map(({ kind }) => kind.name)
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => kindWord(name) === name)).toEqual([])
})
