import { type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { confirmEmail, updateProfile } from './actions/profile.ts'
import { changePassword, endOwnSession } from './actions/security.ts'
import * as contract from './contract/endpoints.ts'
import { getProfile, listSessions } from './queries.ts'

const QUARTER_MS = 15 * 60_000

export function mountSettings(mount: Mount): void {
  const limitProfiles = limitRate({ max: 20, perMs: QUARTER_MS })
  const limitPasswords = limitRate({ max: 10, perMs: QUARTER_MS })
  const limitLinks = limitRate({ max: 30, perMs: QUARTER_MS })

  serve(mount, contract.getProfile, (ctx) => getProfile(ctx))
  serve(mount, contract.updateProfile, async (ctx, input, { origin }) => {
    limitProfiles(ctx.caller.userId, ctx.clock.now())
    const { emailWaits } = await updateProfile(ctx, { ...input, origin })
    const message = emailWaits
      ? 'Perfil actualizado. El correo cambiará cuando abras el enlace que hemos enviado a la nueva dirección.'
      : 'Perfil actualizado.'
    return { message, profile: await getProfile(ctx) }
  })
  serve(mount, contract.confirmEmail, async (ctx, input, { request }) => {
    limitLinks(request.ip, ctx.clock.now())
    await confirmEmail(ctx, input)
    return { message: 'Tu correo ha cambiado.' }
  })
  serve(mount, contract.changePassword, async (ctx, input, { origin }) => {
    limitPasswords(ctx.caller.userId, ctx.clock.now())
    await changePassword(ctx, { ...input, origin })
    return { message: 'Contraseña actualizada.' }
  })
  serve(mount, contract.listSessions, (ctx) => listSessions(ctx))
  serve(mount, contract.endSession, async (ctx, { sessionId }, exchange) => {
    await endOwnSession(ctx, sessionId, exchange)
    return { ok: true as const }
  })
}
