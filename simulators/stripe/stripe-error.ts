/** An error as Stripe's API answers it. */
export class StripeFailure extends Error {
  readonly status: number
  readonly error: { type: string; message: string; code?: string; param?: string } & Record<
    string,
    unknown
  >
  constructor(status: number, error: StripeFailure['error']) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export function invalidRequest(message: string, param?: string, code?: string): StripeFailure {
  return new StripeFailure(400, {
    type: 'invalid_request_error',
    message,
    ...(param && { param }),
    ...(code && { code }),
  })
}

/** @throws StripeFailure always; `never` so that it fits behind `||`. */
export function missingParameter(param: string): never {
  throw invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
}

/** 404 for an id in the address, 400 for one in another parameter. */
export function noSuch(what: string, id: string, param = 'id'): StripeFailure {
  return new StripeFailure(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })
}

/** Bad key, as Stripe answers it. */
export function invalidKey(): StripeFailure {
  return new StripeFailure(401, {
    type: 'invalid_request_error',
    message: 'Invalid API Key provided',
  })
}

export function cardError(
  refusal: { code: string; declineCode?: string; message: string },
  more: Record<string, unknown> = {},
): StripeFailure {
  return new StripeFailure(402, {
    type: 'card_error',
    code: refusal.code,
    ...(refusal.declineCode && { decline_code: refusal.declineCode }),
    message: refusal.message,
    ...more,
  })
}
