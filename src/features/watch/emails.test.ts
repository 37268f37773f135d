import { expect, test } from 'vitest'
import { morningLetter } from './emails.ts'

const item = { text: 'Conversiones −31 %' }

test.each([
  [1, 2, 4, '1 aviso que conviene mirar antes de decidir nada, y 6 decisiones nuevas.'],
  [2, 0, 0, '2 avisos que conviene mirar antes de decidir nada.'],
  [0, 1, 0, '1 decisión nueva.'],
  [0, 2, 0, '2 decisiones nuevas: empieza por la primera.'],
])('with %d alerts and %d decisions, %d more, it says where to begin', (odd, told, more, lead) => {
  const lines = {
    alerts: Array(odd).fill(item),
    moreAlerts: 0,
    decisions: Array(told).fill(item),
    moreDecisions: more,
  }
  const urls = { url: 'https://x.test', wayOutUrl: 'https://x.test/s' }
  expect(morningLetter({ userName: 'Marta', lines, ...urls }).lead).toBe(lead)
})
