import * as z from 'zod/mini'
import { AppError } from '#shared/app-error.ts'
import type { Context } from '../context.ts'

/** Whose mail ends, and which: sealed into its link, which works for ever, without a session, and cannot be made up. */
const WayOut = z.object({ personId: z.string(), mail: z.string() })
type WayOut = z.infer<typeof WayOut>

/** `path`: of the screen that asks, which takes the POST of mail programs too. */
export function wayOutUrl(ctx: Context, path: string, wayOut: WayOut): string {
  const { appOrigin, port } = ctx.config
  const token = ctx.vault.seal(JSON.stringify(wayOut))
  return `${appOrigin ?? `http://localhost:${port}`}${path}?${new URLSearchParams({ token })}`
}

/** Whose mail of that kind ends. Throws 400 for a link that is not ours. */
export function personOfWayOut(ctx: Context, token: string, mail: string): string {
  const wayOut = opened(ctx, token)
  if (wayOut?.mail !== mail) throw new AppError('invalid', 'Este enlace no vale o ha caducado.')
  return wayOut.personId
}

function opened(ctx: Context, token: string): WayOut | null {
  try {
    return WayOut.parse(JSON.parse(ctx.vault.open(token)))
  } catch {
    return null
  }
}
