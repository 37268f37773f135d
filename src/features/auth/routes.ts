import type { Context } from '#platform/context.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import { type Mount, serve } from '#platform/http.ts'
import { productSettings } from '#platform/product-settings.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { openLogInLimit } from './actions/log-in-limit.ts'
import { requestRecovery, resetPassword } from './actions/recover.ts'
import {
  completeRegistration,
  isRegistrationLinkGood,
  startRegistration,
} from './actions/register.ts'
import { logIn, logOut, refreshSession } from './actions/sessions.ts'
import * as contract from './contract/endpoints.ts'
import { erasureAt, getCallerUser, hasBillingAlert } from './queries.ts'

const QUARTER_MS = 15 * 60_000

export function mountAuth(mount: Mount): void {
  mountSession(mount)
  mountRegistration(mount)
  mountRecovery(mount)
}

function mountSession(mount: Mount): void {
  const limitLogIns = openLogInLimit()

  serve(mount, contract.logIn, async (ctx, input, exchange) => {
    const attempt = { email: normaliseEmail(input.email), ip: exchange.request.ip }
    await limitLogIns.count(ctx, attempt)
    const opened = await logIn(ctx, input, exchange)
    await limitLogIns.succeed(ctx, attempt)
    const message = opened.user ? 'Inicio de sesión correcto' : 'Falta el segundo paso.'
    return { message, ...opened }
  })
  serve(mount, contract.logOut, async (ctx, _input, exchange) => {
    await logOut(ctx, exchange)
    return { ok: true as const }
  })
  serve(mount, contract.getStatus, async (ctx) => {
    const { signUpOpen, supportEmail, adminSecondFactor } = await productSettings(ctx)
    return {
      loggedIn: ctx.caller !== null,
      user: ctx.caller && (await getCallerUser({ ...ctx, caller: ctx.caller })),
      demoEnvironment: ctx.config.simulators,
      signUpOpen,
      supportEmail,
      billingAlert: ctx.caller !== null && (await hasBillingAlert({ ...ctx, caller: ctx.caller })),
      erasureAt: ctx.caller && (await erasureAt({ ...ctx, caller: ctx.caller })),
      secondFactorMissing:
        adminSecondFactor && ctx.caller?.role === 'admin' && !ctx.caller.secondFactorSince,
    }
  })
  serve(mount, contract.getMe, async (ctx) => ({ user: await getCallerUser(ctx) }))
  serve(mount, contract.refreshSession, async (ctx) => ({ user: await refreshSession(ctx) }))
}

function mountRegistration(mount: Mount): void {
  const limitMails = limitMailRequests('registration')
  const limitLinks = limitRate({ name: 'registration links', max: 30, perMs: QUARTER_MS })

  serve(mount, contract.startRegistration, async (ctx, { email }, { request, origin }) => {
    await limitMails(ctx, request.ip, email)
    await startRegistration(ctx, { email, origin })
    return { message: 'Revisa tu email para completar el registro.' }
  })
  serve(mount, contract.verifyToken, async (ctx, input, { request }) => {
    await limitLinks.count(ctx, request.ip)
    return { valid: await isRegistrationLinkGood(ctx, input) }
  })
  serve(mount, contract.completeRegistration, async (ctx, input, { request }) => {
    await limitLinks.count(ctx, request.ip)
    await completeRegistration(ctx, input)
    return { message: '¡Tu cuenta ha sido creada correctamente!' }
  })
}

function mountRecovery(mount: Mount): void {
  const limitMails = limitMailRequests('recovery')
  const limitLinks = limitRate({ name: 'recovery links', max: 30, perMs: QUARTER_MS })

  serve(mount, contract.requestRecovery, async (ctx, { email }, { request, origin }) => {
    await limitMails(ctx, request.ip, email)
    await requestRecovery(ctx, { email, origin })
    return {
      message: 'Si hay una cuenta con ese correo, le hemos enviado un enlace de recuperación.',
    }
  })
  serve(mount, contract.resetPassword, async (ctx, input, { request, origin }) => {
    await limitLinks.count(ctx, request.ip)
    await resetPassword(ctx, { ...input, origin })
    return { message: 'Contraseña actualizada. Ya puedes iniciar sesión.' }
  })
}

/** Three mails per address and quarter of an hour; more for a whole office behind one line. */
function limitMailRequests(
  name: string,
): (ctx: Context, ip: string, email: string) => Promise<void> {
  const byEmail = limitRate({ name: `${name} mails to`, max: 3, perMs: QUARTER_MS })
  const byAddress = limitRate({ name: `${name} mails from`, max: 20, perMs: QUARTER_MS })
  return async (ctx, ip, email) => {
    await byAddress.count(ctx, ip)
    await byEmail.count(ctx, normaliseEmail(email))
  }
}
