import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'

export const BAD_LINK = 'Este enlace no vale o ha caducado.'

/** Whose reports end: sealed into the link itself, so that the link of any mail works for ever and none can be made up. */
const Link = z.object({
  userId: z.string(),
  scheduleId: z.string(),
  recipient: z.string(),
  /** Of a recipient; not in links of before 2026-12. */
  email: z.optional(z.string()),
})
export type UnsubscribeLink = z.infer<typeof Link>

export function unsubscribeToken(ctx: Context, link: UnsubscribeLink): string {
  return ctx.vault.seal(JSON.stringify(link))
}

export function openUnsubscribeToken(ctx: Context, token: string): UnsubscribeLink | null {
  try {
    return Link.parse(JSON.parse(ctx.vault.open(token)))
  } catch {
    return null
  }
}
