import type { IncomingMessage, ServerResponse } from 'node:http'

export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  /** Stripe's `request-id` of this answer. */
  requestId: string
}

const MAX_BODY_BYTES = 1024 * 1024

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('request body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

export function sendJson(
  { response, requestId, request }: Exchange,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  const version = request.headers['stripe-version']
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': requestId,
    ...(version !== undefined && { 'stripe-version': String(version) }),
    ...headers,
  })
  response.end(body)
}

export function sendHtml({ response }: Exchange, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
  response.end(html)
}

/** 303, so that a browser that posted a form follows with GET. */
export function redirect({ response }: Exchange, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' })
  response.end()
}
