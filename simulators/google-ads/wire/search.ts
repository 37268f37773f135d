import { setImmediate } from 'node:timers/promises'
import type { AccountSource } from '../account-source.ts'
import { checkQuery } from '../gaql/check.ts'
import { dayInZone } from '../gaql/days.ts'
import { executeQuery } from '../gaql/execute.ts'
import { parseQuery } from '../gaql/parse.ts'
import { fieldMask, rowPrinter } from '../gaql/print-row.ts'
import type { Query } from '../gaql/query.ts'
import { type Exchange, sendJson } from '../http.ts'
import { requestError } from './google-error.ts'
import { type BatchSink, openStream } from './json-stream.ts'
import type { JsonObject } from './request-body.ts'

export const SEARCH_NAMES = [
  'customerId',
  'query',
  'pageToken',
  'pageSize',
  'validateOnly',
  'searchSettings',
]
export const STREAM_NAMES = ['customerId', 'query', 'summaryRowSetting']
export const ROWS_PER_PAGE = 10_000

export type PreparedQuery = { query: Query; source: AccountSource; now: Date }

/** @throws GoogleError for a query that Google would refuse. */
export function prepareQuery(body: JsonObject, source: AccountSource, now: Date): PreparedQuery {
  if (typeof body.query !== 'string' || body.query.trim() === '') {
    throw requestError('REQUIRED_FIELD_MISSING', 'Required field is missing: query.')
  }
  const query = parseQuery(body.query)
  checkQuery(query, { today: dayInZone(now, source.timeZone), manager: source.manager })
  return { query, source, now }
}

/** `searchStream`: a JSON array of batches, written as they are produced. Answers the number of rows. */
export async function searchStream(
  exchange: Exchange,
  prepared: PreparedQuery,
  options: { truncated?: boolean } = {},
): Promise<number> {
  const sink = openStream(exchange, options)
  const tail = batchTail(exchange, prepared.query)
  let rows = 0
  await sink.write('[{')
  for await (const printed of printedRows(prepared)) {
    const inBatch = rows % ROWS_PER_PAGE
    if (rows > 0 && inBatch === 0) await sink.write(`],${tail}},{`)
    await sink.write(`${inBatch === 0 ? '"results":[' : ','}${printed.join(',')}`)
    if (sink.closed) return rows
    rows += printed.length
  }
  await finish(sink, rows, tail)
  return rows
}

/** `search`: one page; the token of the next one carries the offset and belongs to one query text. */
export async function search(
  exchange: Exchange,
  prepared: PreparedQuery,
  body: JsonObject,
): Promise<number> {
  if (body.pageSize !== undefined) {
    throw requestError(
      'PAGE_SIZE_NOT_SUPPORTED',
      'Setting the page size is not supported. Search Responses will have fixed page size of 10000 rows.',
    )
  }
  const offset = offsetOf(body)
  if (body.validateOnly === true) {
    sendJson(exchange, 200, {})
    return 0
  }
  const page: string[] = []
  let total = 0
  for await (const printed of printedRows(prepared)) {
    const from = Math.max(0, offset - total)
    page.push(...printed.slice(from, from + ROWS_PER_PAGE - page.length))
    total += printed.length
  }
  const next = offset + page.length
  const token =
    next < total ? `"nextPageToken":${JSON.stringify(pageToken(next, String(body.query)))},` : ''
  const results = page.length > 0 ? `"results":[${page.join(',')}],` : ''
  const { response, requestId } = exchange
  response.writeHead(200, {
    'content-type': 'application/json; charset=UTF-8',
    'request-id': requestId,
  })
  const mask = JSON.stringify(fieldMask(prepared.query))
  response.end(
    `{${results}${token}"totalResultsCount":"${total}","fieldMask":${mask},"queryResourceConsumption":"${total}"}`,
  )
  return page.length
}

/** Handed over together: to wait for each by itself takes as long as to print it. Divides a page. */
const ROWS_AT_ONCE = 100

async function* printedRows({ query, source, now }: PreparedQuery): AsyncGenerator<string[]> {
  const print = rowPrinter(query)
  let printed: string[] = []
  let rows = 0
  for (const row of executeQuery(query, source, now)) {
    // The server shares its process with others: long answers make way now and then.
    if (row === null || ++rows % 1000 === 0) await setImmediate()
    if (row === null) continue
    printed.push(print(row))
    if (printed.length < ROWS_AT_ONCE) continue
    yield printed
    printed = []
  }
  if (printed.length > 0) yield printed
}

async function finish(sink: BatchSink, rows: number, tail: string): Promise<void> {
  await sink.write(rows > 0 ? `],${tail}}]` : `${tail}}]`)
  await sink.end()
}

function batchTail({ requestId }: Exchange, query: Query): string {
  const tail = { fieldMask: fieldMask(query), requestId, queryResourceConsumption: '1' }
  return JSON.stringify(tail).slice(1, -1)
}

function pageToken(offset: number, query: string): string {
  return Buffer.from(JSON.stringify({ offset, query })).toString('base64url')
}

function offsetOf(body: JsonObject): number {
  if (body.pageToken === undefined || body.pageToken === '') return 0
  try {
    const token = JSON.parse(Buffer.from(String(body.pageToken), 'base64url').toString())
    if (token.query === body.query && Number.isInteger(token.offset)) return token.offset
  } catch {
    // Falls through to the same refusal as a token of another query.
  }
  throw requestError('INVALID_PAGE_TOKEN', 'The page token is invalid.', String(body.pageToken))
}
