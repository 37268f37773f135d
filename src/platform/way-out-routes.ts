import { MailLink, type WayOut } from '#shared/way-out.ts'
import type { Context } from './context.ts'
import { type Mount, parseShape, serve } from './http.ts'
import { limitRate } from './rate-limit.ts'

const WINDOW_MS = 900_000

/** Ends a mail by the token in its link: for the screen at `path`, and for the button of mail programs. */
export function mountWayOut(
  mount: Mount,
  end: WayOut,
  path: string,
  act: (ctx: Context, token: string) => Promise<string>,
): void {
  const limit = limitRate({ name: `way out ${path}`, max: 30, perMs: WINDOW_MS })
  const answer = async (ctx: Context, token: string, ip: string) => {
    await limit.count(ctx, ip)
    return { message: await act(ctx, token) }
  }
  serve(mount, end, (ctx, { token }, { request }) => answer(ctx, token, request.ip))
  void mount.app.register(async (scope) => {
    // Its POST (RFC 8058) comes with a body of any type: the token in the address alone says who asks.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
    const config = { takesForeignOrigins: true }
    scope.post(path, { config }, async (request) => {
      const { token } = parseShape(MailLink, request.query)
      return await answer(mount.ctx, token, request.ip)
    })
  })
}
