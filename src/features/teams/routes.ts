import { normaliseEmail } from '#platform/email-address.ts'
import { type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { AppError } from '#shared/app-error.ts'
import { acceptHandover, dropHandover, offerHandover } from './actions/hand-over.ts'
import { invite, revokeInvitation } from './actions/invite.ts'
import { acceptInvitation, readInvitation, workIn } from './actions/join.ts'
import { changeMember, leaveTeam, removeMember } from './actions/members.ts'
import * as contract from './contract.ts'
import { getTeam, listMemberships, openInvitation } from './queries/team.ts'
import { listTeamChanges } from './queries/team-changes.ts'

const HOUR_MS = 3_600_000
const DONE = { ok: true as const }

export function mountTeams(mount: Mount): void {
  const byTeam = limitRate({ name: 'invitations of', max: 30, perMs: HOUR_MS })
  const byRecipient = limitRate({ name: 'invitations to', max: 5, perMs: 24 * HOUR_MS })
  const links = limitRate({ name: 'invitation links', max: 30, perMs: HOUR_MS })

  serve(mount, contract.getTeam, (ctx) => getTeam(ctx))
  serve(mount, contract.listTeamChanges, (ctx, { personId, beforeAt, beforeId }) => {
    const before = beforeAt && beforeId ? { at: new Date(beforeAt), id: beforeId } : undefined
    return listTeamChanges(ctx, { personId, before })
  })
  serve(mount, contract.invite, async (ctx, input, { origin }) => {
    await byTeam.count(ctx, ctx.caller.userId)
    await byRecipient.count(ctx, normaliseEmail(input.email))
    await invite(ctx, { ...input, origin })
    return await getTeam(ctx)
  })
  serve(mount, contract.resendInvitation, async (ctx, { invitationId }, { origin }) => {
    await byTeam.count(ctx, ctx.caller.userId)
    const open = await openInvitation(ctx, invitationId)
    await byRecipient.count(ctx, open.email)
    await invite(ctx, { ...open, origin })
    return await getTeam(ctx)
  })
  serve(mount, contract.revokeInvitation, async (ctx, { invitationId }) => {
    await revokeInvitation(ctx, invitationId)
    return await getTeam(ctx)
  })
  serve(mount, contract.changeMember, async (ctx, input) => {
    await changeMember(ctx, input)
    return await getTeam(ctx)
  })
  serve(mount, contract.removeMember, async (ctx, { memberId }) => {
    await removeMember(ctx, memberId)
    return await getTeam(ctx)
  })
  serve(mount, contract.listMemberships, (ctx) => listMemberships(ctx))
  serve(mount, contract.workIn, async (ctx, { ownerId }) => {
    await workIn(ctx, ownerId)
    return DONE
  })
  serve(mount, contract.leaveTeam, async (ctx, { ownerId }) => {
    await leaveTeam(ctx, ownerId)
    return DONE
  })
  mountHandover(mount)
  serve(mount, contract.readInvitation, async (ctx, { token }) => {
    await links.count(ctx, ctx.caller.userId)
    return await readInvitation(ctx, token)
  })
  serve(mount, contract.acceptInvitation, async (ctx, { token }) => {
    await links.count(ctx, ctx.caller.userId)
    await acceptInvitation(ctx, token)
    return DONE
  })
}

function mountHandover(mount: Mount): void {
  const offers = limitRate({ name: 'handovers', max: 10, perMs: HOUR_MS })

  serve(mount, contract.offerHandover, async (ctx, { memberId }, { origin }) => {
    await offers.count(ctx, ctx.caller.userId)
    await offerHandover(ctx, { memberId, origin })
    return await getTeam(ctx)
  })
  serve(mount, contract.withdrawHandover, async (ctx) => {
    await dropHandover(ctx, ctx.caller.userId)
    return await getTeam(ctx)
  })
  serve(mount, contract.acceptHandover, async (ctx, { ownerId }, { origin }) => {
    await acceptHandover(ctx, { ownerId, origin })
    return DONE
  })
  serve(mount, contract.refuseHandover, async (ctx, { ownerId }) => {
    if (ownerId === ctx.caller.userId) throw new AppError('not_found', 'No existe ese equipo.')
    await dropHandover(ctx, ownerId)
    return DONE
  })
}
