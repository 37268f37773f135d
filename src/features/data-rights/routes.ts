import { Readable } from 'node:stream'
import type { CallerContext } from '#platform/context.ts'
import { contextOf, type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { askCopy, findOpenCopy, openCopy, readCopy } from './actions/copies.ts'
import { askErasure, takeBackErasure } from './actions/erasure.ts'
import * as contract from './contract.ts'
import { getDataRights, getProcessors } from './queries.ts'

const QUARTER_MS = 15 * 60_000

export function mountDataRights(mount: Mount): void {
  const limitPasswords = limitRate({ name: 'erasure', max: 10, perMs: QUARTER_MS })

  serve(mount, contract.getProcessors, (ctx) => getProcessors(ctx))
  serve(mount, contract.getDataRights, (ctx) => getDataRights(ctx))
  serve(mount, contract.askCopy, async (ctx, _input, { origin }) => {
    await askCopy(ctx, origin)
    return { message: 'Estamos preparando tu copia. Te escribiremos cuando esté lista.' }
  })
  serve(mount, contract.openCopy, async (ctx, { token }) => {
    await openCopy(ctx, token)
    return { path: contract.COPY_PATH }
  })
  serve(mount, contract.askErasure, async (ctx, { password }, { origin }) => {
    await limitPasswords.count(ctx, ctx.caller.userId)
    await askErasure(ctx, { password, origin })
    return await getDataRights(ctx)
  })
  serve(mount, contract.takeBackErasure, async (ctx) => {
    await takeBackErasure(ctx)
    return await getDataRights(ctx)
  })
  mount.app.get(contract.COPY_PATH, async (request, reply) => {
    const exchange = { request, reply, origin: mount.originOf(request) }
    // 'user' refuses a request without log-in, so the caller is there.
    const ctx = (await contextOf(mount, exchange, {
      access: 'user',
      permission: 'self',
    })) as CallerContext
    const { id, size } = await findOpenCopy(ctx)
    return reply
      .headers({
        'content-disposition': 'attachment; filename="pujante-mis-datos.zip"',
        'content-length': size,
        'cache-control': 'no-store',
      })
      .type('application/zip')
      .send(Readable.from(readCopy(ctx, id)))
  })
}
