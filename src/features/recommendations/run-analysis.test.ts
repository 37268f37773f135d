import { expect, test } from 'vitest'
import { analyseAccount } from '#engine/analyse-account.ts'
import { searchTerm, sums, troubledAccount } from '#engine/samples/sample-account.ts'
import { runAnalysis } from './actions/run-analysis.ts'

test('a large account is analysed beside the server, with the same result to the byte', async () => {
  const large = largeAccount()
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  const beside = await runAnalysis(large)
  clearInterval(timer)
  expect(turns, 'turns of the event loop meanwhile').toBeGreaterThan(5)
  expect(JSON.stringify(beside)).toBe(JSON.stringify(analyseAccount(large)))
})

test('an account that needs more memory than usual is analysed all the same', async () => {
  const large = largeAccount()
  const tight = { fixedMb: 4, mbPerRow: 0, youngMb: 1 }
  expect(JSON.stringify(await runAnalysis(large, { memory: tight }))).toBe(
    JSON.stringify(analyseAccount(large)),
  )
})

test('one that needs more than the process may hold ends with its thread, not with the process', async () => {
  const memory = { fixedMb: 4, mbPerRow: 0, youngMb: 1 }
  await expect(runAnalysis(largeAccount(), { memory, lastMb: 4 })).rejects.toMatchObject({
    code: 'ERR_WORKER_OUT_OF_MEMORY',
  })
})

test('an analysis that takes too long, or is not wanted any more, ends in the middle', async () => {
  const large = largeAccount()
  await expect(runAnalysis(large, { limitMs: 1 })).rejects.toMatchObject({ because: 'limit' })
  const cancel = new AbortController()
  const asked = runAnalysis(large, { stopping: cancel.signal })
  cancel.abort()
  await expect(asked).rejects.toMatchObject({ because: 'asked' })
  await expect(runAnalysis(large, { stopping: cancel.signal })).rejects.toThrow('stopped')
})

function largeAccount() {
  const account = troubledAccount()
  const many = Array.from({ length: 3_000 }, (_, i) => searchTerm(`botas modelo ${i}`, sums(12, 0)))
  return { ...account, searchTerms: [...account.searchTerms, ...many] }
}
