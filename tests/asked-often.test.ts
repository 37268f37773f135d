import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from './harness.ts'

const it = testApp()
const PRESSED = 31

/** All tenants share Google's operations of the day. */
test('what asks Google each time it is pressed is refused to who presses it all the time', async () => {
  const ana = await it.signIn()
  const asks = {
    sync: () => ana.send('POST', '/api/google-accounts/1234567890/sync'),
    preview: () => ana.get(`/api/recomendaciones/${randomUUID()}/cambio`),
  }
  for (const [what, ask] of Object.entries(asks)) {
    const answers: number[] = []
    for (let times = 0; times < PRESSED; times++) answers.push((await ask()).status)
    expect([what, ...answers.slice(-2)]).toEqual([what, 404, 429])
  }
})
