import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function logged(fields: object): string {
  const lines: string[] = []
  openLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) }).info(fields)
  return lines.join('')
}

test('the code of an error is told, also of its cause; one that came with a request is not', () => {
  const cause = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
  const err = Object.assign(new Error('away', { cause }), { code: '57P01' })
  expect(JSON.parse(logged({ err }))).toMatchObject({
    err: { code: '57P01', cause: { code: 'ECONNREFUSED' } },
  })
  for (const fields of [
    { body: { code: '123456' } },
    { req: { query: { code: '123456' } } },
    { req: { body: { password: '123456' } } },
    { token: '123456' },
  ])
    expect(logged(fields)).not.toContain('123456')
})
