import { describe, expect, test } from 'vitest'
import { isTemporary, NoAnswer } from './errors.ts'
import { readBatches } from './stream.ts'

async function* cut(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}

async function rowsOf(text: string, size: number) {
  const rows = []
  for await (const batch of readBatches(cut(text, size))) rows.push(...batch)
  return rows
}

describe('a stream', () => {
  const results = [
    { campaign: { name: 'Niño {"]} \\" \\\\' } },
    { campaign: { name: '👟 }{', id: '1' }, metrics: { clicks: '2' } },
  ]
  const text = JSON.stringify([{ results }, { fieldMask: 'x' }, { results: results.slice(0, 1) }])

  test.each([1, 2, 3, 7, 64, 100_000])('is read the same in pieces of %i bytes', async (size) => {
    expect(await rowsOf(text, size)).toEqual([...results, results[0]])
    expect(await rowsOf(JSON.stringify(JSON.parse(text), null, 2), size)).toHaveLength(3)
  })

  test.each([9, 50, 100_000])(
    'is read the same where texts and lists look like rows, in pieces of %i',
    async (size) => {
      const like = { campaign: { name: '},{"campaign":{"name":"no"}},{"campaign":' } }
      const odd = Array.from({ length: 40 }, () => [
        like,
        { campaign: like, inner: [like, like] },
      ]).flat()
      const batches = [{ results: odd, fieldMask: '},{"campaign":' }, { results: [like] }]
      expect(await rowsOf(JSON.stringify(batches), size)).toEqual([...odd, like])
      expect(await rowsOf(JSON.stringify(batches, null, 2), size)).toEqual([...odd, like])
    },
  )

  test('is read in slices of its batches, and no other list of a batch for rows', async () => {
    const many = Array.from({ length: 2_500 }, (_, i) => ({ campaign: { id: `${i}` } }))
    const batches = [{ others: [{ id: '1' }], results: many }, { results: many.slice(0, 10) }]
    const slices: unknown[][] = []
    for await (const rows of readBatches(cut(JSON.stringify(batches), 512))) slices.push(rows)
    expect(slices.flat()).toEqual([...many, ...many.slice(0, 10)])
    expect(slices.map((rows) => Math.floor(rows.length / 100))).toEqual([10, 10, 4, 0])
  })

  test.each([7, 100_000])(
    'keeps what a database cannot from no row but its own, in pieces of %i',
    async (size) => {
      const terms = ['a\0b', 'half \ud83d', '\ude00', 'whole 👟', '\\u0000', 'last']
      const rows = terms.map((searchTerm) => ({ searchTermView: { searchTerm } }))
      const spelt = JSON.stringify([{ results: rows }]).replace('👟', '\\ud83d\\udc5f')
      const read = (await rowsOf(spelt, size)).map((row) => row.searchTermView?.searchTerm)
      expect(read).toEqual(['a�b', 'half �', '�', 'whole 👟', '\\u0000', 'last'])
    },
  )

  test('without batches has no rows', async () => {
    expect(await rowsOf('[]', 1)).toEqual([])
  })

  test.each([5, 40, text.length - 1])(
    'that breaks off after %i characters fails',
    async (length) => {
      await expect(rowsOf(text.slice(0, length), 16)).rejects.toThrow(NoAnswer)
    },
  )

  test('with an error among its batches fails with that error', async () => {
    const error = { error: { code: 503, message: 'x', status: 'UNAVAILABLE' } }
    const failing = rowsOf(JSON.stringify([{ results }, error]), 9)
    await expect(failing).rejects.toSatisfy(isTemporary)
  })

  test.each([
    ['<html>Service busy</html>'],
    ['<style>a { color: red }</style><p>Busy [1]'],
    ['[{"results":[{"campaign":{"id":1,,}}],"fieldMask":"x"}]'],
    ['{"results": nothing}'],
  ])('that is no JSON is no answer: %s', async (text) => {
    await expect(rowsOf(text, 7)).rejects.toThrow(NoAnswer)
    await expect(rowsOf(text, 100_000)).rejects.toThrow(NoAnswer)
  })
})
