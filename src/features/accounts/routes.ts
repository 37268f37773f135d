import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallerContext } from '#platform/context.ts'
import { contextOf, type Mount, refuseReadOnly, serve } from '#platform/http.ts'
import { AppError } from '#shared/app-error.ts'
import { addAccounts } from './actions/add-accounts.ts'
import { disconnectAccount } from './actions/disconnect-account.ts'
import { finishConnect } from './actions/finish-connect.ts'
import { offerAccounts } from './actions/offer-accounts.ts'
import { startConnect } from './actions/start-connect.ts'
import * as contract from './contract.ts'
import { listAccounts } from './queries.ts'

export function mountAccounts(mount: Mount): void {
  serve(mount, contract.listAccounts, (ctx) => listAccounts(ctx))
  serve(mount, contract.getConnection, (ctx, { connectionId }) => offerAccounts(ctx, connectionId))
  serve(mount, contract.addAccounts, async (ctx, input) => ({
    added: await addAccounts(ctx, input),
  }))
  serve(mount, contract.disconnectAccount, async (ctx, { customerId }) => {
    await disconnectAccount(ctx, customerId)
    return { ok: true as const }
  })
  mount.app.get(contract.OAUTH_START_PATH, (request, reply) =>
    redirect(mount, request, reply, (ctx, origin) =>
      startConnect(ctx, origin, onlyTexts(request.query).next),
    ),
  )
  mount.app.get(contract.OAUTH_CALLBACK_PATH, (request, reply) =>
    redirect(mount, request, reply, (ctx, origin) =>
      finishConnect(ctx, onlyTexts(request.query), origin),
    ),
  )
}

/** These pages are opened by the browser itself, so a refusal is a page to go to, too. */
async function redirect(
  mount: Mount,
  request: FastifyRequest,
  reply: FastifyReply,
  decide: (ctx: CallerContext, origin: string) => Promise<string>,
): Promise<FastifyReply> {
  const origin = mount.originOf(request)
  try {
    const ctx = await contextOf(
      mount,
      { request, reply, origin },
      { access: 'subscriber', permission: 'connect' },
    )
    refuseReadOnly(ctx.caller)
    // `contextOf` has just refused a missing caller.
    return reply.redirect(await decide(ctx as CallerContext, origin))
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_logged_in') return reply.redirect('/login')
    if (error instanceof AppError && error.code === 'subscription_required')
      return reply.redirect('/subscribe')
    if (error instanceof AppError && error.code === 'read_only')
      return reply.redirect('/dashboard?connect_error=read_only')
    if (error instanceof AppError && error.code === 'forbidden')
      return reply.redirect('/dashboard?connect_error=not_allowed')
    request.log.error({ err: error }, 'connecting failed')
    return reply.redirect('/dashboard?connect_error=vendor_failed')
  }
}

/** A name given twice arrives as an array; such an address was not made by Google. */
function onlyTexts(query: unknown): {
  state?: string
  code?: string
  error?: string
  next?: string
} {
  const given = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'))
}
