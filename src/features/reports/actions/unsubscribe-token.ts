import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'

/** Whose reports end: sealed into the link itself, so that the link of any mail works for ever and none can be made up. */
const Link = z.object({ userId: z.string(), scheduleId: z.string(), recipient: z.string() })
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
