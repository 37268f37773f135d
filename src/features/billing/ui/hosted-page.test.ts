import { expect, test } from 'vitest'
import { errorText } from '#kit/error-text.ts'
import { hostedAddress } from './hosted-page.ts'

const REFUSAL = 'No se pudo iniciar el proceso de pago'

test('an answer without an address is a refusal, not a page of that name', () => {
  expect(hostedAddress({ url: 'https://checkout.stripe.com/x' }, REFUSAL)).toBe(
    'https://checkout.stripe.com/x',
  )
  for (const reply of [{}, { url: '' }, { url: null }, null]) {
    const refused = () => hostedAddress(reply, REFUSAL)
    expect(refused).toThrow(REFUSAL)
    expect(errorText(thrownBy(refused))).toBe(REFUSAL)
  }
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
