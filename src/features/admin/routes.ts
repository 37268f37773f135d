import { type Mount, serve } from '#platform/http.ts'
import { productSettings } from '#platform/product-settings.ts'
import { cancelJob, retryJob } from './actions/jobs.ts'
import { updateSettings } from './actions/product-settings.ts'
import * as userActions from './actions/users.ts'
import * as contract from './contract/endpoints.ts'
import * as jobs from './contract/jobs.ts'
import { listJobs } from './queries/jobs.ts'
import { getMetrics } from './queries/metrics.ts'
import { listAuditLog, listUsers, withLastVisit } from './queries/users.ts'
import { statusText } from './rules.ts'

export function mountAdmin(mount: Mount): void {
  serve(mount, contract.listUsers, (ctx) => listUsers(ctx))
  serve(mount, contract.createUser, async (ctx, input, { origin }) => {
    const user = await userActions.createUser(ctx, { ...input, origin })
    return { message: 'Usuario creado.', user: await withLastVisit(ctx, user) }
  })
  serve(mount, contract.resetUserPassword, async (ctx, { email }, { origin }) => {
    await userActions.resetUserPassword(ctx, { email, origin })
    return { message: 'Hemos enviado al usuario un enlace para elegir otra contraseña.' }
  })
  serve(mount, contract.setUserStatus, async (ctx, input) => {
    const user = await userActions.setUserStatus(ctx, input)
    return { message: statusText(user, input.status), user: await withLastVisit(ctx, user) }
  })
  serve(mount, contract.setUserRole, async (ctx, input) => {
    const user = await userActions.setUserRole(ctx, input)
    return { message: 'Rol actualizado.', user: await withLastVisit(ctx, user) }
  })
  serve(mount, contract.deleteUser, async (ctx, { id }) => {
    await userActions.deleteUser(ctx, id)
    return { message: 'Usuario eliminado.' }
  })
  serve(mount, contract.getMetrics, (ctx) => getMetrics(ctx))
  serve(mount, contract.listAuditLog, (ctx, input) => listAuditLog(ctx, input))
  serve(mount, contract.getSettings, (ctx) => productSettings(ctx))
  serve(mount, contract.updateSettings, async (ctx, input) => ({
    message: 'Configuración guardada.',
    settings: await updateSettings(ctx, input),
  }))
  mountJobs(mount)
}

function mountJobs(mount: Mount): void {
  serve(mount, jobs.listJobs, (ctx, input) => listJobs(ctx, input))
  serve(mount, jobs.retryJob, async (ctx, { id }) => {
    await retryJob(ctx, id)
    return { message: 'La tarea empieza en cuanto haya sitio.' }
  })
  serve(mount, jobs.cancelJob, async (ctx, { id }) => {
    await cancelJob(ctx, id)
    return { message: 'Tarea cancelada.' }
  })
}
