import { eq } from 'drizzle-orm'
import { users } from '#platform/db/schema/access.ts'
import { type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import {
  addPasskey,
  finishApp,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  startApp,
} from './actions/factors.ts'
import { newPasskeyOptions, passkeyOptions } from './actions/passkey-answers.ts'
import {
  askPasskey,
  confirmByPasskey,
  confirmByPassword,
  enterCode,
  enterPasskey,
} from './actions/prove.ts'
import * as contract from './contract/endpoints.ts'
import { getSecondFactor } from './queries.ts'

const MINUTE_MS = 60_000
const ENTERED = { message: 'Inicio de sesión correcto' }
const DONE = { ok: true as const }

export function mountSecondFactor(mount: Mount): void {
  mountSecondStep(mount)
  mountConfirming(mount)
  mountFactors(mount)
}

function mountSecondStep(mount: Mount): void {
  const byAddress = limitRate({ name: 'second step from', max: 30, perMs: MINUTE_MS })

  serve(mount, contract.enterCode, async (ctx, input, exchange) => {
    await byAddress.count(ctx, exchange.request.ip)
    await enterCode(ctx, input, exchange)
    return ENTERED
  })
  serve(mount, contract.askPasskey, async (ctx, { secondStepToken }, { request, origin }) => {
    await byAddress.count(ctx, request.ip)
    return await askPasskey(ctx, secondStepToken, origin)
  })
  serve(mount, contract.enterPasskey, async (ctx, input, exchange) => {
    await byAddress.count(ctx, exchange.request.ip)
    await enterPasskey(ctx, input, exchange)
    return ENTERED
  })
}

function mountConfirming(mount: Mount): void {
  const limitTries = limitRate({ name: 'confirming', max: 10, perMs: 15 * MINUTE_MS })

  serve(mount, contract.confirmIdentity, async (ctx, input, exchange) => {
    await limitTries.count(ctx, ctx.caller.userId)
    await confirmByPassword(ctx, input, exchange)
    await limitTries.forget(ctx, ctx.caller.userId)
    return DONE
  })
  serve(mount, contract.askConfirmingPasskey, (ctx, _input, { origin }) =>
    passkeyOptions(ctx, { purpose: 'passkey_confirm', userId: ctx.caller.userId }, origin),
  )
  serve(mount, contract.confirmByPasskey, async (ctx, input, exchange) => {
    await confirmByPasskey(ctx, input, exchange)
    return DONE
  })
}

function mountFactors(mount: Mount): void {
  const limitFirstCodes = limitRate({ name: 'first codes', max: 10, perMs: 15 * MINUTE_MS })

  serve(mount, contract.getSecondFactor, (ctx) => getSecondFactor(ctx))
  serve(mount, contract.startApp, (ctx) => startApp(ctx))
  serve(mount, contract.finishApp, async (ctx, { code }) => {
    await limitFirstCodes.count(ctx, ctx.caller.userId)
    const recoveryCodes = await finishApp(ctx, code)
    return { message: 'Aplicación activada.', recoveryCodes }
  })
  serve(mount, contract.removeApp, async (ctx) => {
    await removeApp(ctx)
    return { message: 'Aplicación quitada.' }
  })
  serve(mount, contract.startPasskey, async (ctx, _input, { origin }) => {
    const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.caller.userId))
    // The session was joined with its user in this very request.
    return await newPasskeyOptions(ctx, user!, origin)
  })
  serve(mount, contract.addPasskey, async (ctx, input, exchange) => {
    const recoveryCodes = await addPasskey(ctx, input, exchange)
    return { message: 'Llave de acceso guardada.', recoveryCodes }
  })
  serve(mount, contract.removePasskey, async (ctx, { passkeyId }) => {
    await removePasskey(ctx, passkeyId)
    return { message: 'Llave de acceso quitada.' }
  })
  serve(mount, contract.renewRecoveryCodes, async (ctx) => ({
    recoveryCodes: await renewRecoveryCodes(ctx),
  }))
}
