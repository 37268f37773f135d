import { type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { endSessionsOf } from '#platform/session.ts'
import { confirmEmail, updateProfile } from './actions/profile.ts'
import { changePassword, endOwnSession } from './actions/security.ts'
import * as contract from './contract/endpoints.ts'
import { getProfile, listSessions } from './queries.ts'

const QUARTER_MS = 15 * 60_000

export function mountSettings(mount: Mount): void {
  const limitProfiles = limitRate({ name: 'profile', max: 20, perMs: QUARTER_MS })
  const limitPasswords = limitRate({ name: 'password', max: 10, perMs: QUARTER_MS })
  const limitLinks = limitRate({ name: 'address links', max: 30, perMs: QUARTER_MS })

  serve(mount, contract.getProfile, (ctx) => getProfile(ctx))
  serve(mount, contract.updateProfile, async (ctx, input, { origin }) => {
    await limitProfiles.count(ctx, ctx.caller.userId)
    const { emailWaits } = await updateProfile(ctx, { ...input, origin })
    const message = emailWaits
      ? 'Perfil actualizado. El correo cambiará cuando abras el enlace que hemos enviado a la nueva dirección.'
      : 'Perfil actualizado.'
    return { message, profile: await getProfile(ctx) }
  })
  serve(mount, contract.confirmEmail, async (ctx, input, { request }) => {
    await limitLinks.count(ctx, request.ip)
    await confirmEmail(ctx, input)
    return { message: 'Tu correo ha cambiado.' }
  })
  serve(mount, contract.changePassword, async (ctx, input, { origin }) => {
    await limitPasswords.count(ctx, ctx.caller.userId)
    await changePassword(ctx, { ...input, origin })
    return { message: 'Contraseña actualizada.' }
  })
  serve(mount, contract.listSessions, (ctx) => listSessions(ctx))
  serve(mount, contract.endSession, async (ctx, { sessionId }, exchange) => {
    await endOwnSession(ctx, sessionId, exchange)
    return { ok: true as const }
  })
  serve(mount, contract.endOtherSessions, async (ctx) => {
    await endSessionsOf(ctx, ctx.caller.userId, ctx.caller.sessionHash)
    return { ok: true as const }
  })
}
