import type { FastifyReply } from 'fastify'
import type { CallerContext } from '#platform/context.ts'
import { contextOf, type Exchange, type Mount, parseShape, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { mountWayOut } from '#platform/way-out-routes.ts'
import { deleteLogo, storeLogo, updateBranding } from './actions/branding.ts'
import { addRecipient, confirmRecipient, deleteRecipient } from './actions/recipients.ts'
import { reportNow } from './actions/report-now.ts'
import {
  createSchedule,
  deleteSchedule,
  pauseSchedule,
  updateSchedule,
} from './actions/schedules.ts'
import { sendAgain } from './actions/send-again.ts'
import { unsubscribe } from './actions/unsubscribe.ts'
import * as contract from './contract/endpoints.ts'
import { drawReport } from './drawing/draw-report.ts'
import { reportWorkbook } from './drawing/report-workbook.ts'
import { getBranding, readLogo } from './queries/branding.ts'
import { listRecipients, listSchedules, readRunPdf } from './queries/schedules.ts'
import { fileName, XLSX_TYPE } from './rules/file-name.ts'
import type { Report } from './rules/report.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export function mountReports(mount: Mount): void {
  mountFiles(mount)
  mountBranding(mount)
  mountRecipients(mount)
  mountSchedules(mount)
}

function mountSchedules(mount: Mount): void {
  const limitRetries = limitRate({ name: 'report retries', max: 20, perMs: DAY_MS })
  serve(mount, contract.listSchedules, (ctx) => listSchedules(ctx))
  serve(mount, contract.createSchedule, async (ctx, input) => ({
    id: await createSchedule(ctx, input),
  }))
  serve(mount, contract.updateSchedule, async (ctx, { scheduleId, ...wanted }) => {
    await updateSchedule(ctx, scheduleId, wanted)
    return { ok: true as const }
  })
  serve(mount, contract.pauseSchedule, async (ctx, { scheduleId, paused }) => {
    await pauseSchedule(ctx, scheduleId, paused)
    return { ok: true as const }
  })
  serve(mount, contract.deleteSchedule, async (ctx, { scheduleId }) => {
    await deleteSchedule(ctx, scheduleId)
    return { ok: true as const }
  })
  serve(mount, contract.sendAgain, async (ctx, { runId }) => {
    await limitRetries.count(ctx, ctx.caller.userId)
    await sendAgain(ctx, runId)
    return { ok: true as const }
  })
}

function mountBranding(mount: Mount): void {
  const limitLogos = limitRate({ name: 'logos', max: 20, perMs: 15 * MINUTE_MS })
  serve(mount, contract.getBranding, (ctx) => getBranding(ctx))
  serve(mount, contract.updateBranding, async (ctx, input) => {
    await updateBranding(ctx, input)
    return await getBranding(ctx)
  })
  serve(mount, contract.uploadLogo, async (ctx, { base64 }) => {
    await limitLogos.count(ctx, ctx.caller.userId)
    await storeLogo(ctx, base64)
    return await getBranding(ctx)
  })
  serve(mount, contract.deleteLogo, async (ctx) => {
    await deleteLogo(ctx)
    return await getBranding(ctx)
  })
}

function mountRecipients(mount: Mount): void {
  const limitQuestions = limitRate({ name: 'recipients', max: 30, perMs: DAY_MS })
  const limitLinks = limitRate({ name: 'recipient links', max: 30, perMs: 15 * MINUTE_MS })
  serve(mount, contract.listRecipients, (ctx) => listRecipients(ctx))
  serve(mount, contract.addRecipient, async (ctx, { email }, { origin }) => {
    await limitQuestions.count(ctx, ctx.caller.userId)
    return await addRecipient(ctx, { email, origin })
  })
  serve(mount, contract.deleteRecipient, async (ctx, { recipientId }) => {
    await deleteRecipient(ctx, recipientId)
    return { ok: true as const }
  })
  serve(mount, contract.confirmRecipient, async (ctx, { token }, { request }) => {
    await limitLinks.count(ctx, request.ip)
    return { message: await confirmRecipient(ctx, token) }
  })
  mountWayOut(mount, contract.unsubscribe, contract.UNSUBSCRIBE_PATH, unsubscribe)
}

/** Files the browser opens itself, so they are no endpoints of the API document. */
function mountFiles(mount: Mount): void {
  const limitDrawing = limitRate({ name: 'drawing', max: 30, perMs: MINUTE_MS })
  const get = (
    path: string,
    answer: (ctx: CallerContext, exchange: Exchange) => Promise<FastifyReply>,
  ) =>
    mount.app.get(path, async (request, reply) => {
      const exchange = { request, reply, origin: mount.originOf(request) }
      // 'subscriber' refuses a request without log-in, so the caller is there.
      return await answer(
        (await contextOf(mount, exchange, {
          access: 'subscriber',
          permission: 'see_all',
        })) as CallerContext,
        exchange,
      )
    })
  const drawn = async (
    ctx: CallerContext,
    { request, reply }: Exchange,
    draw: (report: Report) => Promise<Buffer>,
    { type, ending }: { type: string; ending: string },
  ) => {
    await limitDrawing.count(ctx, ctx.caller.userId)
    const { descargar, cuentas, periodo, comparar } = parseShape(
      contract.ReportQuery,
      request.query,
    )
    const asked = { accountIds: cuentas, period: periodo, compare: comparar }
    const report = await reportNow(ctx, asked)
    const [first, ...others] = report.accounts
    const only = first && others.length === 0 ? first : null
    const file = `${fileName(only?.name ?? '', (only ?? report).range.to)}.${ending}`
    const isKept = descargar === '1' || ending === 'xlsx'
    return sendFile(reply, await draw(report), { type, file, isKept })
  }
  get(contract.REPORT_PDF_PATH, (ctx, exchange) =>
    drawn(ctx, exchange, drawReport, { type: 'application/pdf', ending: 'pdf' }),
  )
  get(contract.REPORT_XLSX_PATH, (ctx, exchange) =>
    drawn(ctx, exchange, reportWorkbook, { type: XLSX_TYPE, ending: 'xlsx' }),
  )
  get(contract.runPdfPath(':runId'), async (ctx, { request, reply }) => {
    const { runId } = request.params as { runId: string }
    const pdf = await readRunPdf(ctx, runId)
    return sendFile(reply, pdf, { type: 'application/pdf', file: 'informe.pdf', isKept: false })
  })
  get(contract.LOGO_PATH, async (ctx, { reply }) => {
    const { type, bytes } = await readLogo(ctx)
    return reply.type(`image/${type}`).send(bytes)
  })
}

function sendFile(
  reply: FastifyReply,
  bytes: Buffer,
  { type, file, isKept }: { type: string; file: string; isKept: boolean },
): FastifyReply {
  const disposition = `${isKept ? 'attachment' : 'inline'}; filename="${file}"`
  return reply.header('content-disposition', disposition).type(type).send(bytes)
}
