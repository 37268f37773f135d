import type { ImportReply } from '../src/features/import/contract.ts'
import type { TestApp } from './harness.ts'

/** Of files that do not say their period. */
export const SEPTEMBER = { from: '2026-09-01', to: '2026-09-30' }

export type Imported = Omit<ImportReply, 'accountId'> & { accountId: string }
export type UploadAnswer = { status: number; body: Imported & { message?: string } }

/** Sends files as a browser does; `fields` go before them. */
export async function uploadFiles(
  { app }: Pick<TestApp, 'app'>,
  cookie: string,
  files: readonly [string, string | Uint8Array][],
  fields: Record<string, string> = {},
): Promise<UploadAnswer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, content] of files) form.append('files', new File([content as string], name))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const reply = await app.inject({
    method: 'POST',
    url: '/api/import/reports',
    headers: { cookie, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: reply.statusCode, body: reply.json() }
}
