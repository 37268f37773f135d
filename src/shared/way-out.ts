import * as z from 'zod/mini'
import { type Endpoint, endpoint } from './endpoint.ts'

/** What a mail's link carries; a sealed address makes it long. */
export const MailLink = z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) })
const Said = z.object({ message: z.string() })

/** Ends a mail by the token in its link, without a session. */
export type WayOut = Endpoint<typeof MailLink, typeof Said>

export function wayOut(address: `POST /${string}`, summary: string): WayOut {
  return endpoint(address, {
    access: 'public',
    permission: 'self',
    summary,
    input: MailLink,
    reply: Said,
  })
}
