import { type Exchange, readBody } from '../http.ts'
import { GoogleError } from './google-error.ts'

export type JsonObject = { [key: string]: unknown }

/** The JSON body; a name that the request message does not have is refused as Google's front end does. */
export async function readRequest(
  exchange: Exchange,
  knownNames: readonly string[],
): Promise<JsonObject> {
  const text = await readBody(exchange.request)
  const body = parse(text)
  for (const name of Object.keys(body)) {
    if (!knownNames.includes(name)) {
      throw invalidPayload(`Unknown name "${name}": Cannot find field.`)
    }
  }
  return body
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function invalidPayload(explanation: string): GoogleError {
  return new GoogleError(400, [], `Invalid JSON payload received. ${explanation}`)
}

function parse(text: string): JsonObject {
  let body: unknown
  try {
    body = JSON.parse(text === '' ? '{}' : text)
  } catch {
    throw invalidPayload('Unexpected token.')
  }
  if (!isObject(body)) throw invalidPayload('Root element must be a message.')
  return body
}
