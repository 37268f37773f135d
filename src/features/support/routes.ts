import { normaliseEmail } from '#platform/email-address.ts'
import { type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { contactTeam } from './actions/contact.ts'
import * as actions from './actions/messages.ts'
import * as contact from './contract/contact.ts'
import * as contract from './contract/support.ts'
import { getDesk } from './queries/desk.ts'
import { getThread, messageFor, messagesOf } from './queries/thread.ts'
import { vendorHealthReader } from './queries/vendor-health.ts'

const HOUR_MS = 3_600_000

export function mountSupport(mount: Mount): void {
  const perUser = limitRate({ name: 'support', max: 20, perMs: HOUR_MS })
  mountPublic(mount)
  serve(mount, contract.getThread, (ctx) => getThread(ctx))
  serve(mount, contract.writeMessage, async (ctx, { text }, { origin }) => {
    await perUser.count(ctx, ctx.caller.userId)
    await actions.writeMessage(ctx, { text, origin })
    return { message: 'Mensaje enviado.', thread: await getThread(ctx) }
  })
  serve(mount, contract.setWording, async (ctx, input) => {
    await actions.setWording(ctx, input)
    return { message: 'Instrucciones guardadas.', thread: await getThread(ctx) }
  })
  serve(mount, contract.getDesk, (ctx) => getDesk(ctx))
  serve(mount, contract.readThread, async (ctx, { userId }) =>
    (await messagesOf(ctx, userId)).map(messageFor(ctx.caller)),
  )
  serve(mount, contract.answerThread, async (ctx, input, { origin }) => {
    await actions.answerThread(ctx, { ...input, origin })
    const messages = (await messagesOf(ctx, input.userId)).map(messageFor(ctx.caller))
    return { message: 'Respuesta enviada.', messages }
  })
  serve(mount, contract.nameManager, async (ctx, { userId, name, email }) => {
    await actions.nameManager(ctx, { userId, name, email: email ?? null })
    return { message: 'Gestor guardado.', desk: await getDesk(ctx) }
  })
}

/** For who is not logged in. */
function mountPublic(mount: Mount): void {
  const byAddress = limitRate({ name: 'contact from', max: 5, perMs: HOUR_MS })
  const byEmail = limitRate({ name: 'contact as', max: 3, perMs: HOUR_MS })
  const health = vendorHealthReader()
  serve(mount, contact.contactTeam, async (ctx, input, { request }) => {
    await byAddress.count(ctx, request.ip)
    await byEmail.count(ctx, normaliseEmail(input.email))
    await contactTeam(ctx, input)
    return { message: 'Mensaje enviado. Te responderemos por correo.' }
  })
  serve(mount, contact.getVendorHealth, async (ctx) => ({ vendors: await health(ctx) }))
}
