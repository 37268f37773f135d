import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import {
  judgedLookup,
  type OutboundOptions,
  OutboundRefused,
  outboundProblem,
} from './outbound-address.ts'

const TIMEOUT_MS = 10_000
const MOST_REPLY_BYTES = 2_000

type Answer = { status: number; retryAfterSeconds: number | null; text: string }
/**
 * Posts JSON. A redirect is an answer like any other and is not followed. Throws OutboundRefused for an address that is
 * not public https, an Error without an answer within 10 seconds.
 */
export async function postJson(
  url: string,
  body: unknown,
  options: OutboundOptions,
): Promise<Answer> {
  const target = new URL(url)
  const problem = outboundProblem(target, options.allowPrivate)
  if (problem) throw new OutboundRefused(problem)
  const payload = JSON.stringify(body)
  const send = target.protocol === 'http:' ? requestHttp : requestHttps
  return await new Promise<Answer>((done, failed) => {
    const request = send(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(payload),
        'user-agent': 'Pujante',
      },
      ...judgedLookup(options),
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      agent: false,
    })
    request.on('error', failed)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('error', failed)
      response.on('data', (part: string) => {
        text = (text + part).slice(0, MOST_REPLY_BYTES)
      })
      response.on('end', () => {
        const retryAfterSeconds = Number(response.headers['retry-after']) || null
        done({ status: response.statusCode ?? 0, retryAfterSeconds, text })
      })
    })
    request.end(payload)
  })
}
