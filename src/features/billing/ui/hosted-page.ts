import { ApiError } from '#kit/api-error.ts'

/** Where a page of Stripe is; throws `refusal` where the reply names none, before the browser leaves for nowhere. */
export function hostedAddress(reply: unknown, refusal: string): string {
  const { url } = (reply ?? {}) as { url?: unknown }
  if (typeof url === 'string' && url !== '') return url
  throw new ApiError({ status: 200, code: 'bad_reply', message: refusal })
}
